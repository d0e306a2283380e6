"""The Dockerfile: what can be seen without building. `make image-check` builds."""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.deploy.dockerfile import Build, NotUnderstoodError, read
from tests.support.web import ROOT

TEXT = (ROOT / "Dockerfile").read_text()
STAGES = read(TEXT, {})
IMAGES = ("web", "worker")
LOCKS = {"web": "requirements/plain.txt", "worker": "requirements/run.txt"}


def built_from(name: str) -> str:
    """The stage that an image takes its files from."""
    ((_, said),) = [step for step in STAGES[name].steps if step[0] == "COPY"]
    found = re.fullmatch(r"--from=(\w+) /opt/pomona /opt/pomona", said)
    assert found
    return found[1]


@pytest.mark.parametrize("name", IMAGES)
def test_what_is_installed_is_what_is_locked(name: str) -> None:
    steps = STAGES[built_from(name)].steps
    assert ("COPY", f"{LOCKS[name]} /opt/pomona/requirements.txt") in steps
    installs = [said for word, said in steps if word == "RUN" and "pip install" in said]
    assert [said for said in installs if "--require-hashes -r /opt/pomona/requirements.txt" not in said] == []
    assert len(installs) == 1


@pytest.mark.parametrize("name", IMAGES)
def test_an_image_runs_as_a_number_says_how_it_is_and_starts_with_its_role(name: str) -> None:
    stage = STAGES[name]
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", stage.user), "Kubernetes cannot tell of a name whether it is root"
    assert stage.healthcheck == ["python", "-m", "pomona", "alive", name]
    assert (stage.entrypoint, stage.command) == (["python", "-m", "pomona"], [name])
    assert (stage.env["POMONA_BOTS"], stage.env["POMONA_SOLVER"]) == ("compiled", "yes")
    assert stage.env["HOME"] == stage.env["TMPDIR"] == "/tmp"  # noqa: S108 - in a container


def test_the_base_is_pinned_by_version_and_the_same_for_all() -> None:
    assert {stage.base for stage in STAGES.values()} - set(STAGES) == {"python:3.11.13-slim-bookworm"}


def test_what_is_compiled_at_build_is_looked_for_at_run() -> None:
    """What is not pinned numba asks the host for: the name of the processor, and its features."""
    names = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "POMONA_CACHE_DIR")
    built, run = STAGES["full"], STAGES["worker"]
    assert [built.env[name] for name in names] == [run.env[name] for name in names]
    assert (run.env["NUMBA_CPU_NAME"], run.env["NUMBA_CPU_FEATURES"]) == ("x86-64-v3", "")
    words = [word for word, said in built.steps if word == "ENV" or "warmup" in said]
    assert words == ["ENV", "RUN"], "told before it compiles"


def test_the_context_holds_what_is_copied_and_nothing_else() -> None:
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and line[0] != "#"]
    assert lines[0] == "*"
    let_in = {line[1:] for line in lines if line[0] == "!"}
    copied = {
        said.split()[0].partition("/")[0]
        for stage in STAGES.values()
        for word, said in stage.steps
        if word == "COPY" and not said.startswith("--")
    }
    assert let_in == copied
    assert any(fnmatch("services/__pycache__", line) for line in lines[1:] if line[0] != "!")


def test_what_the_check_does_not_understand_it_does_not_pass_over() -> None:
    with pytest.raises(NotUnderstoodError, match="ADD"):
        read(TEXT + "\nADD x y\n", {})


def test_steps_are_performed_in_the_order_of_the_file_below_the_folder(tmp_path: Path) -> None:
    (tmp_path / "context" / "code").mkdir(parents=True)
    (tmp_path / "context" / "code" / "one").write_text("1")
    text = """
ARG WORD=no
FROM base AS first
WORKDIR /opt/pomona/app
COPY code code
ENV SAID="for all"
RUN echo "${WORD} $SAID" \\
    > /opt/pomona/said
FROM base AS last
COPY --from=first /opt/pomona /opt/pomona
"""
    stages = read(text, {"WORD": "yes"})
    build = Build(tmp_path / "context", tmp_path / "made", stages, Path("/usr/bin/python3"), lambda _: None)
    build.perform("last")
    made = tmp_path / "made" / "last" / "opt" / "pomona"
    assert (made / "said").read_text() == "yes for all\n"
    assert (made / "app" / "code" / "one").read_text() == "1"
