"""The command `pomona ratings`."""

import os
import subprocess
import sys

from tests.support.house import APP, House
from tests.support.rated import GAME, finish


def say(house: House, *options: str) -> tuple[int, list[str]]:
    """The exit code of `pomona ratings`, and what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "pomona", "ratings", *options],
        env={**os.environ, **house.settings.environment()}, capture_output=True, text=True, check=False, timeout=100,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout.splitlines()


def test_it_tells_what_differs_and_mends_it_when_asked_to(house: House) -> None:
    for app in (APP, "other"):
        for _ in range(5):
            finish(house.services, "ada", "bob", app=app)
    list(house.ratings.rate_ended())
    key = f"{{mm:{APP}}}:ratings:{GAME}"
    before = house.redis.hgetall(key)
    house.redis.hset(key, "ada", "30.0 2.0 5|25.0 8.0 0")
    lines = [f"{APP} {GAME}: 5 results, 2 players, 1 ratings differ", f"other {GAME}: 5 results, 2 players, 0 ratings differ"]  # fmt: skip  # noqa: E501
    assert say(house) == (1, lines)
    assert say(house, "--app", "other") == (0, lines[1:])
    assert house.redis.hgetall(key) != before
    assert say(house, "--recompute") == (0, lines)
    assert house.redis.hgetall(key) == before


def test_it_makes_the_result_log_again_from_the_matches(house: House) -> None:
    finish(house.services, "ada", "bob")
    list(house.ratings.rate_ended())
    before = house.redis.hgetall(f"{{mm:{APP}}}:ratings:{GAME}")
    house.redis.delete(*house.redis.keys("{mm:*"))
    line = f"{APP} {GAME}: 1 results (1 added from matches), 2 players, 0 ratings differ"
    assert say(house, "--recompute", "--from-matches") == (0, [line])
    assert house.redis.hgetall(f"{{mm:{APP}}}:ratings:{GAME}") == before
