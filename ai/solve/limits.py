"""What may be spent on a plan or an answer; whoever asks for one needs no OR-Tools to say so."""

from dataclasses import dataclass


class TooLarge(ValueError):  # noqa: N818 - a refusal is an answer, not an error of ours
    """A question whose model would be larger than we solve; the text is for the user."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much may be spent on one model."""

    work: float = 1.0
    """In the solver's own deterministic time, about seconds on a quick core."""
    seconds: float = 5.0
    """Of the clock; well above what the work takes on a usual machine."""
    seed: int = 0
    any_plan: bool = False
    """Whether the first plan that is found will do; it is the same every time."""
