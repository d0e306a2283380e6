"""What a deployment is sized by can be measured, and is of the size that is promised."""

from ai.search.budgets import LEVELS
from api import sizing as of_web
from services.rules.registry import GAMES
from worker import sizing as of_workers


def test_a_match_of_two_stays_below_what_is_promised_and_one_can_be_made() -> None:
    told = of_web.bench(short=True)
    assert set(told["match"]) == set(GAMES)
    for slug, found in told["match"].items():
        assert 1000 < found["state_bytes"] + found["log_bytes"] < 40_000, slug
        assert found["log_bytes"] > 20 * found["entries"], slug
    assert told["made"]["a_second"] > 0
    assert told["made"]["server_us"] > 0


def test_decisions_are_counted_for_every_level_of_every_game() -> None:
    told = of_workers.bench(short=True)
    assert {slug: tuple(levels) for slug, levels in told.items()} == dict.fromkeys(GAMES, LEVELS)
    assert all(found["decisions"] > 0 < found["a_core_second"] for levels in told.values() for found in levels.values())
