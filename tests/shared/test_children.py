"""Children end with the process that started them, however it ends."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from services.shared import children
from services.shared.children import WrongThreadError
from tests.support.waiting import eventually, gone

SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]
STARTER = """
import sys, time
from services.shared import children
command = [sys.executable, "-c", "import time; time.sleep(60)"]
print(children.start(command, watched=sys.argv[1] == "True").pid, flush=True)
time.sleep(60)
"""
WAYS = [
    pytest.param(True, id="watched"),
    pytest.param(False, id="pdeathsig", marks=pytest.mark.skipif(not children.ON_LINUX, reason="Linux only")),
]


@pytest.mark.parametrize("watched", WAYS)
def test_a_child_ends_when_its_starter_is_killed(watched: bool) -> None:
    starter = subprocess.Popen([sys.executable, "-c", STARTER, str(watched)], stdout=subprocess.PIPE, text=True)
    assert starter.stdout
    pid = int(starter.stdout.readline())
    assert not gone(pid)
    starter.kill()
    starter.communicate()
    assert eventually(lambda: gone(pid))


@pytest.mark.parametrize("watched", WAYS)
def test_a_child_that_ends_is_collected_with_its_exit_code(watched: bool) -> None:
    child = children.start([sys.executable, "-c", "raise SystemExit(3)"], watched=watched)
    assert child.wait(20) == child.ended() == 3
    assert child.watcher is None


def test_a_child_has_a_session_of_its_own_that_can_be_ended_at_once(tmp_path: Path) -> None:
    code = "import os, time; os.fork(); print(os.getpid(), flush=True); time.sleep(60)"
    with (tmp_path / "out").open("wb") as output:
        child = children.start([sys.executable, "-c", code], output=output)
    read = (tmp_path / "out").read_text
    assert eventually(lambda: read().count("\n") == 2)
    child.kill_session()
    assert child.wait(10) == -9
    assert eventually(lambda: all(gone(int(pid)) for pid in read().split()))


def test_waiting_for_a_child_that_lives_ends_in_time() -> None:
    child = children.start(SLEEP)
    assert child.wait(0.01) is None
    child.signal(children.STOP)
    assert child.wait(10) == -children.STOP


def test_a_thread_may_not_start_a_child_that_would_end_with_it() -> None:
    refused: list[Exception] = []

    def start() -> None:
        try:
            children.start(SLEEP)
        except WrongThreadError as error:
            refused.append(error)

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert len(refused) == 1
