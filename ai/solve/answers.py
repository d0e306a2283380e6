"""What a module of a game offers: a plan for the seat to act, and exact answers to questions about its boards."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ai.solve.limits import Limits
from services.rules.notation import Json

SOLVER: Final = "solver"
GREEDY: Final = "greedy"
"""Where an answer comes from: greedy answers stand in where the solver has found nothing in time."""


class BadQuestion(ValueError):  # noqa: N818 - a refusal is an answer, not an error of ours
    """A question that cannot be asked; `pointer` is the JSON pointer to what is wrong, the text is for the user."""

    def __init__(self, pointer: str, text: str) -> None:
        """`pointer` is relative to the question."""
        super().__init__(text)
        self.pointer = pointer


@dataclass(frozen=True, slots=True)
class Step:
    """A legal action of the seat to act as a planner judged it."""

    action: int
    value: float
    """Points that the best plan found that begins with it is expected to bring; comparable within one decision only."""


@dataclass(frozen=True, slots=True)
class Planned:
    """The first steps that were weighed, best first, and how sure that is."""

    steps: tuple[Step, ...]
    plan: tuple[Json, ...]
    """The best plan, in words of the game, for a person to read; its first entry is the first step."""
    value: float
    bound: float
    """No plan of the model is worth more than this."""
    optimal: bool
    deterministic: bool
    source: str
    work: float


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an exact question."""

    plan: Json
    """What to do, in the game's public notation."""
    value: int
    bound: int
    """No plan is worth more; where it equals the value, the plan is proven to be the best."""
    deterministic: bool
    source: str
    work: float

    @property
    def optimal(self) -> bool:
        """Whether it is proven that nothing is better."""
        return self.value == self.bound

    def json(self) -> Json:
        """The answer as it stands in the API."""
        return {
            "plan": self.plan,
            "value": self.value,
            "bound": self.bound,
            "optimal": self.optimal,
            "deterministic": self.deterministic,
            "source": self.source,
            "work": round(self.work, 4),
        }


@dataclass(frozen=True, slots=True)
class Question:
    """An exact question about a game."""

    name: str
    """As it stands in a path of the API: lower case, with hyphens."""
    description: str
    schema: Json
    """JSON Schema (2020-12) of a question; what it cannot say, `solve` checks."""
    example: Json
    solve: Callable[[Json, Limits], Answer]
    """solve(question, limits): raises BadQuestion, TooLarge."""


Planner = Callable[[Any, Sequence[Any], Limits], Planned]
"""planner(state as the seat to act sees it, whole states that it imagines, limits): the limits are for all models of
the decision together."""

Lines = Callable[[Any, Limits], tuple[list[tuple[int, ...]], bool]]
"""lines(state as the seat to act sees it, limits): plans for the rest of its turn as actions, and whether the work, not
the clock, has decided which."""


@dataclass(frozen=True, slots=True)
class Solver:
    """What `ai.solve.<slug>` offers as SOLVER."""

    planner: Planner
    questions: Mapping[str, Question]
    lines: Lines | None = None
    """For a planner that judges plans by playing on: those plans, for a compiled search to play on faster."""
