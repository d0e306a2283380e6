"""The bundled Redis-compatible server: on a private socket, under our supervision, losing nothing."""

import fcntl
import os
import shutil
import socket
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, Self

from services.shared import children, engines

LOG: Final = "server.log"
LOCK: Final = "lock"
ANSWER_SECONDS: Final = 0.5
DEATH_SECONDS: Final = 1.0
LOCK_SECONDS: Final = 3.0
START_SECONDS: Final = 120.0
STOP_SECONDS: Final = 60.0
LONGEST_SOCKET: Final = 103
_POLL: Final = 0.005


class EmbeddedError(Exception):
    """The server cannot run here; the text is one clear line."""


class Embedded:
    """A server of our own on one data folder.

    The folder is locked through a descriptor that the server inherits, so it stays locked for as long as either of us
    lives. `always` loses no acknowledged write; `everysec` may lose thousands on a slow disk; `no` is for tests.
    """

    def __init__(
        self,
        data: Path,
        appendfsync: Literal["always", "everysec", "no"] = "always",
        env: Mapping[str, str] | None = None,
    ) -> None:
        """Describe the server; nothing happens yet."""
        self.data = data.absolute()
        self.appendfsync = appendfsync
        self._env = None if env is None else {**os.environ, **env}
        self._lock: int | None = None
        self._folder: Path | None = None
        self._engine: engines.Engine | None = None
        self._running: children.Running | None = None

    @property
    def url(self) -> str:
        """The server's address; it stays the same until `stop`."""
        return f"unix://{self._socket()}"

    @property
    def pid(self) -> int:
        """The server's process id."""
        if self._running is None:
            raise EmbeddedError("The server has not been started.")
        return self._running.pid

    def start(self) -> str:
        """Start, or start again after a death, and wait until the server answers. Raises EmbeddedError."""
        if self._running and self._running.wait(DEATH_SECONDS) is None:
            raise EmbeddedError(f"The server runs already (pid {self.pid}).")
        self.prepare()
        self._running = self.spawn()
        self._await_pong(self._running)
        return self.url

    def stop(self) -> None:
        """Stop the server (it writes everything first), give the folder back. Never kills it hard."""
        running, self._running = self._running, None
        try:
            if running and running.ended() is None:
                running.signal(children.STOP)
                if running.wait(STOP_SECONDS) is None:
                    raise EmbeddedError(
                        f"The server (pid {running.pid}) still writes to {self.data}; it ends by itself."
                    )
        finally:
            self.release()

    def __enter__(self) -> Self:
        """Start the server for a `with` block."""
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the server at the end of the block."""
        self.stop()

    def prepare(self) -> None:
        """Take the data folder and choose the engine, so that whatever is wrong is told before anything starts."""
        if self._lock is None:
            self._lock = _take(self.data)
            try:
                self._engine = engines.choose(self.data, engines.installed())
                engines.record(self.data, self._engine)
                self._folder = _short_folder()
            except (OSError, engines.EngineError) as error:
                self.release()
                raise EmbeddedError(str(error)) from error

    def spawn(self) -> children.Running:
        """Start the process without waiting; `prepare` comes first."""
        if self._lock is None:
            raise EmbeddedError("The data folder has not been prepared.")
        with (self.data / LOG).open("ab") as log:
            return children.start(self._command(), env=self._env, keep=(self._lock,), output=log)

    def answers(self) -> bool:
        """Tell whether the server answers; it does not while it still loads its data."""
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(ANSWER_SECONDS)
            try:
                client.connect(str(self._socket()))
                client.sendall(b"PING\r\n")
                return client.recv(64).startswith(b"+PONG")
            except OSError:
                return False

    def last_words(self) -> str:
        """Return the last line of the server's log."""
        lines = (self.data / LOG).read_text(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")

    def release(self) -> None:
        """Let go of the data folder and of the socket's folder."""
        if self._lock is not None:
            os.close(self._lock)
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._lock = self._folder = None

    def _await_pong(self, running: children.Running) -> None:
        until = time.monotonic() + START_SECONDS
        while not self.answers():
            if running.ended() is not None:
                words = self.last_words()
                self.stop()
                raise EmbeddedError(f"The server does not start on {self.data}: {words} (its log: {self.data / LOG})")
            if time.monotonic() > until:
                raise EmbeddedError(
                    f"The server has not loaded {self.data} in {START_SECONDS:.0f} s (its log: {self.data / LOG})"
                )
            time.sleep(_POLL)

    def _socket(self) -> Path:
        if self._folder is None:
            raise EmbeddedError("The server has no address before it is started.")
        return self._folder / "s"

    def _command(self) -> list[str]:
        if self._engine is None:
            raise EmbeddedError("The data folder has not been prepared.")
        options = {
            "port": "0",
            "unixsocket": str(self._socket()),
            "unixsocketperm": "700",
            "dir": str(self.data),
            "appendonly": "yes",
            "appendfsync": self.appendfsync,
            "save": "",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
            "loglevel": "warning",
        }
        return [self._engine.path, *(word for name, value in options.items() for word in (f"--{name}", value))]


def _take(data: Path) -> int:
    """Lock the folder; a server that still shuts down after its starter was killed is waited for."""
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = os.open(data / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise EmbeddedError(f"The data folder {data} cannot be used: {error.strerror}.") from error
    until = time.monotonic() + LOCK_SECONDS
    while not _locked(lock):
        if time.monotonic() > until:
            os.close(lock)
            raise EmbeddedError(
                f"The data folder {data} is in use by another Pomona: stop it, or choose another with --data."
            )
        time.sleep(_POLL)
    return lock


def _locked(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _short_folder() -> Path:
    """Make a private folder for the socket, whose path may have 103 bytes."""
    folder = Path(tempfile.mkdtemp(prefix="pomona-"))
    if len(os.fsencode(folder / "s")) <= LONGEST_SOCKET:
        return folder
    folder.rmdir()
    return Path(tempfile.mkdtemp(prefix="pomona-", dir="/tmp"))
