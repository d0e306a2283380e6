"""Reads our Dockerfile, and performs its steps in a folder where there is no container engine.

Only what our Dockerfile uses is understood; anything else is an error, so that nothing is passed over in silence. All
that an image adds lies under /opt/pomona, and what it writes under /tmp: these two are moved, nothing else is.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

HOME: Final = "/opt/pomona"
TMP: Final = "/tmp"  # noqa: S108 - as the Dockerfile says it
_PLACE: Final = re.compile(rf"(?<![\w/-])({HOME}|{TMP})(?![\w-])")
_VARIABLE: Final = re.compile(r"\$\{(\w+)\}")
_IGNORED: Final = shutil.ignore_patterns("__pycache__")


class NotUnderstoodError(Exception):
    """The Dockerfile has something that is not performed here."""


@dataclass
class Stage:
    """A stage: its name, what it begins with, its steps, and the image that it makes."""

    name: str
    base: str
    steps: list[tuple[str, str]] = field(default_factory=list)
    env: dict[str, str] = field(default_factory=dict)
    workdir: str = "/"
    user: str = ""
    entrypoint: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    healthcheck: list[str] = field(default_factory=list)


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """The instructions of a Dockerfile, one after the other."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    for line in re.sub(r"\\\n\s*", " ", "\n".join(lines)).splitlines():
        word, _, rest = line.partition(" ")
        yield word, rest.strip()


def read(text: str, given: Mapping[str, str]) -> dict[str, Stage]:
    """The stages of a Dockerfile by name; `given` holds build arguments."""
    stages: dict[str, Stage] = {}
    arguments: dict[str, str] = {}
    stage: Stage | None = None
    for word, rest in instructions(text):
        said = _VARIABLE.sub(lambda found: arguments.get(found[1], found[0]), rest)
        if word == "ARG":
            name, _, value = said.partition("=")
            arguments[name] = given.get(name, value.strip('"'))
        elif word == "FROM":
            base, _, name = said.partition(" AS ")
            before = stages.get(base, Stage("", base))
            stage = stages[name] = Stage(name, base, env=dict(before.env), workdir=before.workdir)
        elif stage is None:
            raise NotUnderstoodError(f"{word} before FROM")
        else:
            _note(stage, word, said)
    return stages


def _note(stage: Stage, word: str, said: str) -> None:
    """Note an instruction of a stage."""
    if word in {"RUN", "COPY"}:
        stage.steps.append((word, said))
    elif word == "ENV":
        stage.env |= dict(pair.split("=", 1) for pair in shlex.split(said))
        stage.steps.append((word, said))
    elif word == "WORKDIR":
        stage.workdir = said
    elif word == "USER":
        stage.user = said
    elif word == "ENTRYPOINT":
        stage.entrypoint = json.loads(said)
    elif word == "CMD":
        stage.command = json.loads(said)
    elif word == "HEALTHCHECK":
        stage.healthcheck = json.loads(said.partition(" CMD ")[2])
    elif word != "EXPOSE":
        raise NotUnderstoodError(f"{word} {said}")


@dataclass
class Build:
    """Performs the stages of a Dockerfile below a folder, with one Python in the place of the base image."""

    context: Path
    folder: Path
    stages: Mapping[str, Stage]
    python: Path
    say: Callable[[str], None] = print

    def root(self, name: str) -> Path:
        """The root of the image that a stage makes."""
        return self.folder / name

    def moved(self, name: str, text: str, tmp: Path | None = None) -> str:
        """A text with the two folders of an image where they are here."""
        places = {HOME: f"{self.root(name)}{HOME}", TMP: str(tmp or TMP)}
        return _PLACE.sub(lambda found: places[found[0]], text)

    def perform(self, name: str) -> None:
        """Perform a stage, and those that it needs, once."""
        if self.root(name).exists():
            return
        stage = self.stages[name]
        if stage.base in self.stages:
            self.perform(stage.base)
            _copy(self.root(stage.base), self.root(name))
        Path(self.moved(name, stage.workdir)).mkdir(parents=True, exist_ok=True)
        env: dict[str, str] = {}
        for word, said in stage.steps:
            if word == "ENV":
                env |= dict(pair.split("=", 1) for pair in shlex.split(self.moved(name, said)))
                continue
            self.say(f"{name}: {word} {said}")
            if word == "RUN":
                self._run(name, said, env)
            else:
                self._copy_step(name, shlex.split(said))

    def _run(self, name: str, said: str, env: Mapping[str, str]) -> None:
        first = {"PATH": f"{self.python.parent}:/usr/local/bin:/usr/bin:/bin", "HOME": str(self.folder)}
        of_pip = {key: text for key, text in os.environ.items() if key.startswith(("PIP_", "SSL_", "http", "HTTP"))}
        command = re.sub(r"^python ", f"{self.python} ", self.moved(name, said))
        where = self.moved(name, self.stages[name].workdir)
        subprocess.run(["/bin/sh", "-ec", command], cwd=where, env={**of_pip, **first, **env}, check=True)

    def _copy_step(self, name: str, words: list[str]) -> None:
        *options, source, target = words
        place = Path(self.moved(name, self.stages[name].workdir)) / self.moved(name, target)
        if options:
            (option,) = options
            other = option.removeprefix("--from=")
            self.perform(other)
            _copy(Path(self.moved(other, source)), place)
        elif (self.context / source).is_dir():
            shutil.copytree(self.context / source, place, ignore=_IGNORED)
        else:
            shutil.copy2(self.context / source, place)


def _copy(source: Path, target: Path) -> None:
    """Copy a tree by links: nothing that is there is ever written to again, only replaced."""
    shutil.copytree(source, target, symlinks=True, copy_function=os.link, dirs_exist_ok=True)
