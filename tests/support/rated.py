"""Rated matches that end as a test wants them to, and what must then be so."""

from collections.abc import Iterable
from random import Random
from typing import Any

from services.matchmaking.ratings import Rated
from services.matchmaking.results import Known, Result, work_out
from services.rules.match import BOT, PERSON
from services.rules.setup import Place, Setup
from services.shared.ids import BUCKETS, hash_tag
from services.wiring import Services
from tests.support.house import APP, House

GAME = "arboretum"
PLAYERS = [f"player{number}" for number in range(6)]


def seat_players(services: Services, *players: str, bots: Iterable[str] = (), game: str = GAME, app: str = APP) -> str:
    """A rated match of these players, with these bots behind them."""
    people = [Place(PERSON, name=player, player=player) for player in players]
    setup = Setup(game, (*people, *(Place(BOT, bot=bot) for bot in bots)), hints=False)
    return services.matches.create(app, setup)[0].match.id


def resign(services: Services, match_id: str, *seats: int, app: str = APP) -> None:
    """Let these seats resign, one after the other."""
    for seat in seats:
        version = services.matches.look(app, match_id).match.version
        services.matches.resign(app, match_id, seat, 0, version)


def finish(services: Services, *players: str, game: str = GAME, app: str = APP) -> str:
    """A rated match that is over, in which these players came in in this order: the others have given up."""
    match_id = seat_players(services, *players, game=game, app=app)
    resign(services, match_id, *range(len(players) - 1, 0, -1), app=app)
    return match_id


def waiting(house: House) -> int:
    """How many matches wait for their rating."""
    return sum(int(house.redis.zcard(f"{hash_tag(number)}:ended")) for number in range(BUCKETS))


def take_again(house: House) -> None:
    """Let the time pass until every match that waits may be taken again."""
    for number in range(BUCKETS):
        key = f"{hash_tag(number)}:ended"
        members: Any = house.redis.zrange(key, 0, -1)
        for member in members:
            house.redis.zadd(key, {member: 1}, xx=True)


def results(house: House, game: str = GAME) -> list[Result | str]:
    """The result log."""
    return list(house.ratings.store.results(APP, game))


def known(house: House, game: str = GAME) -> dict[str, Known]:
    """All ratings."""
    return house.ratings.store.ratings(APP, game)


def once_and_right(house: House, matches: Iterable[str], game: str = GAME) -> None:
    """Each of these matches stands once in the result log, none waits, and the ratings and the board follow from it."""
    log = results(house, game)
    assert sorted(each.match for each in log if isinstance(each, Result)) == sorted(matches)
    assert waiting(house) == 0
    assert known(house, game) == work_out(log)[1]
    board = {line.player: line.points for line in house.ratings.board(APP, game, 1000).lines}
    least = house.settings.leaderboard_games
    assert board == {
        player: each.people.points for player, each in known(house, game).items() if each.people.games >= least
    }


def some_matches(house: House, count: int, seed: int = 1) -> list[str]:
    """Rated matches of two to four of the PLAYERS, drawn."""
    random = Random(seed)
    return [finish(house.services, *random.sample(PLAYERS, random.randint(2, 4))) for _ in range(count)]


def rate_all(house: House) -> list[Rated]:
    """Rate what may be taken now."""
    return list(house.ratings.rate_ended())


def wipe(house: House, *kinds: str) -> None:
    """Lose some of what ratings are kept in."""
    for kind in kinds:
        for key in house.redis.scan_iter(f"{{mm:{APP}}}:{kind}:*"):
            house.redis.delete(key)
