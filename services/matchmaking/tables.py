"""Players at tables: who creates or joins a match with the token of a player sits there as that player."""

from dataclasses import replace

from services.matchmaking.players import Holder, Players
from services.rules.erasing import erase
from services.rules.errors import Refused
from services.rules.match import PERSON
from services.rules.matches import Matches
from services.rules.setup import Place, Setup
from services.rules.sight import Sight
from services.shared.ids import derived_id, new_id


class Tables:
    """Creates and joins matches, for players and for strangers."""

    def __init__(self, players: Players, matches: Matches, secret: bytes) -> None:
        """`secret` names the matches that are created with a key."""
        self._players = players
        self._matches = matches
        self._secret = secret

    def create(self, app: str, holder: Holder | None, setup: Setup, key: str = "") -> tuple[Sight, list[str | None]]:
        """A new match; a player takes its first seat for a person. Raises what refuses it."""
        number = next((n for n, place in enumerate(setup.seats) if place.kind == PERSON), None)
        if holder is None or number is None:
            return self._matches.create(app, setup, key)
        player = self._players.me(holder)
        seat = setup.seats[number]
        mine = Place(PERSON, seat.name or player.name, player=player.id)
        setup = replace(setup, seats=(*setup.seats[:number], mine, *setup.seats[number + 1 :]))
        match = derived_id(self._secret, "match of a player", app, player.id, key) if key else new_id()
        self._players.store.sit(app, player.id, match)
        made = self._matches.create(app, setup, f"{player.id} {key}" if key else "", match)
        self._stay(app, player.id, match)
        return made

    def join(
        self, app: str, holder: Holder | None, match: str, name: str, seat: int | None = None, key: str = ""
    ) -> tuple[Sight, str]:
        """Sit down; a player who sits already is shown its seat. Raises what refuses it."""
        if holder is None:
            return self._matches.join(app, match, name, seat, key)
        player = self._players.me(holder)
        self._players.store.sit(app, player.id, match)
        try:
            joined = self._matches.join(app, match, name or player.name, seat, key, player.id)
        except Refused:
            self._players.store.rise(app, player.id, match)
            raise
        self._stay(app, player.id, match)
        return joined

    def _stay(self, app: str, player: str, match: str) -> None:
        """Forget a player who was erased while it sat down."""
        if self._players.store.load(app, player) is None:
            erase(self._matches.store, app, match, player)
