"""Players: guests without an account, known by a token, a name, and what their app calls them."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import orjson

from services.matchmaking.errors import NoSuchPlayer, PlayerRevoked
from services.matchmaking.player_store import Player, PlayerStore
from services.rules.erasing import erase
from services.rules.errors import KeyReused, RulesVersionUnknown
from services.rules.matches import Matches
from services.rules.notation import Json
from services.rules.seating import seat_of
from services.rules.sight import Sight
from services.shared.ids import derived_id, new_id
from services.shared.tokens import Token

PLAYER_TOKEN: Final = "player"  # noqa: S105 - the kind of token, not one
ERASE_AT_ONCE: Final = 100
"""Matches of an erased player that are seen to in one step."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Whoever holds the token of a player: who it is, and of which epoch the token is."""

    app: str
    player: str
    epoch: int


class Greeted(NamedTuple):
    """A player, and the token for whoever has proved to be that player."""

    player: Player
    token: str | None
    made: bool


class Sitting(NamedTuple):
    """A match of a player as its seat sees it, the token of the seat, and the place in the list."""

    sight: Sight
    token: str
    place: int

    def json(self) -> Json:
        """A line of the list."""
        match, seat = self.sight.match, self.sight.viewer
        return {
            "match": match.id,
            "game": match.game.slug,
            "status": match.status,
            "version": match.version,
            "updated": match.updated,
            "seat": seat,
            "your_turn": match.to_act == seat,
            "token": self.token,
        }


class Players:
    """The use-cases of players."""

    def __init__(
        self, store: PlayerStore, matches: Matches, secrets: Sequence[bytes], erase_ratings: Callable[[str, str], None]
    ) -> None:
        """`secrets` sign tokens, the first one new ones; `erase_ratings(app, player)` may be called again and again."""
        self.store = store
        self._matches = matches
        self._secrets = secrets
        self._erase_ratings = erase_ratings

    def greet(
        self, app: str, name: str, locale: str, external: str, key: str = "", by: Holder | None = None
    ) -> Greeted:
        """A new player and its token; the same key lands on the same player.

        Who has this external id already is answered too, but its token only to who sends the key it was made with, or a
        token of it: what an app calls its players is no secret. Raises KeyReused, NoSuchPlayer.
        """
        player = derived_id(self._secrets[-1], "player", app, key) if key else new_id()
        asked = orjson.dumps((name, locale, external, "" if key else player))
        status, found = self.store.greet(app, player, hashlib.sha256(asked).hexdigest()[:32], name, locale, external)
        if status == "reused":
            raise KeyReused("This idempotency key was used for another request.")
        known = self._find(app, found)
        proved = status != "met" or (by is not None and by == self._holder(known))
        return Greeted(known, self.token(known) if proved else None, status in {"made", "known"})

    def me(self, holder: Holder) -> Player:
        """The player of the token; raises PlayerRevoked."""
        player = self.store.load(holder.app, holder.player)
        if player is None or player.epoch != holder.epoch:
            raise _revoked()
        return player

    def look(self, app: str, player: str) -> Player:
        """Any player of the app; raises NoSuchPlayer."""
        return self._find(app, player)

    def token(self, player: Player) -> str:
        """The token that says: I am this player."""
        return Token(PLAYER_TOKEN, player.app, player.id, player.epoch).sign(self._secrets)

    def edit(self, holder: Holder, changes: dict[str, str]) -> Player:
        """Change name or locale; seats that are taken keep the name they were taken with. Raises PlayerRevoked."""
        if changes and not self.store.edit(holder.app, holder.player, holder.epoch, changes):
            raise _revoked()
        return self.me(holder)

    def turn(self, holder: Holder, key: str = "") -> str:
        """A new token, which voids all others; sent again with the old one and the same key, the same one."""
        epoch = self.store.turn(holder.app, holder.player, holder.epoch, key)
        if epoch is None:
            raise _revoked()
        return Token(PLAYER_TOKEN, holder.app, holder.player, epoch).sign(self._secrets)

    def revoke(self, holder: Holder) -> None:
        """Void all tokens, this one too; raises PlayerRevoked."""
        if self.store.turn(holder.app, holder.player, holder.epoch, "") is None:
            raise _revoked()

    # Matches ---------------------------------------------------------------------------------------------------------

    def matches(self, holder: Holder, before: int, limit: int) -> tuple[list[Sitting], int | None]:
        """The matches in which the player sits, the newest first, and the place behind which there are more."""
        self.me(holder)
        found = self.store.seats(holder.app, holder.player, before, limit + 1)
        sittings = (self._sitting(holder, *sat) for sat in found[:limit])
        following = found[limit - 1].place if len(found) > limit else None
        return [each for each in sittings if each], following

    def _sitting(self, holder: Holder, match_id: str, place: int) -> Sitting | None:
        """One of them; nothing if it is gone, or the player never came to sit, or was sent away."""
        try:
            loaded = self._matches.store.load(holder.app, match_id)
        except RulesVersionUnknown:
            return None
        seat = seat_of(loaded.match, holder.player) if loaded else None
        if loaded is None or seat is None:
            return None
        return Sitting(Sight(loaded.match, loaded.recent, seat), self._matches.token(loaded.match, seat), place)

    # Erasure ---------------------------------------------------------------------------------------------------------

    def erase(self, holder: Holder) -> None:
        """Forget the player; its tickets must have been cancelled. Raises PlayerRevoked."""
        if not self.store.erase(holder.app, holder.player, holder.epoch):
            raise _revoked()

    def forget(self, app: str, player: str) -> bool:
        """Let some of the player's matches forget its name; whether all have. May be broken off and done again."""
        self._erase_ratings(app, player)
        before = 0
        while found := self.store.seats(app, player, before, ERASE_AT_ONCE):
            if not all(erase(self._matches.store, app, sat.match, player) for sat in found):
                return False
            before = found[-1].place
        self.store.erased(app, player)
        return True

    def _find(self, app: str, player: str) -> Player:
        found = self.store.load(app, player)
        if found is None:
            raise NoSuchPlayer("There is no such player.")
        return found

    def _holder(self, player: Player) -> Holder:
        return Holder(player.app, player.id, player.epoch)


def _revoked() -> PlayerRevoked:
    return PlayerRevoked("This token of a player is void: a newer one was made, or the player is gone.")
