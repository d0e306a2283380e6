"""One command starts everything in order, keeps it alive, and stops it in order."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from services.serve import PROGRAMS, ROOT, address, listen
from services.shared.embedded import Embedded
from services.shared.redis import connect
from tests.support.waiting import eventually, gone

SERVE = """
import os, sys
from services.serve import PROGRAMS, Program, serve
from services.shared.settings import Settings
web, app = PROGRAMS[0], os.environ.get("WEB_APP", "tests.support.programs:app")
kind, diary, seconds = sys.argv[1:]
sys.exit(serve(Settings.read(), [
    Program(web.name, web.arguments.replace("api.wsgi:app", app), listens=True),
    Program(kind, f"-m tests.support.programs {kind} {diary}", stop_seconds=float(seconds)),
]))
"""


@dataclass(frozen=True)
class Served:
    """A running `serve` with stand-ins for what it serves."""

    process: subprocess.Popen[str]
    output: Path
    diary: Path
    data: Path

    def said(self) -> str:
        """What it printed so far."""
        return self.output.read_text()

    def url(self) -> str:
        """Wait until it listens; where."""
        assert eventually(lambda: "Pomona listens on " in self.said()), self.said()
        return self.said().split("Pomona listens on ")[1].split()[0]

    def get(self, path: str) -> int:
        """Ask the web process."""
        with urllib.request.urlopen(self.url() + path, timeout=30) as answer:  # noqa: S310 (our own http)
            return int(answer.read())

    def notes(self) -> list[str]:
        """What the other programs noted."""
        return self.diary.read_text().splitlines() if self.diary.exists() else []


@contextmanager
def served(folder: Path, kind: str = "idle", stop_seconds: str = "1", **env: str) -> Iterator[Served]:
    """Run `serve` on a free port with one other program."""
    output, diary, data = folder / "output", folder / "diary", folder / "data"
    environment = {**os.environ, "POMONA_DATA": str(data), "POMONA_PORT": "0", **env}
    with output.open("w") as file:
        command = [sys.executable, "-c", SERVE, kind, str(diary), stop_seconds]
        process = subprocess.Popen(command, env=environment, stdout=file, stderr=file, text=True)
    try:
        yield Served(process, output, diary, data)
    finally:
        process.terminate()
        process.wait(60)


def test_the_table_starts_the_web_process_first_with_the_door() -> None:
    assert [program.name for program in PROGRAMS] == ["web process", "worker", "sweeper"]
    assert [program.listens for program in PROGRAMS] == [True, False, False]


def test_the_supervisor_loads_nothing_of_what_it_serves() -> None:
    heavy = "{'api', 'worker', 'ai', 'flask', 'celery', 'redis', 'gevent'}"
    code = f"import sys, services.serve; print({heavy} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


def test_ctrl_c_stops_everything_in_order_and_keeps_the_data(tmp_path: Path) -> None:
    with served(tmp_path) as pomona:
        assert pomona.get("/move") == 1
        assert eventually(pomona.notes)
        assert pomona.notes()[0].split()[2] == str(ROOT)
        web = pomona.get("/healthz")
        pomona.process.send_signal(signal.SIGINT)
        assert pomona.process.wait(30) == 0
        assert pomona.notes()[-1] == "end"
        assert gone(web)
    with Embedded(pomona.data) as server, connect(server.url) as client:
        assert client.get("moves") == b"1"


def test_a_dead_child_is_started_again_and_no_request_is_refused(tmp_path: Path) -> None:
    with served(tmp_path) as pomona:
        assert eventually(lambda: len(pomona.notes()) == 1)
        os.kill(int(pomona.notes()[0].split()[1]), signal.SIGKILL)
        assert eventually(lambda: len(pomona.notes()) == 2)
        assert "The idle was ended by SIGKILL; it starts again in 0.1 s." in pomona.said()
        worker = pomona.get("/healthz")
        os.kill(pomona.get("/parent"), signal.SIGKILL)
        assert eventually(lambda: gone(worker))
        assert pomona.get("/healthz") != worker


def test_a_killed_server_comes_back_with_every_write_and_the_others_stay(tmp_path: Path) -> None:
    with served(tmp_path) as pomona:
        assert pomona.get("/move") == 1
        web = pomona.get("/healthz")
        os.kill(pomona.get("/server"), signal.SIGKILL)
        assert eventually(lambda: "The bundled Redis was ended by SIGKILL" in pomona.said())
        assert eventually(lambda: answers(pomona, "/move"))
        assert pomona.get("/move") >= 3
        assert pomona.get("/healthz") == web


def answers(pomona: Served, path: str) -> bool:
    """Tell whether a path is answered well."""
    try:
        return pomona.get(path) > 0
    except OSError:
        return False


def test_children_end_when_the_supervisor_itself_is_killed_and_a_new_start_finds_all(tmp_path: Path) -> None:
    with served(tmp_path) as pomona:
        assert pomona.get("/move") == 1
        web, server = pomona.get("/healthz"), pomona.get("/server")
        pomona.process.kill()
        assert eventually(lambda: gone(web) and gone(server))
    (tmp_path / "output").unlink()
    with served(tmp_path) as pomona:
        assert pomona.get("/move") == 2


def test_a_child_that_does_not_stop_is_killed_with_all_it_started(tmp_path: Path) -> None:
    with served(tmp_path, "stubborn") as pomona:
        assert eventually(lambda: len(pomona.notes()) == 2)
        pomona.process.send_signal(signal.SIGTERM)
        assert pomona.process.wait(30) == 0
        assert "The stubborn does not stop and is killed." in pomona.said()
        assert eventually(lambda: all(gone(int(line.split()[1])) for line in pomona.notes()))


def test_a_second_ctrl_c_does_not_wait(tmp_path: Path) -> None:
    with served(tmp_path, "stubborn", stop_seconds="600") as pomona:
        assert eventually(lambda: len(pomona.notes()) == 2)
        pomona.process.send_signal(signal.SIGINT)
        assert eventually(lambda: pomona.process.poll() is not None, 0.5) is False
        pomona.process.send_signal(signal.SIGINT)
        assert pomona.process.wait(30) == 0


def test_a_program_that_ends_before_it_is_ready_ends_the_start(tmp_path: Path) -> None:
    with served(tmp_path, WEB_APP="tests.support.programs:nothing") as pomona:
        assert pomona.process.wait(60) == 1
        assert "The web process ended with code 4 before it was ready." in pomona.said()
        assert pomona.notes() == []
    with Embedded(pomona.data) as server:
        assert server.answers()


def test_another_redis_takes_the_place_of_the_bundled_one(tmp_path: Path, redis_server: Embedded) -> None:
    with served(tmp_path, POMONA_REDIS_URL=redis_server.url) as pomona:
        assert pomona.get("/move") >= 1
        assert not (pomona.data / "engine.json").exists()


def refused(tmp_path: Path, **env: str) -> str:
    """Start `serve`, see it fail; what it said."""
    environment = {**os.environ, "POMONA_DATA": str(tmp_path / "data"), "POMONA_PORT": "0", **env}
    done = subprocess.run(
        [sys.executable, "-c", SERVE, "idle", str(tmp_path / "diary"), "1"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert not (tmp_path / "diary").exists()
    return done.stderr


def test_a_used_port_is_told_in_one_line_before_anything_is_started(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = refused(tmp_path, POMONA_PORT=str(port))
    assert (
        said
        == f"Port {port} of 127.0.0.1 is in use: stop what listens there, or choose another (--port, POMONA_PORT).\n"
    )
    assert not (tmp_path / "data").exists()


def test_a_used_data_folder_is_told_in_one_line_before_anything_is_started(tmp_path: Path) -> None:
    with Embedded(tmp_path / "data"):
        said = refused(tmp_path)
    assert said.startswith(f"The data folder {tmp_path / 'data'} is in use by another Pomona")
    assert said.count("\n") == 1


def test_a_redis_that_does_not_answer_is_told_without_its_password(tmp_path: Path) -> None:
    said = refused(tmp_path, POMONA_REDIS_URL="redis://me:hush@127.0.0.1:1/0")
    assert said == "No Redis answers at redis://127.0.0.1:1/0 (POMONA_REDIS_URL).\n"


def test_an_address_that_is_not_ours_is_told_in_one_line(tmp_path: Path) -> None:
    assert refused(tmp_path, POMONA_HOST="192.0.2.1").startswith("Pomona cannot listen on port 0 of 192.0.2.1: ")


@pytest.mark.parametrize(("host", "shown"), [("127.0.0.1", "http://127.0.0.1:"), ("0.0.0.0", "http://127.0.0.1:")])  # noqa: S104
def test_the_address_can_be_opened_on_this_machine(host: str, shown: str) -> None:
    with listen(host, 0) as door:
        assert address(door) == f"{shown}{door.getsockname()[1]}"
