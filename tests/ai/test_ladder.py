"""The ladder: played in instalments, counted as if in one go, and kept whole."""

import json
import subprocess
import sys
from collections.abc import Generator
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from statistics import quantiles
from typing import cast

import pytest

from ai.arena import Played, Thought, line_up, play_arena, wilson
from ai.cache import source_files
from ai.knowledge.lookup import knowledge_of
from ai.ladder import cells as ladder_cells
from ai.ladder.book import FILE, Book
from ai.ladder.cells import PAIRS, Cell, Tally, digest
from ai.ladder.climb import climb
from ai.search import budgets
from ai.search.budgets import BOTS, LEVELS, bot_of, budgets_of
from services.rules.errors import BadSeats
from services.rules.registry import GAMES
from tests.ai.modes import needs_numba
from tests.support.pomona import ROOT, environment

SOCIETY = GAMES["tree_society"]
PAIR = ("reflex", "random")


def blank(seats: int = 2, pair: tuple[str, str] = PAIR, seed: int = 1) -> Cell:
    return Cell.blank(SOCIETY, seats, pair, {}, seed)


def climbed(cell: Cell, games: int, jobs: int = 1) -> Cell:
    for _ in climb([cell], games, jobs):
        pass
    return cell


def told(cell: Cell) -> dict[str, object]:
    """What is the same whenever the same games are played: all but times."""
    data = cell.json()
    del data["think_p50"], data["think_p95"], data["tally"]["times"]
    return data


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path / "ladder.json")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_cell_counts_what_the_arena_counts(seats: int) -> None:
    cell = climbed(blank(seats), 6)
    upper, *_ = play_arena(SOCIETY, line_up(PAIR, seats), 6, 1)
    figures = cell.json()
    assert cell.games == len(upper.points)
    assert cell.wins == pytest.approx(upper.wins)
    assert figures["margin"] == upper.json()["margin"]
    assert figures["interval"] == upper.json()["interval"]
    assert cell.tally.decisions == len(upper.seconds) == cell.tally.times.total()


def test_what_is_broken_off_and_gone_on_with_is_what_is_played_in_one_go(book: Book) -> None:
    whole = climbed(blank(), 10)
    for _ in range(6):  # every time it dies after a deal
        cell = book.gone_on(blank())
        for grown in islice(climb([cell], 10), 1):
            book.keep(grown)
    assert told(book.gone_on(blank())) == told(whole)
    assert cell.tally.deals == 5


def test_two_processes_count_the_same_as_one() -> None:
    assert told(climbed(blank(), 6, jobs=2)) == told(climbed(blank(), 6))


def test_a_cell_is_written_and_read_again_without_loss(book: Book) -> None:
    cell = climbed(blank(3), 6)
    book.keep(cell)
    (read,) = book.cells("tree_society")
    assert read == cell
    assert read.json() == json.loads(json.dumps(cell.json(), default=list)) | {"tally": cell.json()["tally"]}


def test_another_seed_starts_again(book: Book) -> None:
    book.keep(climbed(blank(), 2))
    assert book.gone_on(blank()).games == 2
    assert book.gone_on(blank(seed=2)).games == 0


