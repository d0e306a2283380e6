"""Containers that are none: processes of an image that was made in a folder."""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from tests.deploy.dockerfile import Build
from tests.support.waiting import eventually

STOP_SECONDS: Final = 40
READY_SECONDS: Final = 180


class CheckError(Exception):
    """The image does not do what it should; the text says what."""


@dataclass
class Role:
    """A container that is none: a process of an image."""

    build: Build
    stage: str
    arguments: Sequence[str]
    tmp: Path
    more: Mapping[str, str]

    @property
    def log(self) -> Path:
        """What it says."""
        return self.tmp / "log"

    @property
    def env(self) -> dict[str, str]:
        """Its environment: that of the image, and nothing of ours."""
        image = self.build.stages[self.stage].env
        return {name: self.build.moved(self.stage, text, self.tmp) for name, text in image.items()} | dict(self.more)

    def run(self, command: Sequence[str], **more: Any) -> "subprocess.Popen[bytes]":
        """Start a command in it."""
        stage = self.build.stages[self.stage]
        where = self.build.moved(self.stage, stage.workdir)
        program = shutil.which(command[0], path=self.env["PATH"]) or command[0]
        return subprocess.Popen(
            [program, *command[1:]], cwd=where, env=self.env, start_new_session=True, **identity(stage.user), **more
        )

    def healthy(self, check: Sequence[str]) -> bool:
        """Whether its health check says so."""
        return self.run(check, stdout=subprocess.DEVNULL).wait(60) == 0

    @contextlib.contextmanager
    def started(self, check: Sequence[str] = ()) -> Iterator["Role"]:
        """Run it until the end of the block; it becomes healthy, and stops when it is told to."""
        stage = self.build.stages[self.stage]
        with self.log.open("wb") as log:
            process = self.run([*stage.entrypoint, *self.arguments], stdout=log, stderr=log)
        try:
            ready = eventually(
                lambda: process.poll() is not None or self.healthy(check or stage.healthcheck), READY_SECONDS
            )
            if not ready or process.poll() is not None:
                raise CheckError(f"{' '.join(self.arguments)} did not become healthy:\n{self.log.read_text()}")
            click.echo(f"healthy: {' '.join(self.arguments)}")
            yield self
        finally:
            process.terminate()
            code = process.wait(STOP_SECONDS)
        if code:
            raise CheckError(f"{' '.join(self.arguments)} ended with code {code}:\n{self.log.read_text()}")


def identity(user: str) -> dict[str, Any]:
    """How to become the user of an image, where we may."""
    if os.getuid():
        return {}
    number = int(user.partition(":")[0])
    return {"user": number, "group": number, "extra_groups": []}
