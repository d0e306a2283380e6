"""Reviews, made: for workers. A part looks at one move, from what its seat knew then; the last part joins them."""

from itertools import pairwise
from math import sqrt
from typing import Final

from ai.choose import rng_of
from ai.regret import judge
from services.ai.advising import move_json, number_of, outlook_json
from services.ai.boards import best_board
from services.ai.engines import prepare, prepared
from services.ai.working import Part
from services.rules.notation import Json
from services.rules.positions import course, decision
from services.rules.store import Store

MOST_TURNING_POINTS: Final = 3
NOTABLE: Final = {"win_share": 0.1, "score": 3.0}
"""A swing that may be a turning point: of the win share, of the score where a seat plays alone."""


def review(store: Store, secret: bytes, part: Part) -> Json:
    """A part of a review."""
    versions = part.asks["versions"]
    if part.number < len(versions):
        return _move(store, secret, part, versions[part.number])
    match_id, seat = part.asks["match"], part.asks["seat"]
    end, steps = course(store, part.app, match_id)
    return joined(part.others) | {"best_board": best_board(end.game, steps, end.state, seat)}


def _move(store: Store, secret: bytes, part: Part, version: int) -> Json:
    """What the move with which an entry of the log was made was worth."""
    match_id, seat = part.asks["match"], part.asks["seat"]
    seen, move = decision(store, part.app, match_id, version)
    game = seen.game
    prepare(game)
    number = number_of(secret, "review", part.app, match_id, version, seat)
    world = game.imagine(seen.state, seat, rng_of(number))
    action = game.encode(world, game.move(move))
    judged = judge(game, seen.state, action, number, prepared(game))
    win_share = judged.win_share
    return {
        "version": version,
        **move_json(seen, world, action),
        **outlook_json(judged.played),
        "forced": len(game.legal(seen.state)) == 1,
        "best": [{**move_json(seen, world, each.action), **outlook_json(each)} for each in judged.best],
        "regret": {"win_share": None if win_share is None else round(win_share, 3), "score": round(judged.score, 2)},
    }


def joined(moves: list[Json]) -> Json:
    """The whole review, of the moves in their order."""
    free = [each for each in moves if not each["forced"]]
    alone = any(each["win_share"] is None for each in moves)
    return {
        "moves": moves,
        "totals": {
            "moves": len(moves),
            "forced": len(moves) - len(free),
            "best": sum(each["move"] == each["best"][0]["move"] for each in free),
            "regret": {
                "win_share": None if alone else round(sum(each["regret"]["win_share"] for each in moves), 3),
                "score": round(sum(each["regret"]["score"] for each in moves), 2),
            },
        },
        "turning_points": turning_points(moves, "score" if alone else "win_share"),
    }


def _chance(before: Json, after: Json) -> float:
    """How far two win shares may differ by chance: two standard errors, of so many imagined games, at most."""
    return sqrt(1 / before["games"] + 1 / after["games"])


def turning_points(moves: list[Json], measure: str) -> list[Json]:
    """Where what the seat could expect changed the most, and by more than chance, from one of its moves to the next."""
    swings = [
        {
            "version": after["version"],
            "since": before["version"],
            "measure": measure,
            "before": before[measure],
            "after": after[measure],
            "swing": round(after[measure] - before[measure], 3),
            "regret": after["regret"][measure],
        }
        for before, after in pairwise(moves)
    ]
    notable = (
        swing
        for swing, (before, after) in zip(swings, pairwise(moves), strict=True)
        if abs(swing["swing"]) > max(NOTABLE[measure], _chance(before, after) if measure == "win_share" else 0)
    )
    largest = sorted(notable, key=lambda each: (-abs(each["swing"]), each["version"]))[:MOST_TURNING_POINTS]
    return sorted(largest, key=lambda each: int(each["version"]))