def test_a_bot_or_rules_that_have_changed_start_a_cell_again(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    book.keep(climbed(blank(), 2))
    changed = [replace(blank(), rules="2"), replace(blank(), knowledge="other")]
    assert [book.gone_on(cell).games for cell in changed] == [0, 0]
    monkeypatch.setitem(BOTS, "reflex", replace(BOTS["reflex"], worlds=3))
    assert book.gone_on(blank()).games == 0


def test_a_cell_that_starts_again_takes_the_place_of_the_old_one(book: Book) -> None:
    for cell in (blank(3), blank(), blank(pair=("random", "reflex")), blank(seed=2)):
        book.keep(climbed(cell, 2))
    assert [(cell.seats, cell.bot, cell.seed) for cell in book.cells("tree_society")] == [
        (2, "random", 1),
        (2, "reflex", 2),
        (3, "reflex", 1),
    ]


def test_the_digest_follows_knowledge_and_thinking_but_not_the_budgets_of_other_bots(tmp_path: Path) -> None:
    def digested(changed: str = "") -> str:
        files = {path: path.read_bytes() for path in source_files(SOCIETY, ROOT, "ai/choose.py")}
        assert not changed or ROOT / changed in files
        for path, data in files.items():
            copy = tmp_path / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(data + (b"# changed" if path == ROOT / changed else b""))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ladder_cells, "SOURCES", tmp_path)
            return digest(SOCIETY, [bot_of("greedy", SOCIETY)])

    assert digested() == digest(SOCIETY, [bot_of("greedy", SOCIETY)])
    assert digested("ai/search/budgets.py") == digested()
    for name in ("ai/knowledge/tree_society.py", "ai/search/runs.py", "ai/choose.py", "services/rules/kernel.py"):
        assert digested(name) != digested()


