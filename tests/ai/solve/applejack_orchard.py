"""Small questions about orchards, and the plain way to answer them: every plan is tried by the rules."""

from collections.abc import Iterator
from random import Random
from typing import Any

from services.rules.games.applejack.components import FIELDS, NAMES, PASTURE, PERIOD, PRICE, TILE
from services.rules.games.applejack.notation import FIELD
from services.rules.games.applejack.orchard import lay
from services.rules.games.applejack.scoring import scores
from services.rules.games.applejack.stand_in import COLOURS
from services.rules.games.applejack.state import State, clear_orchard
from services.rules.notation import Json

BOARDS = ("A", "B1", "B2", "B3", "B4")


def any_question(random: Random, free: int, tiles: int, *, honey: int | None = None, kinds: int = 100) -> Json:
    """A question with so many free fields and tiles; the tiles are among `kinds` of the 100."""
    fields = random.sample(FIELDS, len(FIELDS) - free)
    names = random.sample(random.sample(NAMES, max(kinds, len(fields) + tiles)), len(fields) + tiles)
    laid = [laid_tile(random, at, name) for at, name in zip(fields, names, strict=False)]
    seats = random.randint(1, 4)
    return {
        "orchard": {
            "honey": random.randint(0, 25) if honey is None else honey,
            "board": random.choice(BOARDS),
            "tiles": laid,
        },
        "tiles": names[len(fields) :],
        "seats": seats,
        "coming": [coming(random, seats * tiles + 2) for _ in range(random.randint(0, 6))],
    }


def laid_tile(random: Random, at: tuple[int, int], name: str) -> Json:
    """A tile as it lies in a view."""
    if random.random() < 0.15:
        return {"at": list(at), "tile": name, "pasture": True}
    return {"at": list(at), "tile": name, "pasture": False, "rotation": random.randint(0, 5)}


def coming(random: Random, moves: int) -> Json:
    """A harvest, or blossoms."""
    what: Json = {"after": random.randrange(moves), "pips": random.randint(1, 3)}
    return what | ({"blossoms": True} if random.random() < 0.15 else {"colour": random.choice(COLOURS)})


def state_of(question: Json) -> State:
    """The orchard of a question."""
    s = State()
    s.seats, s.board[0] = 1, BOARDS.index(question["orchard"]["board"])
    clear_orchard(s, 0)
    for one in question["orchard"]["tiles"]:
        s.held = TILE[one["tile"]]
        lay(s, 0, FIELD[tuple(one["at"])], PASTURE if one["pasture"] else one["rotation"])
    s.honey[0] = question["orchard"]["honey"]
    return s


def brute_force(question: Json) -> int:
    """The most points that any plan comes to."""
    return max(points for points, _ in every_end(question, state_of(question), 0))


def every_end(question: Json, s: State, turn: int) -> Iterator[tuple[int, State]]:
    """The points of every plan from a turn on."""
    if turn == len(question["tiles"]):
        out = [0]
        scores(s, out)
        yield out[0], s
        return
    tile = TILE[question["tiles"][turn]]
    for place in s.free[0][: s.n_free[0]]:
        for rotation in [*(range(PERIOD[tile]) if PRICE[tile] <= s.honey[0] else ()), PASTURE]:
            after = s.clone()
            play(question, after, turn, tile, (place, rotation))
            yield from every_end(question, after, turn + 1)


def play(question: Json, s: State, turn: int, tile: int, way: tuple[int, int]) -> None:
    """A turn: lay the tile, collect until the next."""
    s.held = tile
    lay(s, 0, *way)
    last, seats = turn == len(question["tiles"]) - 1, question["seats"]
    for one in question["coming"]:
        if one["after"] >= turn * seats and (last or one["after"] < (turn + 1) * seats):
            s.honey[0] += collected(s, one)


def collected(s: State, one: Json) -> int:
    """What a harvest or blossoms bring."""
    if "blossoms" in one:
        return int(one["pips"] * s.blossoms[0])
    return int(s.crop[0][3 * COLOURS.index(one["colour"]) + one["pips"] - 1])


def replayed(question: Json, plan: Any) -> int:
    """The points of a plan as answered, each move held against what is legal."""
    s = state_of(question)
    for turn, (name, step) in enumerate(zip(question["tiles"], plan["moves"], strict=True)):
        assert step["tile"] == name
        move, tile = step["move"], TILE[name]
        place = FIELD[tuple(move["at"])]
        assert place in s.free[0][: s.n_free[0]]
        rotation = PASTURE
        if move["type"] == "applejack.lay":
            rotation = move["rotation"]
            assert PRICE[tile] <= s.honey[0]
            assert rotation < PERIOD[tile]
        play(question, s, turn, tile, (place, rotation))
    out = [0]
    scores(s, out)
    return out[0]
