"""Reviews: of the moves of a seat, once the match is over. What web processes need of them."""

from collections.abc import Sequence

from services.ai.job_store import Asked, Job
from services.ai.jobs import REVIEW, Jobs
from services.rules.contract import SPECTATOR
from services.rules.errors import NoSuchSeat, NotOver
from services.rules.matches import Matches
from services.rules.positions import decisions
from services.shared.ids import id_beside


class Reviews:
    """Asks for reviews."""

    def __init__(self, matches: Matches, jobs: Jobs, secrets: Sequence[bytes]) -> None:
        """A review is kept as long as its match."""
        self._matches = matches
        self._jobs = jobs
        self._secrets = secrets

    def ask(self, app: str, match_id: str, seat: int, viewer: int = SPECTATOR, epoch: int = 0) -> Job:
        """The job of the review of a seat's moves: a part for each move, and one that joins; always the same job."""
        match = self._matches.look(app, match_id, viewer, epoch).match
        if not 0 <= seat < len(match.seats):
            raise NoSuchSeat(f"The match has seats 0 to {len(match.seats) - 1}.", seats=len(match.seats))
        if not match.over:
            raise NotOver("A match is reviewed once it is over.")
        versions = decisions(self._matches.store, app, match_id, seat)
        asks = {"match": match_id, "seat": seat, "versions": versions}
        return self._jobs.ask(
            app, self._id(app, match_id, seat), Asked(REVIEW, asks, len(versions) + 1, match=match_id)
        )

    def forget(self, app: str, match_id: str, seats: int) -> None:
        """Delete the reviews of a match that is put away."""
        for seat in range(seats):
            self._jobs.store.delete(app, self._id(app, match_id, seat))

    def _id(self, app: str, match_id: str, seat: int) -> str:
        return id_beside(self._secrets[-1], match_id, app, REVIEW, str(seat))
