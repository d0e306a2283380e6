"""Invitations: an open match with a short code to hand on, listed in the lobby or not."""

import hmac
import re
import secrets as random_secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import orjson

from services.matchmaking.errors import InvitationOver, NoSuchInvitation, NotYourInvitation, TooManyInvitations
from services.matchmaking.invitation_store import WITHDRAWN, Invitation, InvitationStore, New
from services.matchmaking.players import Holder, Players
from services.matchmaking.tables import Tables
from services.rules.errors import BadSeats, KeyReused
from services.rules.match import FREE, OPEN, PERSON, Match
from services.rules.matches import Matches
from services.rules.notation import Json
from services.rules.setup import Setup
from services.rules.sight import Sight

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base32: no letters that look like digits or like others."""
LENGTH: Final = 10
"""50 bits: who tries a thousand codes a second finds one of a million open ones after half an hour, on average; the
limits allow far fewer."""
_LOOK_ALIKES: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})
_CODE: Final = re.compile(rf"[{ALPHABET}]{{{LENGTH}}}")


@dataclass(frozen=True, slots=True)
class Shown:
    """An invitation, and the table it leads to."""

    invitation: Invitation
    match: Match

    @property
    def open(self) -> bool:
        """Whether there is a seat to be taken."""
        return self.match.status == OPEN and self.invitation.state != WITHDRAWN

    def json(self) -> Json:
        """The invitation as it stands in the API; the match itself is for those who sit down."""
        seats, made = self.match.seats, self.invitation
        return {
            "code": spell(made.code),
            "link": f"/v1/invitations/{made.code}",
            "state": "withdrawn" if made.state == WITHDRAWN else "open" if self.open else "full",
            "game": self.match.game.slug,
            "options": self.match.game.unpack(self.match.options, len(seats)),
            "seats": [{"seat": number, **seat.json()} for number, seat in enumerate(seats)],
            "free": sum(seat.kind == FREE for seat in seats),
            "listed": made.listed,
            "host": made.host,
            "created": made.created,
            "expires": made.expires,
        }


class Invitations:
    """The use-cases of invitations."""

    def __init__(
        self,
        store: InvitationStore,
        players: Players,
        tables: Tables,
        matches: Matches,
        secrets: Sequence[bytes],
        most: int,
    ) -> None:
        """`most`: so many may a player have open at once."""
        self._store = store
        self._players = players
        self._tables = tables
        self._matches = matches
        self._secrets = secrets
        self._most = most

    def invite(
        self, holder: Holder, setup: Setup, seconds: int, key: str = "", *, listed: bool = False
    ) -> tuple[Shown, Sight, str]:
        """An open match with its host seated, and a code for it; the same key lands on the same ones."""
        self._players.me(holder)
        kinds = [place.kind for place in setup.seats]
        if PERSON not in kinds or FREE not in kinds:
            raise BadSeats("/seats", "An invitation has a seat for you (person) and an open one.")
        code = self._code(holder, key)
        digest = hmac.digest(self._secrets[-1], orjson.dumps((setup.asked(), seconds, listed)), "sha256").hex()[:32]
        status = self._store.admit(holder.app, code, holder.player, digest, seconds, self._most)
        if status == "reused":
            raise KeyReused("This idempotency key was used for another request.")
        if status == "many":
            raise TooManyInvitations(f"You have {self._most} invitations open; withdraw one.", most=self._most)
        # With a key of its own, so that whoever is cut off here may do all of it again.
        sight, tokens = self._tables.create(holder.app, holder, setup, f"invitation {code}")
        new = New(holder.player, digest, sight.match.id, setup.game, seconds, listed)
        self._store.make(holder.app, code, new)
        seat = kinds.index(PERSON)
        token = tokens[seat]
        assert token is not None, "a person's seat has one"
        return self.look(holder.app, code), Sight(sight.match, sight.recent, seat), token

    def look(self, app: str, text: str) -> Shown:
        """The invitation of this code; raises NoSuchInvitation."""
        found = self._store.load(app, read_code(text))
        loaded = self._matches.store.load(app, found.match) if found else None
        if found is None or loaded is None:
            raise NoSuchInvitation("There is no such invitation, or it has expired.")
        return Shown(found, loaded.match)

    def accept(self, holder: Holder, text: str, name: str = "") -> tuple[Sight, str]:
        """Sit down; whoever sits already is shown its seat. Raises what refuses it."""
        self._players.me(holder)
        shown = self.look(holder.app, text)
        if shown.invitation.state == WITHDRAWN:
            raise InvitationOver("This invitation was withdrawn.")
        return self._tables.join(holder.app, holder, shown.match.id, name)

    def withdraw(self, holder: Holder, text: str) -> Shown:
        """Let nobody sit down by this code any more; done twice, the same. Raises NotYourInvitation."""
        self._players.me(holder)
        shown = self.look(holder.app, text)
        if shown.invitation.host != holder.player:
            raise NotYourInvitation("Only whoever has invited may withdraw it.")
        self._store.withdraw(holder.app, shown.invitation.code, holder.player, shown.match.game.slug)
        return self.look(holder.app, text)

    def lobby(self, app: str, game: str, before: int, limit: int) -> tuple[list[Shown], int | None]:
        """Listed invitations with a free seat, the newest first, and the place behind which there may be more.

        A page may be shorter than its limit: those that are full or have expired are left out, and forgotten.
        """
        found = self._store.listed(app, game, before, limit + 1)
        shown = []
        for code, _ in found[:limit]:
            each = self._listed(app, code)
            if each and each.open:
                shown.append(each)
            elif each is None or each.match.status != OPEN:
                self._store.unlist(app, code, game)
        return shown, found[limit - 1][1] if len(found) > limit else None

    def _listed(self, app: str, code: str) -> Shown | None:
        try:
            return self.look(app, code)
        except NoSuchInvitation:
            return None

    def _code(self, holder: Holder, key: str) -> str:
        if not key:
            return "".join(random_secrets.choice(ALPHABET) for _ in range(LENGTH))
        drawn = hmac.digest(
            self._secrets[-1], f"pomona invitation {holder.app} {holder.player} {key}".encode(), "sha256"
        )
        return "".join(ALPHABET[byte % 32] for byte in drawn[:LENGTH])


def spell(code: str) -> str:
    """A code as it is easily read aloud."""
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"


def read_code(text: str) -> str:
    """A code as people type it: small letters, look-alikes and separators are welcome. Raises NoSuchInvitation."""
    code = text.upper().translate(_LOOK_ALIKES)
    if not _CODE.fullmatch(code):
        raise NoSuchInvitation(f"A code has {LENGTH} letters and digits.")
    return code
