"""How good a final board could have been: the question has the same pieces, and what was laid is one answer to it."""

from collections.abc import Iterator
from typing import Any

import pytest

from ai.boards import applejack
from ai.boards.lookup import Board, Steps, final_board
from ai.choose import choose
from ai.search.budgets import bot_of
from services.ai.boards import best_board
from services.ai.questions import misfits, question_of
from services.rules.contract import Game
from services.rules.games.applejack.state import LAY
from services.rules.kernel import Rng, seed
from services.rules.registry import GAMES
from tests.ai.modes import plain

WITH_A_BOARD = ("applejack", "arboretum")


def played(game: Game[Any], seats: int, number: int) -> tuple[Steps, Any]:
    """A whole game, played badly enough to leave something to find."""
    rng, steps = Rng(), list[tuple[Any, int]]()
    seed(rng, number, 1, 2)
    state, reflex, engine = game.start(seats, game.pack({}, seats), rng), bot_of("reflex", game), plain(game.slug)
    while not game.is_over(state):
        action = choose(game, game.seen(state, game.to_act(state)), reflex, number, engine=engine).action
        steps.append((state.clone(), action))
        game.apply(state, action, rng)
    return steps, state


def boards(slug: str, seats: int) -> Iterator[tuple[Board, int]]:
    """The boards of all seats of a game, and their final points."""
    game = GAMES[slug]
    steps, end = played(game, seats, 3)
    points = [0] * seats
    game.scores(end, points)
    for seat in range(seats):
        board = final_board(game, steps, end, seat)
        assert board is not None
        yield board, points[seat]


@pytest.mark.parametrize("slug", WITH_A_BOARD)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_board_asks_what_fits_the_question_and_counts_the_points_of_the_seat(slug: str, seats: int) -> None:
    for board, points in boards(slug, seats):
        question, body = question_of(slug, board.question), board.body
        assert question is not None
        assert misfits(question, body) == []
        assert board.points == points
        before, anew = (body["trees"], body["cards"]) if "trees" in body else (body["orchard"]["tiles"], body["tiles"])
        assert (board.kept, board.anew) == (len(before), len(anew))


@pytest.mark.parametrize("slug", WITH_A_BOARD)
def test_the_best_board_is_no_worse_than_the_one_that_was_laid(slug: str) -> None:
    pytest.importorskip("ortools")
    steps, end = played(GAMES[slug], 2, 5)
    for seat in range(1 + (slug == "applejack")):
        best = best_board(GAMES[slug], steps, end, seat)
        assert best is not None
        assert best["answer"]["value"] == best["points"] + best["gap"]
        assert best["gap"] >= 0, "by itself the solver finds 18 of the 28 points that were made"
        assert best["answer"]["optimal"] or slug == "arboretum"


def test_the_best_orchard_is_what_the_rules_make_of_all_ways_to_lay_the_last_tiles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("ortools")
    monkeypatch.setattr(applejack, "MOST_ANEW", 2)
    game = GAMES["applejack"]
    for number in range(4):
        steps, end = played(game, 2 + number % 3, number)
        best = best_board(game, steps, end, 0)
        assert best is not None
        first = [i for i, (state, _) in enumerate(steps) if (state.turn, state.phase) == (0, LAY)][-2]
        assert best["answer"]["value"] == most(game, steps[first][0], [action for _, action in steps[first:]])


def most(game: Game[Any], state: Any, actions: list[int]) -> int:
    """The most points that seat 0 can come to if it lays its tiles otherwise and all else is played as it was."""
    if game.is_over(state):
        points = [0] * 4
        game.scores(state, points)
        return points[0]
    lays = (state.turn, state.phase) == (0, LAY)
    found = -1
    for action in game.legal(state) if lays else actions[:1]:
        after = state.clone()
        game.apply(after, action, Rng())
        found = max(found, most(game, after, actions[1:]))
    return found


@pytest.mark.parametrize("slug", sorted(set(GAMES) - set(WITH_A_BOARD)))
def test_other_games_have_no_such_question(slug: str) -> None:
    steps, end = played(GAMES[slug], 2, 3)
    assert final_board(GAMES[slug], steps, end, 0) is None
    assert best_board(GAMES[slug], steps, end, 0) is None


def test_alone_honey_lies_in_the_middle_and_nothing_is_asked() -> None:
    steps, end = played(GAMES["applejack"], 1, 3)
    assert final_board(GAMES["applejack"], steps, end, 0) is None


def test_a_game_that_was_not_played_to_its_end_has_no_final_board() -> None:
    steps, _ = played(GAMES["arboretum"], 2, 3)
    assert final_board(GAMES["arboretum"], steps[:-1], steps[-1][0], 0) is None