@pytest.mark.parametrize("slug", GAMES)
def test_a_level_that_is_given_another_budget_starts_its_own_cells_again_and_compiles_nothing(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES[slug]
    assert ROOT / "ai" / "knowledge" / f"{slug}_levels.py" not in source_files(game, ROOT, "ai/choose.py")
    before = {pair: digest(game, [bot_of(name, game) for name in pair]) for pair in PAIRS}
    known = knowledge_of(game)
    other = known.budgets | {"grower": known.budgets["grower"] | {"iterations": 7}}
    monkeypatch.setattr(budgets, "knowledge_of", lambda _: replace(known, budgets=other))
    after = {pair: digest(game, [bot_of(name, game) for name in pair]) for pair in PAIRS}
    assert {pair for pair in PAIRS if after[pair] != before[pair]} == {pair for pair in PAIRS if "grower" in pair}


def thought(short: int, seconds: float = 0.1) -> Thought:
    return Thought([seconds], 10, short)


def test_games_in_which_a_bot_was_stopped_are_counted_but_do_not_count() -> None:
    cell = blank()
    won, lost = ([1, 2], [2, 1])
    cell.count([Played([0, 1], [9, 5], won, [thought(0), thought(0)]), Played([1, 0], [9, 5], won, [thought(0)] * 2)])
    cell.count([Played([0, 1], [9, 5], won, [thought(0), thought(3)]), Played([1, 0], [5, 7], lost, [thought(0)] * 2)])
    assert (cell.tally.deals, cell.games, cell.left_out, cell.short) == (2, 3, 1, 3)
    assert cell.wins == 2
    assert cell.json()["margin"] == pytest.approx((4 - 4 + 2) / 3, abs=0.01)
    assert cell.json()["interval"] == [round(end, 4) for end in wilson(2, 3)]


def test_a_cell_whose_games_were_all_left_out_claims_nothing() -> None:
    cell = blank()
    cell.count([Played([0, 1], [9, 5], [1, 2], [thought(1), thought(0)])])
    assert (cell.json()["games"], cell.json()["interval"]) == (0, [0.0, 1.0])


def test_quantiles_from_classes_are_within_3_percent() -> None:
    seconds = [0.0001 * 1.01**i for i in range(900)]
    cell = blank()
    cell.count([Played([0, 1], [9, 5], [1, 2], [Thought(seconds, 1), Thought()])])
    exact = quantiles(seconds, n=20)
    assert cell.json()["think_p50"] == pytest.approx(exact[9], rel=0.03)
    assert cell.json()["think_p95"] == pytest.approx(exact[18], rel=0.03)
    assert Tally().quantile(0.95) == 0.0


def test_the_cell_with_the_fewest_games_is_played_first() -> None:
    first, second = blank(2), blank(4)
    grown = [(cell.seats, cell.tally.deals) for cell in climb([first, second], 24)]
    assert grown[:4] == [(2, 1), (2, 2), (2, 3), (2, 4)]
    assert grown[4:8] == [(4, 1), (4, 2), (4, 3), (4, 4)]
    assert grown[8:12] == [(2, 5), (2, 6), (2, 7), (2, 8)]  # 8 games against 16
    assert (first.games, second.games) == (24, 24)


def test_no_deal_is_begun_that_would_end_too_late() -> None:
    ticks = count(0.0, 10.0)  # ten seconds from each look at the clock to the next
    grown = list(climb([blank()], 200, until=35.0, clock=lambda: next(ticks)))
    assert len(grown) == 3


def test_a_broken_off_ladder_begins_no_further_deals() -> None:
    running = cast("Generator[Cell]", climb([blank()], 2_000, jobs=2))
    cell = next(running)
    running.close()
    assert cell.tally.deals == 1


def test_the_table_has_a_row_for_each_cell_and_a_star_for_what_has_changed(book: Book) -> None:
    cell = climbed(blank(), 4)
    book.keep(cell)
    book.keep(replace(climbed(blank(3), 3), knowledge="older"))
    _, line, fresh, stale = book.table()
    assert line.count("|") == fresh.count("|") == stale.count("|") == 12
    assert fresh.startswith("| Tree Society | 2 | reflex | random | 4 | ")
    assert stale.startswith("| Tree Society * | 3 | reflex | random | 3 | ")


def test_levels_are_kept_with_their_budgets(book: Book) -> None:
    book.keep(climbed(blank(), 2))
    told = json.loads(book.file.read_text())["games"]["tree_society"]["levels"]
    assert told == budgets_of(SOCIETY)
    assert tuple(told) == LEVELS


def test_budgets_are_told_of_games_that_were_not_played(book: Book) -> None:
    book.keep(climbed(blank(), 2))
    book.settle()
    told = json.loads(book.file.read_text())["games"]
    assert {slug: game["levels"] for slug, game in told.items()} == {slug: budgets_of(GAMES[slug]) for slug in GAMES}
    assert [cell.games for cell in book.cells("tree_society")] == [2]


def test_games_of_bots_that_have_changed_since_are_told_as_such(book: Book) -> None:
    cell = climbed(blank(), 2)
    book.keep(replace(cell, knowledge="older"))
    book.settle()
    assert [row["current"] for row in json.loads(book.file.read_text())["games"]["tree_society"]["cells"]] == [False]
    book.keep(cell)
    assert [row["current"] for row in json.loads(book.file.read_text())["games"]["tree_society"]["cells"]] == [True]


def test_the_ladder_that_is_served_says_what_is_current_as_it_is_now(tmp_path: Path) -> None:
    served = Book(tmp_path / "ladder.json")
    served.file.write_text(FILE.read_text())
    served.settle()
    assert served.file.read_text() == FILE.read_text(), "run `pomona ladder --minutes 0`"


def test_seats_that_a_game_has_not_are_refused() -> None:
    with pytest.raises(BadSeats):
        blank(seats=5)


def pomona_ladder(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pomona", "ladder", *map(str, arguments)]
    return subprocess.run(
        command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False, timeout=900
    )


@needs_numba
@pytest.mark.timeout(1800)
def test_the_command_plays_goes_on_and_prints_a_table(tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    which = ("tree_society", "--seats", "2", "--pair", "flat:5,random", "--file", file)
    for games in (2, 4):
        done = pomona_ladder(*which, "--games", games)
        assert (done.returncode, done.stderr) == (0, "")
        (cell,) = json.loads(file.read_text())["games"]["tree_society"]["cells"]
        assert (cell["games"], cell["bot"], cell["against"], cell["short"]) == (games, "flat:5", "random", 0)
    printed = pomona_ladder("--table", "--file", file).stdout
    assert "| Tree Society | 2 | flat:5 | random | 4 |" in printed


@pytest.mark.parametrize("wrong", [["chess"], ["arboretum", "--pair", "wizard,random"], ["--option", "a=b"]])
def test_what_cannot_be_played_is_one_clear_line_and_writes_nothing(wrong: list[str], tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    done = pomona_ladder(*wrong, "--file", file)
    assert not file.exists()
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("Error: ")
