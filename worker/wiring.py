"""Adds the thinking and the working to the services: what only workers and sweepers have."""

from collections.abc import Iterator
from dataclasses import dataclass

from services.ai.jobs import HINT, REVIEW, SOLVE, ToSend
from services.ai.thinking import Chooser, Thinking, choose_well
from services.ai.working import Doer, Part, Working
from services.matchmaking.matching import Ended
from services.matchmaking.ratings import Rated
from services.rules.lifecycle import PutAway
from services.rules.notation import Json
from services.rules.store import Due
from services.shared.settings import Settings
from services.wiring import Services, wire


@dataclass(frozen=True, slots=True)
class Workshop:
    """What a worker or a sweeper works with."""

    services: Services
    thinking: Thinking
    working: Working

    def handle_due(self) -> Iterator[Due | ToSend | Ended | Rated | PutAway]:
        """Handle what is due, one after the other: turns, jobs, tickets, ratings, then matches past their time."""
        yield from self.thinking.handle_due()
        yield from self.services.jobs.sweep()
        yield from self.services.matching.sweep()
        yield from self.services.ratings.rate_ended()
        yield from self.services.lifecycle.now_and_then()

    def sweep(self) -> Iterator[Due | ToSend | Ended | Rated | PutAway]:
        """The same, and then a sign of life."""
        yield from self.handle_due()
        self.services.stamps.believes("sweeper", self.services.secrets)


def wire_workshop(settings: Settings, chooser: Chooser = choose_well) -> Workshop:
    """The workshop of a process with these settings; connects at the first call. Raises SettingsError."""
    services = wire(settings)
    thinking = Thinking(services.matches, services.presence, services.turns, services.secrets[0], chooser)
    return Workshop(services, thinking, Working(services.jobs, _doers(services)))


def _doers(services: Services) -> dict[str, Doer]:
    """Who does which kind of job; what each needs is loaded when it is needed first: sweepers need none of it."""

    def solve(part: Part) -> Json:
        from services.ai.solving import solve  # noqa: PLC0415 - the bots

        return solve(part)

    def hint(part: Part) -> Json:
        from services.ai.advising import hint  # noqa: PLC0415 - the reasons of all games

        return hint(services.store, services.secrets[0], part)

    def review(part: Part) -> Json:
        from services.ai.reviewing import review  # noqa: PLC0415 - the same

        return review(services.store, services.secrets[0], part)

    return {SOLVE: solve, HINT: hint, REVIEW: review}
