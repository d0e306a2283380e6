"""From many legal moves to one, part by part: which kind of move, which card, which place. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """One part of a move that is still open, and what it may be, in the order of the legal moves."""

    part: str
    answers: list[Any]
    moves: list[Json]
    """The legal moves that are left, as the API lists them: `move` and `label`."""

    def narrowed(self, number: int) -> "Question":
        """What is left after the answer of this number, from 0."""
        wanted = self.answers[number]
        return question([each for each in self.moves if each["move"].get(self.part) == wanted])

    @property
    def last(self) -> bool:
        """Whether every answer names one move, so that its label can stand for it."""
        return len(self.answers) == len(self.moves)


def question(moves: list[Json]) -> Question:
    """The first part in which the moves differ; no answers if a single move is left."""
    for part in _parts(moves):
        answers: list[Any] = []
        for each in moves:
            value = each["move"].get(part)
            if value not in answers:
                answers.append(value)
        if len(answers) > 1:
            return Question(part, answers, moves)
    return Question("", [], moves)


def _parts(moves: list[Json]) -> Iterator[str]:
    """The names of all parts, in the order in which the moves write them."""
    seen: set[str] = set()
    for each in moves:
        for name in each["move"]:
            if name not in seen:
                seen.add(name)
                yield name
