"""How far ratings are from true skill: players whose skill is known play, and what the ratings say is held against it.

    python -m tests.support.rating_error --players 500 --games 5000

A table is drawn among players of like rating or at random. How somebody plays at it is the true skill and a deviation,
such that two players meet with the odds that the model supposes (Gumbel's distribution, whose differences are
logistic); who comes within the draw margin of the next one ties. Pure: no match, no Redis.
"""

import argparse
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from services.matchmaking.rating import BETA, MU, SIGMA, Rating, Standing, rate


@dataclass(frozen=True)
class World:
    """What is simulated."""

    players: int = 500
    games: int = 5000
    seats: tuple[int, ...] = (2, 2, 3, 4)
    """A table has one of these numbers of seats, drawn."""
    spread: float = SIGMA
    """The standard deviation of true skill."""
    draw: float = 0.2
    """Two performances nearer than that tie."""
    near: int = 0
    """Tables are drawn among so many neighbours by rating; 0: among all."""
    seed: int = 1


def simulate(world: World) -> dict[str, float]:
    """Play it all; the errors and how well the order of the players was found."""
    random = Random(world.seed)
    skill = {f"{number:06}": random.gauss(MU, world.spread) for number in range(world.players)}
    believed = dict.fromkeys(skill, Rating())
    for table in _tables(world, believed, random):
        performed = {who: skill[who] + deviation(random) for who in table}
        places = placed(performed, world.draw)
        believed |= rate({who: Standing(places[who], believed[who]) for who in table})
    return errors(skill, believed)


def deviation(random: Random) -> float:
    """How much better than usual somebody plays this time; usual is up to a constant, and only differences count."""
    return -BETA * math.sqrt(2) * math.log(random.expovariate(1.0))


def errors(skill: Mapping[str, float], believed: Mapping[str, Rating]) -> dict[str, float]:
    """RMSE of mu, and of somebody who only knows the mean; Kendall's tau; how many lie within two sigmas."""
    mean = sum(skill.values()) / len(skill)
    # Only differences mean anything: what all are believed to be too strong is no error.
    shift = sum(believed[who].mu - skill[who] for who in skill) / len(skill)
    off = {who: believed[who].mu - shift - skill[who] for who in skill}
    return {
        "rmse": math.sqrt(sum(each**2 for each in off.values()) / len(skill)),
        "rmse_of_the_mean": math.sqrt(sum((each - mean) ** 2 for each in skill.values()) / len(skill)),
        "kendall_tau": kendall([(skill[who], believed[who].mu) for who in skill]),
        "within_two_sigmas": sum(abs(off[who]) <= 2 * believed[who].sigma for who in skill) / len(skill),
    }


def kendall(pairs: Sequence[tuple[float, float]]) -> float:
    """Kendall's tau-a: (agreeing - disagreeing pairs) / all pairs."""
    agreed = 0
    for number, (x, y) in enumerate(pairs):
        for other_x, other_y in pairs[:number]:
            product = (x - other_x) * (y - other_y)
            agreed += (product > 0) - (product < 0)
    return 2 * agreed / (len(pairs) * (len(pairs) - 1))


def placed(performed: Mapping[str, float], draw: float) -> dict[str, int]:
    """Places from 1; neighbours nearer than the margin share one."""
    order = sorted(performed, key=lambda who: -performed[who])
    places = {order[0]: 1}
    for (number, who), (_, behind) in pairwise(enumerate(order, 1)):
        places[behind] = places[who] if performed[who] - performed[behind] < draw else number + 1
    return places


def _tables(world: World, believed: Mapping[str, Rating], random: Random) -> Iterator[list[str]]:
    names = list(believed)
    for game in range(world.games):
        size = random.choice(world.seats)
        if not world.near:
            yield random.sample(names, size)
            continue
        if game % len(names) == 0:
            names.sort(key=lambda who: believed[who].mu)
        first = random.randrange(len(names) - world.near)
        yield random.sample(names[first : first + world.near], size)


def main() -> None:
    """Print the figures as one line of JSON."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for name in ("players", "games", "near", "seed"):
        asked.add_argument(f"--{name}", type=int, default=getattr(World, name))
    world = World(**vars(asked.parse_args()))
    print(json.dumps({name: round(value, 4) for name, value in simulate(world).items()}))  # noqa: T201


if __name__ == "__main__":
    main()
