"""A real master, a real replica of it and a real sentinel over both, on loopback, each with a password."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from redis import Redis

from services.shared.engines import installed
from tests.support.tls import Doors
from tests.support.waiting import eventually
from tests.support.web import free_port

SERVICE: Final = "pomona"
PASSWORD: Final = "password-of-the-servers"
SENTINEL_PASSWORD: Final = "password-of-the-sentinels"
DOWN_MILLISECONDS: Final = 1000


@dataclass
class Pair:
    """Two servers, of which the sentinel names one."""

    processes: Mapping[int, "subprocess.Popen[bytes]"]
    sentinel: Redis
    url: str

    @classmethod
    @contextlib.contextmanager
    def run(cls, folder: Path, doors: Doors | None = None) -> Iterator[Self]:
        """Run them until the end of the block, each behind a door that speaks TLS if there are any."""
        ports = [free_port(), free_port(), free_port()]
        with contextlib.ExitStack() as running:
            seen = [running.enter_context(doors.open(port)).port for port in ports] if doors else ports
            of_first = ("--replicaof", f"127.0.0.1 {seen[0]}")
            servers = {
                seen[0]: running.enter_context(_server(folder, ports[0], seen[0])),
                seen[1]: running.enter_context(_server(folder, ports[1], seen[1], *of_first)),
            }
            running.enter_context(_sentinel(folder, ports[2], seen[0]))
            asked = running.enter_context(Redis("127.0.0.1", ports[2], password=SENTINEL_PASSWORD))
            url = f"redis+sentinel://:{PASSWORD}@127.0.0.1:{seen[2]}/{SERVICE}/0?sentinel_password={SENTINEL_PASSWORD}"
            if doors:
                url = f"{url.replace('redis', 'rediss', 1)}&{doors.certificates.query}"
            pair = cls(servers, asked, url)
            assert eventually(pair.watches_a_replica, 30)
            yield pair

    @property
    def master(self) -> int:
        """The port of the server that the sentinel names."""
        found: Any = self.sentinel.sentinel_get_master_addr_by_name(SERVICE)
        return int(found[1])

    def watches_a_replica(self) -> bool:
        """Whether the sentinel knows a replica that could take over."""
        try:
            replicas = self.sentinel.sentinel_slaves(SERVICE)
        except OSError:
            return False
        return any(each["master-link-status"] == "ok" for each in replicas)

    def fail(self) -> None:
        """SIGKILL the master once its replica has all it had, and wait until the sentinel names the other."""
        before = self.master
        with Redis("127.0.0.1", before, password=PASSWORD) as client:
            assert client.execute_command("WAIT", 1, 10_000) == 1
        os.kill(self.processes[before].pid, signal.SIGKILL)
        assert eventually(lambda: self.master != before, 60)


@contextlib.contextmanager
def _server(folder: Path, port: int, seen: int, *more: str) -> Iterator["subprocess.Popen[bytes]"]:
    place = folder / str(port)
    place.mkdir(parents=True)
    options = ("--port", str(port), "--dir", str(place), "--save", "", "--requirepass", PASSWORD)
    as_replica = ("--masterauth", PASSWORD, "--repl-diskless-sync-delay", "0", "--replica-announce-port", str(seen))
    with _process(place, *options, *as_replica, *more) as process:
        yield process


@contextlib.contextmanager
def _sentinel(folder: Path, port: int, master: int) -> Iterator["subprocess.Popen[bytes]"]:
    place = folder / str(port)
    place.mkdir()
    (place / "conf").write_text(
        f"port {port}\ndir {place}\nrequirepass {SENTINEL_PASSWORD}\nsentinel monitor {SERVICE} 127.0.0.1 {master} 1\n"
        f"sentinel auth-pass {SERVICE} {PASSWORD}\nsentinel down-after-milliseconds {SERVICE} {DOWN_MILLISECONDS}\n"
        f"sentinel failover-timeout {SERVICE} 5000\n"
    )
    with _process(place, str(place / "conf"), "--sentinel") as process:
        yield process


@contextlib.contextmanager
def _process(place: Path, *arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    with (place / "log").open("wb") as log:
        command = [installed()[0].path, *arguments, "--bind", "127.0.0.1"]
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.kill()
        process.wait(10)
