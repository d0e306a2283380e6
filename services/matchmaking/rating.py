"""Ratings: what a result says of how well people play. Pure.

The model is that of Weng and Lin (2011) with the full pairing of Bradley and Terry, as openskill computes it: a player
is a normal distribution (mu, sigma), and a result of n seats is n (n - 1) / 2 comparisons at once. Sigma never grows:
who has not played for long is believed to play as before.

People are rated against people. Against bots they have a second rating: a bot is an opponent whose strength is known
from the ladder (`anchor`) and never moves, so however often one is beaten, no rating of people comes out of it.

The same results in the same order give the same numbers to the last bit, whoever computes them: those who played are
put in an order of their own before anything is added up, and numbers are written as text that reads back exactly.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Final, NamedTuple, Self

from openskill.models import BradleyTerryFull

from services.rules.notation import Json

MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = MU / 6
"""What is believed of somebody new, and how much a performance varies; the customary numbers of Weng and Lin."""
CAUTION: Final = 3
"""The points of a player are those of whom we are nearly sure: so many sigmas below the mean."""

ODDS_OF_TEN: Final = 400
POINTS_OF_MU: Final = 1000
"""Points are on a scale like Elo's: 400 more are odds of ten to one, and the mean of somebody new lies at 1000."""
POINTS: Final = ODDS_OF_TEN / (log(10) * BETA * sqrt(2))
"""Points of one unit of mu, 29.5: two players of whom all is known meet with odds exp(d / (beta sqrt 2))."""

_KNOWN: Final = 1e-6
"""The sigma of a bot: so small that it changes nothing, for the model divides by it."""
_MODEL: Final = BradleyTerryFull(mu=MU, sigma=SIGMA, beta=BETA, tau=0.0)


@dataclass(frozen=True, slots=True, order=True)
class Rating:
    """What is believed of a player in a game."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def points(self) -> int:
        """Points that the player is nearly sure to be worth; they rank the leaderboard."""
        return points_of(self.mu - CAUTION * self.sigma)

    def json(self) -> Json:
        """The rating as it stands in the API."""
        return {"mu": self.mu, "sigma": self.sigma, "points": self.points, "games": self.games}

    def text(self) -> str:
        """The rating as it is stored."""
        return f"{self.mu!r} {self.sigma!r} {self.games}"

    @classmethod
    def read(cls, text: str) -> Self:
        """What `text` wrote, to the last bit."""
        mu, sigma, games = text.split()
        return cls(float(mu), float(sigma), int(games))


class Standing(NamedTuple):
    """Where somebody came in, from 1, ties shared, and what was believed before."""

    place: int
    rating: Rating


def points_of(mu: float) -> int:
    """A strength on the scale of points."""
    return round(POINTS_OF_MU + POINTS * (mu - MU))


def strength_of(points: float) -> float:
    """A place on the scale of points as a strength."""
    return MU + (points - POINTS_OF_MU) / POINTS


def rate(standings: Mapping[str, Standing]) -> dict[str, Rating]:
    """The ratings of players after a result; two at least."""
    # Equals that tie stand next to each other, so that both are added up in the same order.
    order = sorted(standings, key=lambda who: (standings[who], who))
    before = [standings[who].rating for who in order]
    after = _compare([(one.mu, one.sigma) for one in before], [standings[who].place for who in order])
    return {who: Rating(mu, sigma, old.games + 1) for who, old, (mu, sigma) in zip(order, before, after, strict=True)}


def rate_against_bots(standing: Standing, bots: Sequence[tuple[int, int]]) -> Rating:
    """The rating of a person after a result against these bots (place, anchor in points); one at least.

    Only this person and the bots are compared, each as in `rate`, and only the person moves.
    """
    order = sorted(bots)
    me = standing.rating
    sides = [(me.mu, me.sigma), *((strength_of(anchor), _KNOWN) for _, anchor in order)]
    mu, sigma = _compare(sides, [standing.place, *(place for place, _ in order)])[0]
    return Rating(mu, sigma, me.games + 1)


def _compare(sides: Sequence[tuple[float, float]], places: Sequence[int]) -> list[tuple[float, float]]:
    """(mu, sigma) of each side after a result, in the order given."""
    teams = [[_MODEL.create_rating([mu, sigma])] for mu, sigma in sides]
    return [(after.mu, after.sigma) for (after,) in _MODEL.rate(teams, ranks=[float(place) for place in places])]
