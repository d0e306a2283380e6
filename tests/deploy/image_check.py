"""Performs the Dockerfile without a container engine, starts every role of it, and looks.

`python -m tests.deploy.image_check` (`make image-check`). The steps are read from the Dockerfile itself. Roles run as
the user of the image where we may become it (else as ourselves), in a tree that nobody may write, with the
environment, the command and the health check of the image; ports, Redis, the secret and /tmp are their own.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from math import inf
from pathlib import Path
from typing import Any, Final

import click
import httpx

from services.shared.embedded import Embedded
from services.shared.settings import PARTS
from tests.deploy.dockerfile import Build, read
from tests.deploy.roles import CheckError, Role
from tests.support.web import ROOT, free_port

SECRET: Final = "the secret of the image check is made up"
STRANGER: Final = """
import llvmlite.binding.targets as targets
class Features(dict):
    def flatten(self, sort=True):
        return "+avx512f,+avx512bw"
import llvmlite.binding as ll
ll.get_host_cpu_name = targets.get_host_cpu_name = lambda: "znver9"
ll.get_host_cpu_features = targets.get_host_cpu_features = lambda: Features()
import json, sys
from ai.compiled import CompiledEngine
from services.rules.registry import GAMES
told = {}
for slug in sys.argv[1:] or GAMES:
    engine = CompiledEngine(GAMES[slug])
    engine.warm_up()
    told[slug] = engine.compilations()
