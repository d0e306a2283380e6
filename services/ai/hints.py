"""Hints: asked for by the seat that is to act, once for each decision. What web processes need of them."""

from collections.abc import Sequence

from services.ai.job_store import Asked, Job
from services.ai.jobs import HINT, Jobs
from services.rules.contract import SPECTATOR
from services.rules.errors import Away, HintsOff, MatchOver, NotForSpectators, NotStarted, NotYourTurn, Stale
from services.rules.keys import hints_field
from services.rules.match import OPEN, Match
from services.rules.matches import Matches
from services.shared.ids import id_beside


class Hints:
    """Asks for hints."""

    def __init__(self, matches: Matches, jobs: Jobs, secrets: Sequence[bytes], keep_seconds: int) -> None:
        """A hint is kept for so long after it was given."""
        self._matches = matches
        self._jobs = jobs
        self._secrets = secrets
        self._keep_seconds = keep_seconds

    def ask(self, app: str, match_id: str, seat: int, epoch: int, version: int | None = None) -> Job:
        """The job of the hint for the seat's decision at this version; asked again, the same, and counted once."""
        if seat == SPECTATOR:
            raise NotForSpectators("This needs the token of a seat.")
        match = self._matches.look(app, match_id, seat, epoch).match
        version = version or match.version
        job_id = id_beside(self._secrets[-1], match_id, app, HINT, str(version), str(seat))
        known = self._jobs.find(app, job_id)
        if known is not None:
            return known
        _admit(match, seat, version)
        asks = {"match": match_id, "seat": seat, "version": version}
        asked = Asked(HINT, asks, 1, self._keep_seconds, match_id, version, hints_field(seat))
        return self._jobs.ask(app, job_id, asked)


def _admit(match: Match, seat: int, version: int) -> None:
    """Let the seat ask whose turn it is; raises what refuses it."""
    if not match.hints:
        raise HintsOff("The creator of this match allowed no hints.")
    if match.status == OPEN:
        raise NotStarted("The match waits for people to sit down.")
    if match.over or match.seats[seat].resigned:
        raise MatchOver("The match has ended for this seat.")
    if match.seats[seat].away:
        raise Away("A bot plays for this seat until you return.")
    if version != match.version:
        raise Stale(f"The match stands at version {match.version} now.", version=match.version)
    if match.to_act != seat:
        raise NotYourTurn(f"It is the turn of seat {match.to_act}.", to_act=match.to_act)
