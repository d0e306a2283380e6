"""A real cluster on loopback: some masters, which share the slots, and a replica of the first where one is wanted."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from redis import Redis
from redis.exceptions import RedisError

from services.shared.engines import installed
from tests.support.waiting import eventually
from tests.support.web import free_port

SLOTS: Final = 16384
NODE_TIMEOUT: Final = 2000
"""Milliseconds after which the others hold a node for dead."""


@dataclass
class Node:
    """One server of a cluster."""

    port: int
    bus: int
    process: "subprocess.Popen[bytes]"

    def ask(self, *command: str | int) -> Any:
        """Send it a command."""
        with Redis("127.0.0.1", self.port, decode_responses=True) as client:
            return client.execute_command(*command)

    def answers(self) -> bool:
        """Whether it can be asked."""
        try:
            return bool(self.ask("PING"))
        except RedisError:
            return False

    def knows(self, nodes: int) -> bool:
        """Whether it sees so many nodes and all slots served."""
        said = str(self.ask("CLUSTER", "INFO"))
        return "cluster_state:ok" in said and f"cluster_known_nodes:{nodes}" in said


@dataclass
class Nodes:
    """A cluster; its replica, if there is one, comes last."""

    nodes: Sequence[Node]
    masters: int

    @classmethod
    @contextlib.contextmanager
    def run(cls, folder: Path, masters: int = 3, *, replica: bool = False, **options: str) -> Iterator[Self]:
        """Run it until the end of the block; `options`: of every server, with underscores."""
        with contextlib.ExitStack() as running:
            nodes = [running.enter_context(_server(folder, options)) for _ in range(masters + replica)]
            assert all(eventually(node.answers, 20) for node in nodes)
            made = cls(nodes, masters)
            made._join()
            yield made

    @property
    def url(self) -> str:
        """Its address, told by one node."""
        return f"redis+cluster://127.0.0.1:{self.nodes[0].port}"

    def empty(self) -> None:
        """Forget all keys."""
        for node in self.nodes[: self.masters]:
            node.ask("FLUSHALL")

    def master_of(self, key: str) -> Node:
        """The node that has this key now."""
        slot = int(self.nodes[-1].ask("CLUSTER", "KEYSLOT", key))
        alive = next(node for node in self.nodes if node.process.poll() is None)
        found: Any = alive.ask("CLUSTER", "SLOTS")
        port = next(int(line[2][1]) for line in found if line[0] <= slot <= line[1])
        return next(node for node in self.nodes if node.port == port)

    def fail(self) -> None:
        """SIGKILL the first master once its replica has all it had, and wait until the replica has its slots."""
        first, replica = self.nodes[0], self.nodes[-1]
        assert first.ask("WAIT", 1, 10_000) == 1
        os.kill(first.process.pid, signal.SIGKILL)
        first.process.wait(10)
        assert eventually(lambda: "master" in replica.ask("ROLE"), 60)
        assert eventually(lambda: replica.knows(len(self.nodes)), 60)

    def move(self, key: str) -> None:
        """Give the slot of this key, with all it has, to another master."""
        slot, source = int(self.nodes[0].ask("CLUSTER", "KEYSLOT", key)), self.master_of(key)
        target = next(node for node in self.nodes[: self.masters] if node is not source)
        here, there = source.ask("CLUSTER", "MYID"), target.ask("CLUSTER", "MYID")
        target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", here)
        source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", there)
        while keys := source.ask("CLUSTER", "GETKEYSINSLOT", slot, 100):
            source.ask("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *keys)
        for node in (target, source):
            node.ask("CLUSTER", "SETSLOT", slot, "NODE", there)

    def _join(self) -> None:
        first = self.nodes[0]
        for number, node in enumerate(self.nodes[: self.masters]):
            bounds = [SLOTS * each // self.masters for each in (number, number + 1)]
            node.ask("CLUSTER", "ADDSLOTSRANGE", bounds[0], bounds[1] - 1)
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for node in self.nodes[1:]:
            node.ask("CLUSTER", "MEET", "127.0.0.1", first.port, first.bus)
        assert eventually(lambda: all(node.knows(len(self.nodes)) for node in self.nodes), 40)
        for node in self.nodes[self.masters :]:
            node.ask("CLUSTER", "REPLICATE", first.ask("CLUSTER", "MYID"))
            assert eventually(lambda: "slave" in (role := node.ask("ROLE")) and "connected" in role, 40)  # noqa: B023
            assert eventually(lambda: str(node.port) in str(first.ask("CLUSTER", "SLOTS")), 40)  # noqa: B023


@contextlib.contextmanager
def _server(folder: Path, more: dict[str, str]) -> Iterator[Node]:
    port, bus = free_port(), free_port()
    place = folder / str(port)
    place.mkdir(parents=True)
    told = {
        "port": port, "cluster-port": bus, "dir": place, "bind": "127.0.0.1", "save": "", "appendonly": "yes",
        "appendfsync": "no", "cluster-enabled": "yes", "cluster-node-timeout": NODE_TIMEOUT,
        "repl-diskless-sync-delay": 0, **{name.replace("_", "-"): value for name, value in more.items()},
    }  # fmt: skip
    command = [installed()[0].path, *(part for name, value in told.items() for part in (f"--{name}", str(value)))]
    with (place / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        yield Node(port, bus, process)
    finally:
        process.kill()
        process.wait(10)
