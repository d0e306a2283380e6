"""Compiled searches are found again, and never those of other sources."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ai import cache
from ai.knowledge.lookup import knowledge_of
from services.rules.registry import GAMES
from tests.ai.modes import compiled, needs_numba
from tests.support.pomona import ROOT, environment

ARBORETUM = GAMES["arboretum"]

SECOND = """
import json, sys
from ai import cache
from services.rules.registry import GAMES
game = GAMES[sys.argv[1]]
warm, early = cache.is_warm(game), "numba" in sys.modules
from ai.engines import engine_of
engine = engine_of(game)
engine.warm_up()
print(json.dumps([warm, early, *engine.compilations()]))
"""

WITHOUT = """
import sys
for name in ("numba", "numpy", "llvmlite"):
    sys.modules[name] = None
class Nowhere:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numba", "numpy", "llvmlite"):
            raise ImportError(name)
sys.meta_path.insert(0, Nowhere())
from ai.arena import line_up, play_arena
from ai.engines import engine_of, warm_up
from services.rules.registry import GAMES
for game in GAMES.values():
    assert not warm_up(game)
    assert not engine_of(game).compiled
    seats = game.seats[0]
    standings = play_arena(game, line_up(["mcts:2", "random"][:seats], seats), 1, 1)
    print(game.slug, len(standings[0].points))
"""


@pytest.mark.parametrize("slug", GAMES)
def test_all_that_is_known_of_a_game_names_its_folder(slug: str) -> None:
    known, sources = knowledge_of(GAMES[slug]), set(cache.source_files(GAMES[slug]))
    names = {name for name in sys.modules if name.startswith(f"ai.knowledge.{slug}")}
    apart = tuple(
        f"ai.knowledge.{slug}_{what}" for what in ("scripts", "levels", "learned")
    )  # nothing compiled knows these
    modules = {name for name in names if not name.startswith(apart)}
    assert known.playout.__module__ in modules
    for name in modules:
        assert Path(sys.modules[name].__file__ or "").resolve() in sources, name


def run(program: str, *arguments: str, **more: str) -> str:
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment(**more), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs_numba
@pytest.mark.timeout(600)
@pytest.mark.parametrize("slug", GAMES)
def test_a_second_process_compiles_nothing(slug: str) -> None:
    compiled(slug)
    warm, numba_came_early, found, made = json.loads(run(SECOND, slug))
    assert warm
    assert not numba_came_early
    assert found == 4
    assert made == 0


@needs_numba
@pytest.mark.timeout(600)
def test_a_read_only_cache_serves_and_a_cold_one_falls_back(tmp_path: Path) -> None:
    compiled("arboretum")
    mine = cache.folder(ARBORETUM)
    image, home = tmp_path / "image", tmp_path / "home"
    shutil.copytree(mine, image / mine.name)
    assert json.loads(run(SECOND, "arboretum", POMONA_CACHE_DIR=str(image), XDG_CACHE_HOME=str(home)))[2:] == [4, 0]
    assert not home.exists()
    said = "from ai import cache; from services.rules.registry import GAMES; print(cache.folder(GAMES['arboretum']))"
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, where no folder can be made, whoever asks")
    assert run(said, POMONA_CACHE_DIR=str(blocked), XDG_CACHE_HOME=str(home)).startswith(str(home))


def test_it_all_runs_without_numba() -> None:
    assert run(WITHOUT).split() == [word for g in GAMES.values() for word in (g.slug, str(g.seats[0]))]


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    for name in ("ai", "services"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in tmp_path.rglob("*.py"):
        os.utime(path, (cache.STARTED - 60, cache.STARTED - 60))
    return tmp_path


@pytest.mark.parametrize(
    "file",
    [
        "services/rules/kernel.py",
        "services/rules/games/arboretum/components.py",
        "services/rules/games/arboretum/scoring.py",
        "ai/compiled.py",
        "ai/search/ismcts.py",
        "ai/search/room.py",
        "ai/knowledge/arboretum.py",
    ],
)
def test_a_changed_source_has_another_digest(sources: Path, file: str) -> None:
    before = cache.digest(ARBORETUM, sources)
    assert cache.digest(ARBORETUM, sources) == before
    path = sources / file
    path.write_text(path.read_text() + "\n# changed\n")
    os.utime(path, (cache.STARTED - 30, cache.STARTED - 30))
    assert cache.digest(ARBORETUM, sources) != before


@pytest.mark.parametrize("file", ["services/rules/matches.py", "ai/arena.py", "ai/choose.py"])
def test_what_is_not_compiled_does_not_matter(sources: Path, file: str) -> None:
    before = cache.digest(ARBORETUM, sources)
    (sources / file).write_text("")
    assert cache.digest(ARBORETUM, sources) == before


def test_a_source_changed_under_a_running_process_gives_it_a_digest_of_its_own(sources: Path) -> None:
    before = cache.digest(ARBORETUM, sources)
    path = sources / "services/rules/kernel.py"
    os.utime(path, (time.time() + 60, time.time() + 60))
    assert cache.digest(ARBORETUM, sources) != before


def test_every_game_depends_on_its_own_folder_only() -> None:
    for slug, game in GAMES.items():
        folders = {p.parent.name for p in cache.source_files(game) if p.parent.parent.name == "games"}
        assert folders == {slug}


def test_a_folder_is_not_ready_before_all_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POMONA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache._folder.cache_clear()  # noqa: SLF001
    try:
        with cache.locked(ARBORETUM):
            cache.touch(ARBORETUM)
            assert not cache.is_warm(ARBORETUM)
            cache.mark_warm(ARBORETUM)
        assert cache.is_warm(ARBORETUM) == (cache.numba_version() is not None)
    finally:
        cache._folder.cache_clear()  # noqa: SLF001


def test_what_old_sources_left_goes_once_it_is_long_unused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POMONA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache._folder.cache_clear()  # noqa: SLF001
    try:
        cache.folder(ARBORETUM)
        old, used, foreign = (
            tmp_path / f"{name}-{'0' * 22}{i}1" for i, name in enumerate(["arboretum"] * 2 + ["other"])
        )
        for path in (old, used, foreign):
            path.mkdir()
            (path / cache.READY).touch()
            if path != used:
                os.utime(path / cache.READY, (1, 1))
            os.utime(path, (1, 1))
        cache.mark_warm(ARBORETUM)
        assert [path.exists() for path in (old, used, foreign)] == [False, True, True]
    finally:
        cache._folder.cache_clear()  # noqa: SLF001
