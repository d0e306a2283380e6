"""Advice: good moves with their reasons, out of what the seat sees and nothing else."""

from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any

import pytest

from ai import advice, regret
from ai.advice import advise, proposed
from ai.choose import Decision, rng_of
from ai.knowledge.lookup import knowledge_of
from ai.outlook import outlooks
from ai.reasons.lookup import World, reasons_for
from ai.regret import judge
from ai.search.engine import Engine
from ai.search.runs import Candidate
from services.ai.advising import told
from services.rules.contract import Game
from services.rules.positions import Position
from services.rules.registry import GAMES

GAME_IDS = list(GAMES)
FIRST = 40


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Think little, and always the same."""
    monkeypatch.setattr(advice, "ADVISER", "greedy")
    monkeypatch.setattr(regret, "REVIEWER", "greedy")
    for module in (advice, regret):
        monkeypatch.setattr(module, "GAMES", {True: 2, False: 2})
        monkeypatch.setattr(module, "PLAY_SECONDS", 60.0)


def positions(game: Game[Any], seats: int = 2) -> Iterator[tuple[Any, Any]]:
    """(true state, what the seat to act sees of it) at every decision of a game, as its playout plays."""
    rng, playout, room = rng_of(5), knowledge_of(game).playout, [0] * game.max_legal
    state = game.start(seats, game.pack({}, seats), rng)
    while not game.is_over(state):
        yield state, game.seen(state, game.to_act(state))
        state = state.clone()
        game.apply(state, playout(state, rng, room), rng)


def position(game: Game[Any], steps: int, seats: int = 2) -> tuple[Any, Any]:
    """The same after some decisions."""
    return next(islice(positions(game, seats), steps, None))


@pytest.mark.parametrize("slug", GAME_IDS)
def test_advice_holds_legal_moves_with_outlooks_in_the_order_of_the_search(slug: str) -> None:
    game = GAMES[slug]
    _, seen = position(game, FIRST)
    found = advise(game, seen, 7, Engine(game))
    assert found.moves
    assert {each.action for each in found.moves} <= set(game.legal(seen))
    ranked = [candidate.action for candidate in found.decision.candidates]
    by_search = [each.action for each in found.moves if "search" in each.by]
    assert by_search == ranked[: len(by_search)]
    for each in found.moves:
        assert each.outlook.games >= 1
        assert each.outlook.win_share is not None
        assert 0 <= each.outlook.win_share <= 1


@pytest.mark.parametrize("slug", GAME_IDS)
def test_what_the_seat_cannot_know_changes_nothing(slug: str) -> None:
    """Two tables that differ only in what the seat may not know; each is redacted by itself."""
    game, engine = GAMES[slug], Engine(GAMES[slug])
    for steps in (FIRST, FIRST + 1):
        state, seen = position(game, steps)
        seat = game.to_act(state)
        other = game.imagine(state, seat, rng_of(99))
        if slug != "tree_society":
            assert other.to_bytes() != state.to_bytes(), "they differ"
        answers = []
        for each in (state, other):
            redacted = game.seen(each, seat)
            rewards = outlooks(engine, redacted, game.legal(redacted)[:2], 5, 2, 60)
            reasons = [reasons_for(game, redacted, action, 5) for action in game.legal(redacted)[:6]]
            answers.append((rewards, reasons))
        assert answers[0] == answers[1]
        assert seen.to_bytes() == game.seen(other, seat).to_bytes()


@pytest.mark.parametrize("slug", GAME_IDS)
def test_reasons_have_codes_of_their_game_and_every_game_has_some(slug: str) -> None:
    game, codes = GAMES[slug], set[str]()
    for _, seen in islice(
        positions(game), 2, 60, 3
    ):  # 3: a turn of Arboretum has four decisions, and each kind shall be met
        for action in game.legal(seen)[:4]:
            for reason in reasons_for(game, seen, action, 3):
                assert reason.code.startswith(f"{slug}.")
                assert reason.text.endswith(".")
                codes.add(reason.code)
    assert len(codes) >= 3, codes


@pytest.mark.parametrize("slug", GAME_IDS)
def test_a_sure_reason_comes_true_in_the_true_game(slug: str) -> None:
    """Only Arboretum tells shares of tables; of all else the same must be seen when the move is played."""
    game, checked = GAMES[slug], 0
    module = import_module(f"ai.reasons.{slug}")
    for state, seen in islice(positions(game), 3, 50, 5):
        seat = game.to_act(state)
        for action in game.legal(seen)[:4]:
            after = state.clone()
            game.apply(after, action, rng_of(1))
            true = [fact.json() for fact in module.reasons([World(state, after)], seat, action)]
            for reason in reasons_for(game, seen, action, 3):
                if "share" not in reason.params:
                    assert reason.json() in true
                    checked += 1
    assert checked


def test_the_same_imagined_games_are_played_from_every_move() -> None:
    game, engine = GAMES["arboretum"], Engine(GAMES["arboretum"])
    _, seen = position(game, 12)
    first, second = game.legal(seen)[:2]
    (alone,) = outlooks(engine, seen, [first], 5, 3, 60)
    assert outlooks(engine, seen, [first, second], 5, 3, 60)[0] == alone
    assert outlooks(engine, seen, [first], 6, 3, 60) != [alone]
    assert alone.games == 3
    assert outlooks(engine, seen, [first], 5, 3, 0)[0].games == 1, "an answer always comes"


def test_alone_there_is_no_win_to_share() -> None:
    game = GAMES["applejack"]
    _, seen = position(game, 6, seats=1)
    (found,) = outlooks(Engine(game), seen, game.legal(seen)[:1], 5, 1, 60)
    assert (found.win_share, found.margin) == (None, None)
    assert judge(game, seen, game.legal(seen)[0], 5, Engine(game)).win_share is None


def test_moves_of_search_and_planner_are_merged_in_the_order_of_the_search() -> None:
    from ai.solve.answers import Planned, Step  # noqa: PLC0415 - loads OR-Tools

    ranked = tuple(Candidate(action, 10 - action, 0.5) for action in range(6))
    decision = Decision(0, 60, 0.1, False, False, ranked)
    steps = tuple(Step(action, 1.0) for action in (9, 1, 5))
    plan = Planned(steps, (), 1.0, 1.0, True, True, "solver", 0.1)
    assert proposed(decision, plan) == {
        0: ("search",), 1: ("search", "planner"), 2: ("search",), 9: ("planner",),
    }  # fmt: skip
    assert proposed(decision, None) == {0: ("search",), 1: ("search",), 2: ("search",)}
    assert proposed(Decision(4, 0, 0.0, False, False, ()), None) == {4: ("only",)}


def test_the_best_move_of_the_search_is_never_regretted_and_a_played_one_is_always_judged() -> None:
    game, engine = GAMES["arboretum"], Engine(GAMES["arboretum"])
    _, seen = position(game, 10)
    for action in game.legal(seen)[:6]:
        judged = judge(game, seen, action, 5, engine)
        assert judged.played.action == action
        assert judged.score >= 0
        assert judged.win_share is not None
        if judged.best[0].action == action:
            assert (judged.win_share, judged.score) == (0, 0)


def test_advice_is_told_in_the_notation_of_the_game() -> None:
    game = GAMES["arboretum"]
    _, seen = position(game, 10)
    found = advise(game, seen, 7, Engine(game))
    for move, each in zip(
        told(Position(11, game.to_act(seen), game, seen), found, 7)["moves"], found.moves, strict=True
    ):
        assert game.encode(seen, game.move(move["move"])) == each.action
        assert move["label"]
