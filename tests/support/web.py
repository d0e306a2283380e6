"""A real web process for tests: the server of its parts, as it is deployed, on a free port, ended by its pid."""

import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Final, Self

from api.cli import server_of
from services.shared.settings import Settings
from tests.support.waiting import eventually

ROOT: Final = Path(__file__).parents[2]


class Web:
    """One parent with one process that answers, in greenlets, or in threads where it serves no streams."""

    def __init__(self, settings: Settings, log: Path, *command: str) -> None:
        """Describe it; nothing runs yet. Its log goes to a file."""
        self._command = (sys.executable, *(command or server_of(settings)))
        self.parts = settings.served
        self.port = free_port()
        self._env = os.environ | settings.environment() | {"POMONA_PORT": str(self.port)}
        self.log = log
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address; the same after a restart."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The parent."""
        assert self._process is not None
        return self._process.pid

    @property
    def worker(self) -> int:
        """The process that answers."""
        return int(Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()[0])

    @property
    def said(self) -> str:
        """Its log so far."""
        return self.log.read_text(errors="replace")

    def start(self) -> str:
        """Start it and wait until it is ready."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, cwd=ROOT, env=self._env, stdout=log, stderr=log, start_new_session=True
            )
        assert eventually(self._ready, 60), self.said
        return self.url

    def status(self, path: str) -> int:
        """The status with which it answers a GET."""
        try:
            with urllib.request.urlopen(f"{self.url}{path}", timeout=5) as answer:  # noqa: S310 - an address of ours
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    def wait(self) -> int:
        """Wait until it has ended by itself; its exit code."""
        process, self._process = self._process, None
        assert process is not None
        return process.wait(20)

    def kill(self) -> None:
        """SIGKILL it and its worker at once."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as a supervisor would."""
        self._end(signal.SIGTERM)

    def __enter__(self) -> Self:
        """Start it for a `with` block."""
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop it at the end of the block."""
        self.stop()

    def _ready(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self.said
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as answer:  # noqa: S310 - an address of ours
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    def _end(self, number: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is not None and process.poll() is None:
            os.killpg(process.pid, number) if number == signal.SIGKILL else process.send_signal(number)
            process.wait(20)


def free_port() -> int:
    """A port of loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
