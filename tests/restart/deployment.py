"""A whole deployment on one machine: two processes of each part of the API and two workers behind the proxy rules.

Every process can be ended, as an operator or an accident would, and started again. Only processes of our own are, by
their ids.
"""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Protocol, Self

from services.shared.settings import PARTS, Settings
from tests.support.proxy import Proxy
from tests.support.running import SWEEPER, WORKER
from tests.support.waiting import eventually
from tests.support.web import ROOT, Web

TWO: Final = 2
STOP_SECONDS: Final = 40.0


class Role(Protocol):
    """A process of a deployment."""

    def start(self) -> object:
        """Start it and wait until it works."""

    def stop(self) -> None:
        """SIGTERM it, and wait until it has ended by itself."""

    def kill(self) -> None:
        """SIGKILL it and what it has started."""


@dataclass
class Background:
    """A worker or a sweeper; it works once it has proved that it does."""

    settings: Settings
    arguments: Sequence[str]
    log: Path
    _process: "subprocess.Popen[bytes] | None" = field(default=None, init=False)

    @property
    def proof(self) -> Path:
        """What it touches when it has proved that it works."""
        return self.log.with_suffix(".alive")

    def start(self) -> None:
        """Start it and wait until it works."""
        self.proof.unlink(missing_ok=True)
        settings = replace(self.settings, alive_file=self.proof, cache_dir=self.log.parent / "cache")
        nothing_compiled = {"XDG_CACHE_HOME": str(self.log.parent / "cache")}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, *self.arguments], cwd=ROOT, env=os.environ | settings.environment() | nothing_compiled,
                stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        assert eventually(self.proof.exists, 120), self.log.read_text()

    def stop(self) -> None:
        """SIGTERM it, and wait until it has ended by itself."""
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(signal.SIGTERM)
            assert process.wait(STOP_SECONDS) == 0, self.log.read_text()

    def kill(self) -> None:
        """SIGKILL it and its children at once."""
        process, self._process = self._process, None
        if process is not None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(10)


@dataclass(frozen=True)
class Deployment:
    """All its processes by name, and the address of the proxy in front of them."""

    url: str
    roles: Mapping[str, Role]

    @classmethod
    @contextlib.contextmanager
    def run(cls, settings: Settings, folder: Path, parts: Sequence[tuple[str, ...]]) -> Iterator[Self]:
        """Run two processes of each of these groups of parts, two workers and a sweeper, until the end of the block."""
        webs = {
            f"{'+'.join(group)} {number}": Web(replace(settings, parts=group), folder / f"{group[0]}-{number}.log")
            for group in parts
            for number in range(TWO)
        }
        urls = {part: [web.url for web in webs.values() if part in web.parts] for part in PARTS}
        roles: dict[str, Role] = dict(webs)
        for number in range(TWO):
            roles[f"worker {number}"] = Background(settings, WORKER, folder / f"worker-{number}.log")
        roles["sweeper"] = Background(settings, SWEEPER, folder / "sweeper.log")
        with contextlib.ExitStack() as running:
            for role in roles.values():
                running.callback(role.stop)
                role.start()
            yield cls(running.enter_context(Proxy(urls)).url, roles)

    def end(self, name: str, *, hard: bool) -> None:
        """End a process, by SIGKILL if hard, else by SIGTERM."""
        role = self.roles[name]
        if hard:
            role.kill()
        else:
            role.stop()
