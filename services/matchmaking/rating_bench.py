"""What rating a match costs, and a page of a leaderboard of many players; on the bundled server, which syncs writes."""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from services.matchmaking.rating import MU, Rating
from services.matchmaking.rating_store import RatingStore
from services.matchmaking.ratings import Ratings
from services.matchmaking.results import Known
from services.rules.ended import Ended
from services.rules.match import PERSON
from services.rules.matches import Matches
from services.rules.setup import Place, Setup
from services.rules.store import Store
from services.shared.embedded import Embedded
from services.shared.redis import connect

APP: Final = "bench"
GAME: Final = "arboretum"
PAGE: Final = 100


def bench(*, short: bool = False) -> dict[str, Any]:
    """Milliseconds by the clock, medians: a match of four rated and settled, and three pages of a leaderboard."""
    matches, players = (30, 10_000) if short else (400, 10_000)
    random = Random(1)  # noqa: S311 - made-up players
    with tempfile.TemporaryDirectory() as folder, Embedded(Path(folder) / "redis", "always") as server:
        client = connect(server.url)
        store = Store(client)
        ratings = Ratings(RatingStore(client), Ended(client, store), lambda *_: None, least=1)
        known = {f"player{number:05}": _somebody(random) for number in range(players)}
        ratings.store.replace(APP, GAME, 0, known, 1)
        names = list(known)
        ended = [_end(Matches(store, (b"s" * 32,)), random.sample(names, 4)) for _ in range(matches)]
        before = int(client.info("memory")["used_memory"])
        figures: dict[str, Any] = {
            "players": players,
            "rate_ms": _median(_timed(lambda match_id: ratings.rate(APP, match_id), ended)),
            "bytes_a_result": round((int(client.info("memory")["used_memory"]) - before) / matches),
            "top_ms": _median(_timed(lambda _: ratings.board(APP, GAME, PAGE), range(50))),
            "around_ms": _median(_timed(lambda name: ratings.around(APP, GAME, PAGE, name), random.sample(names, 50))),
            "after_ms": _median(_timed(lambda _: ratings.board(APP, GAME, PAGE, (1000, "player05000")), range(50))),
        }
        client.close()
    return figures


def _somebody(random: Random) -> Known:
    return Known(people=Rating(random.gauss(MU, MU / 4), random.uniform(1, 4), 20))


def _end(matches: Matches, players: list[str]) -> str:
    """A rated match of these players, three of whom resign."""
    seats = tuple(Place(PERSON, player=player) for player in players)
    match = matches.create(APP, Setup(GAME, seats, hints=False))[0].match
    for seat in range(1, len(players)):
        matches.resign(APP, match.id, seat, 0, seat)
    return match.id


def _timed(call: Callable[[Any], object], over: Any) -> Iterator[float]:
    for each in over:
        begin = time.perf_counter()
        call(each)
        yield (time.perf_counter() - begin) * 1e3


def _median(found: Iterator[float]) -> float:
    ordered = sorted(found)
    return round(ordered[len(ordered) // 2], 2)