print(json.dumps(told))
"""
"""Loads compiled searches on a host whose processor says that it is another one."""


def reachable_python() -> Path:
    """A Python that the user of the image can run: ourselves unless we are root, else one of this machine."""
    ours = Path(sys.executable).resolve()
    if os.getuid():
        return ours
    minors = sorted(range(11, 20), key=lambda minor: minor != sys.version_info.minor)
    others = (Path(folder) / f"python3.{minor}" for minor in minors for folder in ("/usr/local/bin", "/usr/bin"))
    for python in (ours, *others):
        if python.exists() and all(folder.stat().st_mode & 1 for folder in python.resolve().parents):
            return python
    raise CheckError("We are root, and there is no Python >= 3.11 that another user can run: say which with --python.")


def check_tree(build: Build) -> None:
    """What was installed is what should be, and nobody may write it."""
    for stage, wanted in (("web", False), ("worker", True)):
        packages = Path(build.moved(stage, "/opt/pomona/venv/lib"))
        for name in ("numba", "ortools"):
            if any(packages.glob(f"python*/site-packages/{name}")) is not wanted:
                raise CheckError(f"{name} in {stage}: that is wrong")
        subprocess.run(["chmod", "-R", "a-w", str(build.root(stage))], check=True)


def check_compiled(role: Role, games: Sequence[str]) -> None:
    """A host with another processor finds everything compiled."""
    script = role.run(["python", "-c", STRANGER, *games], stdout=subprocess.PIPE)
    said = script.communicate(timeout=600)[0]
    told = json.loads(said or b"{}")
    if script.returncode or not told or any(not found or compiled for found, compiled in told.values()):
        raise CheckError(f"on another processor (found, compiled): {told}")
    click.echo(f"on a host that calls itself znver9 (found, compiled): {told}")


def check_fallback(role: Role) -> None:
    """Who finds nothing that fits compiles to where it may write."""
    script = "from ai import cache; from services.rules.registry import GAMES; print(cache.folder(GAMES['arboretum']))"
    told = role.run(["python", "-c", script], stdout=subprocess.PIPE).communicate(timeout=60)[0].decode().strip()
    if not told.startswith(f"{role.tmp}/.cache/pomona/arboretum-"):
        raise CheckError(f"for a processor of which nothing is compiled: {told}")
    click.echo("searches that do not fit are compiled to /tmp")


def answered(view: Any, version: float) -> bool:
    """Whether the bot has moved after a version."""
    return any(entry["by"] == "bot:grower" and entry["version"] > version for entry in view["last"])


def check_match(rules: str) -> None:
    """A person plays a turn, and a bot of the heavy queue answers."""
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "bot", "bot": "grower"}]
    made = httpx.post(f"{rules}/v1/matches", json={"game": "arboretum", "seats": seats}).raise_for_status().json()
    headers = {"Authorization": f"Bearer {made['tokens'][0]}"}
    path = f"{rules}/v1/matches/{made['match']}"

    def look() -> Any:
        return httpx.get(path, headers=headers).raise_for_status().json()

    played = inf
    until = time.monotonic() + 60
    # Nothing but the answer is waited for: a quick bot has moved before one looks, and may have ended the game.
    while not answered(view := look(), played):
        if time.monotonic() > until or view["status"] == "finished":
            raise CheckError(f"the bot did not answer: {view}")
        if view["your_turn"]:
            moves = httpx.get(f"{path}/moves", headers=headers).raise_for_status().json()
            httpx.post(f"{path}/moves", json=moves["items"][0]["body"], headers=headers).raise_for_status()
            played = min(played, view["version"])
        else:
            time.sleep(0.01)
    click.echo("a bot answered: grower")


def check_question(ai: str) -> None:
    """What a web process that has no solver offers to ask exactly, a worker answers."""
    told = httpx.get(f"{ai}/v1/solve").raise_for_status().json()["items"]
    game, question = next(((each["game"], question) for each in told for question in each["questions"]), (None, None))
    if question is None:
        raise CheckError("nothing can be asked exactly")
    body, path = {"question": question["example"]}, f"{ai}/v1/solve/{game}/{question['name']}"
    asked = httpx.post(path, json=body).raise_for_status()
    job = asked.json()
    until = time.monotonic() + 60
    while job["state"] not in {"done", "failed"} and time.monotonic() < until:
        time.sleep(0.05)
        job = httpx.get(f"{ai}{asked.headers['Location']}").raise_for_status().json()
    if job["state"] != "done" or not job["result"]["optimal"]:
        raise CheckError(f"an exact question was answered so: {job}")
    click.echo(f"a solver answered: {question['name']}")


@contextlib.contextmanager
def shared_redis(folder: Path) -> Iterator[str]:
    """A Redis that the user of the image may reach."""
    with Embedded(folder, appendfsync="no") as server:
        socket = Path(server.url.removeprefix("unix://"))
        socket.parent.chmod(0o755)
        socket.chmod(0o777)
        yield server.url


def check_roles(build: Build, folder: Path, games: Sequence[str]) -> None:
    """Every role starts, is healthy, works and stops."""
    with contextlib.ExitStack() as running:
        shared = {"POMONA_REDIS_URL": running.enter_context(shared_redis(folder / "redis")), "POMONA_SECRETS": SECRET}

        def role(stage: str, *arguments: str, **more: str) -> Role:
            tmp = Path(tempfile.mkdtemp(dir=folder, prefix="tmp-"))
            tmp.chmod(0o1777)
            return Role(build, stage, arguments, tmp, shared | more)

        check_compiled(role("worker"), games)
        check_fallback(role("worker", NUMBA_CPU_NAME="znver4"))
        ports = {part: str(free_port()) for part in PARTS}
        for part, port in ports.items():
            running.enter_context(role("web", "web", "--parts", part, POMONA_PORT=port).started())
        sweeper = role("web", "sweeper")
        running.enter_context(sweeper.started(["python", "-m", "pomona", "alive", "sweeper"]))
        all_warm = ["--no-warm"] if games else []  # else it would compile the other games beside it
        worker = running.enter_context(role("worker", "worker", "--processes", "1", *all_warm).started())
        check_match(f"http://127.0.0.1:{ports['rules']}")
        check_question(f"http://127.0.0.1:{ports['ai']}")
        if "compiling" in worker.log.read_text():
            raise CheckError(f"the worker compiles:\n{worker.log.read_text()}")
    check_missing(role("web", "web", POMONA_SECRETS=""))


def check_missing(role: Role) -> None:
    """Without secrets nothing starts, and one line says why."""
    process = role.run([*role.build.stages["web"].entrypoint, "web"], stderr=subprocess.PIPE)
    said = process.communicate(timeout=60)[1].decode()
    if process.returncode != 1 or said.count("\n") != 1 or "POMONA_SECRETS is not set" not in said:
        raise CheckError(f"without secrets: {process.returncode}, {said}")


@contextlib.contextmanager
def place(given: Path | None) -> Iterator[Path]:
    """The folder to work in; a temporary one is removed, although nobody may write it."""
    folder = given or Path(tempfile.mkdtemp(prefix="pomona-image-"))
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        subprocess.run(["chmod", "-R", "u+w", str(folder)], check=False)
        if given is None:
            shutil.rmtree(folder)


@click.command()
@click.argument("games", nargs=-1)
@click.option(
    "--python", type=click.Path(exists=True, path_type=Path), help="The Python in the place of the base image."
)
@click.option(
    "--folder", type=click.Path(path_type=Path), help="A folder to keep; stages that are in it are not built again."
)
def main(games: tuple[str, ...], python: Path | None, folder: Path | None) -> None:
    """Build and try both images, with these GAMES compiled (default: all)."""
    stages = read((ROOT / "Dockerfile").read_text(), {"GAMES": " ".join(games)})
    with place(folder) as here:
        try:
            build = Build(ROOT, here / "stages", stages, python or reachable_python(), click.echo)
            click.echo(f"in the place of {stages['web'].base}: {build.python}")
            for stage in ("web", "worker"):
                build.perform(stage)
            check_tree(build)
            check_roles(build, here, games)
        except (CheckError, subprocess.CalledProcessError) as error:
            raise click.ClickException(str(error)) from None
    click.echo("The images hold what they promise.")


if __name__ == "__main__":
    main()
