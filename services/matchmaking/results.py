"""Results: what the end of a match says about its players, as the result log has it, and what follows from it. Pure.

The result log of a game is all that its ratings are made of: `follow` takes them from one entry to the next. So an
entry holds everything that counted at the time, also how strong the bots were held to be.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from services.matchmaking.rating import Rating, Standing, rate, rate_against_bots
from services.rules.match import BOT, FALLBACK, Entry, Match
from services.rules.notation import Json

Anchors = Callable[[str, str], int | None]
"""anchors(game, bot): how strong a bot was measured to be, in points; None: it was not."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is believed of a player in one game: against people, and against bots."""

    people: Rating = field(default_factory=Rating)
    bots: Rating = field(default_factory=Rating)

    def text(self) -> str:
        """Both as they are stored."""
        return f"{self.people.text()}|{self.bots.text()}"

    @classmethod
    def read(cls, text: str) -> Self:
        """What `text` wrote."""
        people, bots = text.split("|")
        return cls(Rating.read(people), Rating.read(bots))


NEW = Known()


@dataclass(frozen=True, slots=True)
class Result:
    """An entry of the result log: who came in where."""

    match: str
    at: float
    """When the match ended."""
    players: tuple[tuple[str, int], ...]
    """(player, place), by player."""
    bots: tuple[tuple[str, int, int], ...] = ()
    """(bot, place, anchor), in the order of the seats."""

    @property
    def counts(self) -> bool:
        """Whether any rating follows from it."""
        return len(self.players) > 1 or bool(self.players and self.bots)

    def without(self, erased: Iterable[str]) -> "Result":
        """The same without players who are not to be known any more."""
        gone = set(erased)
        return replace(self, players=tuple(each for each in self.players if each[0] not in gone))

    def json(self) -> Json:
        """The entry as it is stored."""
        return {"match": self.match, "at": self.at, "players": self.players, "bots": self.bots}

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """What `json` made."""
        players = tuple((player, place) for player, place in stored["players"])
        return cls(
            stored["match"], stored["at"], players, tuple((bot, place, anchor) for bot, place, anchor in stored["bots"])
        )


def result_of(match: Match, log: Callable[[], Iterable[Entry]], anchors: Mapping[str, int]) -> Result | None:
    """What a match that is over says about its players, or nothing; `log` is asked for where bots played.

    A match between people compares its players with each other; seats whose people are nobody's players are left out.
    With bots at the table it compares each player with the bots alone: those whose strength is known (`anchors`), and
    only if all of them played as their names promise.
    """
    people = [seat.player for seat in match.seats if seat.kind != BOT and seat.player]
    if not match.over or not match.rated or len(set(people)) < len(people):
        return None
    assert match.result is not None
    places = list(zip(match.seats, match.result["places"], strict=True))
    players = tuple(sorted((seat.player, place) for seat, place in places if seat.player and seat.kind != BOT))
    seated = [(seat.bot, place) for seat, place in places if seat.kind == BOT]
    bots = tuple((bot, place, anchors[bot]) for bot, place in seated if bot in anchors)
    if seated and not (bots and _as_promised(match, log())):
        return None
    found = Result(match.id, match.updated, players, bots)
    return found if found.counts else None


def follow(known: Mapping[str, Known], result: Result) -> dict[str, Known]:
    """What is believed after a result of those whom it tells of; `known` of all others of them is NEW."""
    before = {player: known.get(player, NEW) for player, _ in result.players}
    if result.bots:
        bots = [(place, anchor) for _, place, anchor in result.bots]
        return {
            player: replace(before[player], bots=rate_against_bots(Standing(place, before[player].bots), bots))
            for player, place in result.players
        }
    after = rate({player: Standing(place, before[player].people) for player, place in result.players})
    return {player: replace(before[player], people=rating) for player, rating in after.items()}


def work_out(log: Iterable[Result | str]) -> tuple[int, dict[str, Known]]:
    """The length of a result log, and what follows from all of it."""
    length, known = 0, dict[str, Known]()
    for entry in log:
        length += 1
        if isinstance(entry, str):
            known.pop(entry, None)
        else:
            known |= follow(known, entry)
    return length, known


def _as_promised(match: Match, log: Iterable[Entry]) -> bool:
    """Whether every bot made all its moves itself, with all the thought that its name promises."""
    bots = {number for number, seat in enumerate(match.seats) if seat.kind == BOT}
    return not any(entry.seat in bots and (entry.by == FALLBACK or entry.body.get("short")) for entry in log)
