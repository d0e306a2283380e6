"""Players in Redis: the only place that knows their fields and scripts."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from services.matchmaking.keys import erasing_key, externals_key, hall, player_key, seats_key
from services.rules.notation import Json
from services.shared.reach import Client, direct
from services.shared.redis import Script

MOST_SEATS: Final = 1000
"""Matches that are kept in a player's list, the newest ones."""
SCRIPTS: Final = Path(__file__).parent / "scripts"


@dataclass(frozen=True, slots=True)
class Player:
    """A person as an app knows it."""

    app: str
    id: str
    epoch: int
    """Tokens of older epochs are void."""
    name: str
    locale: str
    external: str
    """What the app calls this player."""
    created: float

    def json(self) -> Json:
        """The player as others see it."""
        return {"player": self.id, "name": self.name}

    def profile(self) -> Json:
        """The player as it sees itself."""
        mine = {"locale": self.locale or None, "external_id": self.external or None, "created": self.created}
        return {**self.json(), **mine}


class Sat(NamedTuple):
    """A match in the list of a player, and its place there: microseconds since 1970, about."""

    match: str
    place: int


class PlayerStore:
    """Players in one Redis."""

    def __init__(self, client: Client) -> None:
        """Use this client; it answers bytes."""
        self._direct = direct(client)
        head = (SCRIPTS / "hall.lua").read_text()
        plain = {name: (SCRIPTS / f"{name}.lua").read_text() for name in ("greet", "edit", "turn", "sit")}
        whole = plain | {"erase": head + (SCRIPTS / "erase.lua").read_text()}
        self._scripts = {name: Script(self._direct, text) for name, text in whole.items()}

    def greet(self, app: str, player: str, digest: str, name: str, locale: str, external: str) -> tuple[str, str]:
        """made, known (by the same request), reused, met (by its external id) or gone; and the id of whom it is."""
        keys = (player_key(app, player), externals_key(app))
        status, found = self._scripts["greet"](keys, player, digest, name, locale, external)
        return status.decode(), found.decode()

    def load(self, app: str, player: str) -> Player | None:
        """The player, unless it is gone."""
        names = ("epoch", "name", "locale", "external", "created")
        epoch, *texts, created = self._direct.send("HMGET", player_key(app, player), *names)
        if epoch is None:
            return None
        name, locale, external = (text.decode() for text in texts)
        return Player(app, player, int(epoch), name, locale, external, float(created))

    def edit(self, app: str, player: str, epoch: int, changes: dict[str, str]) -> bool:
        """Change the profile; not with a void token."""
        pairs = [text for pair in changes.items() for text in pair]
        return bool(self._scripts["edit"]((player_key(app, player),), epoch, *pairs))

    def turn(self, app: str, player: str, epoch: int, key: str) -> int | None:
        """Void all tokens; the epoch of the new one, or nothing with a void token."""
        digest = hashlib.sha256(key.encode()).hexdigest()[:16] if key else ""
        found: int = self._scripts["turn"]((player_key(app, player),), epoch, digest)
        return None if found < 0 else found

    def sit(self, app: str, player: str, match: str) -> None:
        """Note that the player sits down in a match."""
        self._scripts["sit"]((seats_key(app, player),), match, MOST_SEATS)

    def rise(self, app: str, player: str, match: str) -> None:
        """The player could not sit down there."""
        self._direct.send("ZREM", seats_key(app, player), match)

    def seats(self, app: str, player: str, before: int, limit: int) -> list[Sat]:
        """Matches of the player, the newest first; `before` a place, 0: from the start."""
        first = f"({before}" if before else "+inf"
        found: list[Any] = self._direct.send(
            "ZREVRANGEBYSCORE", seats_key(app, player), first, "-inf", "WITHSCORES", "LIMIT", 0, limit
        )
        return [Sat(name.decode(), int(float(place))) for name, place in found]

    # Erasure ---------------------------------------------------------------------------------------------------------

    def erase(self, app: str, player: str, epoch: int) -> bool:
        """Forget all but the id, whose matches are still to be seen to; not with a void token."""
        keys = (*hall(app), player_key(app, player), externals_key(app), erasing_key(app))
        return bool(self._scripts["erase"](keys, app, 0, player, epoch))

    def erasing(self, app: str) -> list[str]:
        """Players whose matches have not forgotten them yet."""
        return [name.decode() for name in self._direct.send("SMEMBERS", erasing_key(app))]

    def erased(self, app: str, player: str) -> None:
        """All matches have forgotten the player."""
        self._direct.send("DEL", seats_key(app, player))
        self._direct.send("SREM", erasing_key(app), player)
