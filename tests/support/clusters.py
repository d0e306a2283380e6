"""A real cluster on loopback: some masters, which share the slots, and a replica of the first where one is wanted."""

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

from redis import Redis
from redis.exceptions import RedisError

from services.shared.engines import installed
from tests.support.tls import Doors
from tests.support.waiting import eventually
from tests.support.web import free_port

SLOTS: Final = 16384
NODE_TIMEOUT: Final = 2000
"""Milliseconds after which the others hold a node for dead."""


@dataclass
class Node:
    """One server of a cluster."""

    port: int
    seen: int
    """The port at which clients find it."""
    bus: int
    command: Sequence[str]
    log: Path
    process: "subprocess.Popen[bytes]" = field(init=False)

    def __post_init__(self) -> None:
        """Start it."""
        self.start()

    def start(self) -> None:
        """Start it, with what it kept."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log)

    def kill(self) -> None:
        """SIGKILL it."""
        self.process.kill()
        self.process.wait(10)

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
    query: str = ""
    """What its address says of TLS; nothing: it is not spoken."""

    @classmethod
    @contextlib.contextmanager
    def run(
        cls, folder: Path, masters: int = 3, *, replica: bool = False, doors: Doors | None = None, **options: str
    ) -> Iterator[Self]:
        """Run it until the end of the block, behind doors that speak TLS if there are any.

        `options`: of every server, with underscores.
        """
        with contextlib.ExitStack() as running:
            nodes = [running.enter_context(_server(folder, doors, options)) for _ in range(masters + replica)]
            assert all(eventually(node.answers, 20) for node in nodes)
            made = cls(nodes, masters, doors.certificates.query if doors else "")
            if options.get("cluster_enabled") != "no":
                made._join()
            yield made

    @property
    def url(self) -> str:
        """Its address, told by one node."""
        place = f"127.0.0.1:{self.nodes[0].seen}"
        return f"rediss+cluster://{place}?{self.query}" if self.query else f"redis+cluster://{place}"

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
        return next(node for node in self.nodes if node.seen == port)

    def fail(self) -> None:
        """SIGKILL the first master once its replica has all it had, and wait until the replica has its slots."""
        first, replica = self.nodes[0], self.nodes[-1]
        assert first.ask("WAIT", 1, 10_000) == 1
        first.kill()
        assert eventually(lambda: "master" in replica.ask("ROLE"), 60)
        assert eventually(lambda: replica.knows(len(self.nodes)), 60)

    def restart(self) -> None:
        """SIGKILL all at once, and start them again."""
        for node in self.nodes:
            node.kill()
        for node in self.nodes:
            node.start()
        assert all(eventually(node.answers, 20) for node in self.nodes)
        assert eventually(lambda: all(node.knows(len(self.nodes)) for node in self.nodes), 40)

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
            assert eventually(lambda: str(node.seen) in str(first.ask("CLUSTER", "SLOTS")), 40)  # noqa: B023


@contextlib.contextmanager
def _server(folder: Path, doors: Doors | None, more: dict[str, str]) -> Iterator[Node]:
    port, bus = free_port(), free_port()
    with contextlib.ExitStack() as opened:
        seen = opened.enter_context(doors.open(port)).port if doors else port
        node = _node(folder, port, seen, bus, more)
        try:
            yield node
        finally:
            node.kill()


def _node(folder: Path, port: int, seen: int, bus: int, more: dict[str, str]) -> Node:
    place = folder / str(port)
    place.mkdir(parents=True)
    told = {
        "port": port, "cluster-port": bus, "cluster-announce-port": seen, "dir": place, "bind": "127.0.0.1",
        "save": "", "appendonly": "yes", "appendfsync": "no", "cluster-enabled": "yes",
        "cluster-node-timeout": NODE_TIMEOUT, "repl-diskless-sync-delay": 0,
        **{name.replace("_", "-"): value for name, value in more.items()},
    }  # fmt: skip
    command = [installed()[0].path, *(part for name, value in told.items() for part in (f"--{name}", str(value)))]
    return Node(port, seen, bus, command, place / "log")
