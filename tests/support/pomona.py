"""The whole program as its user starts it: `pomona serve` on a free port, in a folder of its own."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = re.compile(r"Pomona listens on (http://\S+)")
STOP_SECONDS = 60.0


def environment(**more: str) -> dict[str, str]:
    """This environment without what would make Pomona another one."""
    return {name: value for name, value in os.environ.items() if not name.startswith("POMONA_")} | more


def refusal(*arguments: str) -> str:
    """The one clear line with which a command says that it cannot be done."""
    command = [sys.executable, "-m", "pomona", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False, timeout=100
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1), done
    assert done.stderr.startswith("Error: ")
    return done.stderr


def start(data: Path, *arguments: str, **more: str) -> "subprocess.Popen[str]":
    """Start `pomona serve`; what it says comes on its stdout."""
    command = [sys.executable, "-m", "pomona", "serve", "--port", "0", "--data", str(data), *arguments]
    return subprocess.Popen(
        command, cwd=ROOT, env=environment(**more), stdout=subprocess.PIPE, text=True, start_new_session=True
    )


def address(server: "subprocess.Popen[str]") -> str:
    """Wait for the line that tells the address."""
    said = []
    for line in server.stdout or ():
        found = ADDRESS.search(line)
        if found:
            return found[1]
        said.append(line)
    raise AssertionError("no address: " + "".join(said))


@contextmanager
def running(data: Path, *arguments: str, **more: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """(process, address) of a server that is stopped in order at the end."""
    server = start(data, *arguments, **more)
    try:
        yield server, address(server)
    finally:
        if server.poll() is None:
            server.send_signal(signal.SIGTERM)
        server.wait(STOP_SECONDS)
        if server.stdout:
            server.stdout.close()
