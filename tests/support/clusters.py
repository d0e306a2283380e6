"""A real cluster of one server, on loopback."""

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

from redis import Redis
from redis.exceptions import ClusterDownError

from services.shared.engines import installed
from services.shared.redis import ping
from tests.support.waiting import eventually
from tests.support.web import free_port


@contextlib.contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """The address of a server that is a cluster, with all slots."""
    folder.mkdir(parents=True)
    port, bus = free_port(), free_port()
    options = ("--port", str(port), "--cluster-port", str(bus), "--dir", str(folder), "--cluster-enabled", "yes")
    command = [installed()[0].path, *options, "--bind", "127.0.0.1", "--save", "", "--appendonly", "yes"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        with Redis("127.0.0.1", port) as client:
            assert eventually(lambda: ping(client), 20)
            client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
            assert eventually(lambda: _takes(client), 20)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.kill()
        process.wait(10)


def _takes(client: Redis) -> bool:
    """Whether it takes what it is given: a cluster does some time after it was made."""
    try:
        return bool(client.set("taken", 1))
    except ClusterDownError:
        return False
