"""A whole game in the terminal, against a private server that the client starts itself."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.pomona import ROOT, environment
from tests.support.waiting import eventually

ALWAYS_THE_FIRST = "1\n" * 400


@pytest.mark.timeout(300)
def test_a_game_is_played_by_number_to_its_end() -> None:
    command = [sys.executable, "-m", "pomona", "play", "arboretum", "--bot", "random", "--name", "Ada"]
    done = subprocess.run(
        command,
        check=False,
        cwd=ROOT,
        env=environment(COLUMNS="120"),
        input=ALWAYS_THE_FIRST,
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert done.returncode == 0, done.stderr
    assert "The match is over." in done.stdout
    assert "Ada (you)" in done.stdout
    assert "Seat 1 draws from the deck." in done.stdout


def test_a_server_that_does_not_answer_is_one_clear_line() -> None:
    command = [sys.executable, "-m", "pomona", "play", "arboretum", "--url", "http://127.0.0.1:9"]
    done = subprocess.run(
        command, check=False, cwd=ROOT, env=environment(), input="", capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1


def test_the_private_server_dies_with_the_client() -> None:
    command = [sys.executable, "-m", "pomona", "play", "arboretum", "--bot", "random"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as client:
        assert client.stdout
        assert "Starting" in client.stdout.readline()
        assert eventually(lambda: serving(client.pid), seconds=60)
        server = serving(client.pid)[0]
        client.kill()
    assert eventually(lambda: not Path(f"/proc/{server}").exists(), seconds=60)


def serving(client: int) -> list[int]:
    """The processes that the client started."""
    found = Path(f"/proc/{client}/task/{client}/children")
    return [int(pid) for pid in found.read_text().split()]
