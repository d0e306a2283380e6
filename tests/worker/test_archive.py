"""The command `archive`, as it is run."""

import subprocess
import sys
from pathlib import Path

from services.rules.keys import keys_of
from tests.support.house import APP, House
from tests.support.pomona import ROOT, environment


def archive(house: House, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the command."""
    return subprocess.run(
        [sys.executable, "-m", "pomona", "archive", *arguments],
        cwd=ROOT,
        env=environment(**house.settings.environment()),
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )


def test_matches_are_put_away_and_taken_back_by_hand(house: House, tmp_path: Path) -> None:
    over, going_on = house.create("person", "person"), house.create("person", "person")
    house.matches.resign(APP, over, 0, 0, 1)
    before = house.match(over)
    keys = keys_of(APP, over)
    house.redis.zadd(keys.ends, {keys.member: 1})
    put = archive(house)
    assert (put.returncode, put.stderr) == (0, "")
    assert put.stdout == f"1 matches were written into {tmp_path}/archive and deleted\n"
    assert house.store.load(APP, over) is None
    assert house.match(going_on).version == 1

    (path,) = (tmp_path / "archive").glob("*/*.jsonl")
    with path.open("ab") as file:
        file.write(b"no line\n")
    for said in ("1 matches were taken back, 0 were there", "0 matches were taken back, 1 were there"):
        back = archive(house, "--import", str(path))
        assert back.returncode == 1
        assert back.stdout == f"{said}, 1 could not be taken\n"
        assert f"{path}:2: This is not a line of an archive" in back.stderr
    assert house.match(over).result == before.result
    house.consistent(over)


def test_without_a_redis_it_says_so(house: House) -> None:
    env = environment(**house.settings.environment())
    del env["POMONA_REDIS_URL"]
    said = subprocess.run(
        [sys.executable, "-m", "pomona", "archive"], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert said.returncode == 1
    assert said.stderr.startswith("Error: POMONA_REDIS_URL is not set")
