"""Bots that are shown the true state: they know what others hold, and nobody but the arena can have one."""

import ast
import logging
from dataclasses import replace

import pytest

from ai.arena import bot_in_arena, line_up, play_arena
from ai.choose import Decision, choose
from ai.knowledge.lookup import knowledge_of
from ai.search.budgets import BOTS, Bot, UnknownBot, bot_of
from ai.search.engine import Engine
from ai.search.runs import Progress
from services.ai.roster import ROSTER
from services.ai.thinking import choose_well
from services.rules.errors import UnknownBot as NoSuchBot
from services.rules.kernel import Record, Rng
from services.rules.match import FALLBACK, PLAYED
from services.rules.matches import BotTurn
from services.rules.registry import GAMES
from tests.ai.modes import bot, compiled, needs_numba, plain
from tests.support.games import Table, rng, tables
from tests.support.house import House
from tests.support.pomona import ROOT

SEARCHES = ("greedy", "flat", "mcts")


def cheat(name: str, iterations: int) -> Bot:
    return replace(bot(name, iterations), open=True)


def worlds(table: Table, number: int, state: Record) -> list[Record]:
    """Whole states between which the seat to act cannot tell."""
    seat = table.game.to_act(state)
    return [table.game.imagine(state, seat, rng("world", table, number, i)) for i in range(6)]


@pytest.mark.parametrize(
    ("slug", "name"),
    [
        ("arboretum", "flat"),
        ("arboretum", "mcts"),
        ("applejack", "flat"),
        ("applejack", "mcts"),
        ("click_a_tree", "flat"),
    ],
)
def test_a_cheat_judges_by_what_its_seat_cannot_know(slug: str, name: str) -> None:
    table = Table(slug, 2)

    def judged(number: int, state: Record) -> set[object]:
        found = worlds(table, number, state)
        return {choose(table.game, world, cheat(name, 40), 7, engine=plain(slug)).candidates for world in found}

    assert any(len(judged(number, state)) > 1 for number, state in enumerate(table.states(6)))


def test_where_nothing_is_hidden_a_cheat_is_no_better() -> None:
    table = Table("tree_society", 2)
    for state in table.states(4):
        fair, unfair = (
            choose(table.game, state, how("flat", 40), 7, engine=plain(table.slug)).candidates for how in (bot, cheat)
        )
        assert fair == unfair


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("slug", GAMES)
def test_a_cheat_never_deals_anew(slug: str, name: str) -> None:
    class Refused(Exception):  # noqa: N818 - nobody may see it
        pass

    def redeal(_state: Record, _seat: int, _rng: Rng) -> None:
        raise Refused

    game = replace(GAMES[slug], redeal=redeal)
    state = next(s for s in Table(slug, 2).states(8) if len(game.legal(s)) > 1)
    decision = choose(game, state, replace(cheat(name, 20), tries=1), 1, engine=Engine(game))
    assert game.is_legal(state, decision.action)
    with pytest.raises(Refused):
        choose(game, state, replace(bot(name, 20), tries=1), 1, engine=Engine(game))


@needs_numba
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("table", tables(0), ids=str)
def test_both_modes_cheat_alike(table: Table, name: str) -> None:
    for number, state in enumerate(table.states(3)):
        fast, slow = (
            choose(table.game, state, cheat(name, 40), number, engine=e(table.slug)) for e in (compiled, plain)
        )
        assert fast.candidates == slow.candidates


def test_in_the_arena_only_the_cheat_sees_the_true_state(monkeypatch: pytest.MonkeyPatch) -> None:
    game, seen = GAMES["arboretum"], list[tuple[str, bool]]()

    def spy(_game: object, state: Record, bot_: Bot, number: int, engine: Engine) -> Decision:
        seat = game.to_act(state)
        seen.append((bot_.name, state.to_bytes() == game.seen(state, seat).to_bytes()))
        return choose(game, state, replace(bot_, kind="reflex"), number, engine=engine)

    monkeypatch.setattr("ai.arena.choose", spy)
    play_arena(game, line_up(["cheat:greedy", "greedy"], 2, game), 2, 1)
    assert {redacted for name, redacted in seen if name == "greedy"} == {True}
    assert {redacted for name, redacted in seen if name == "cheat:greedy"} == {False}


def test_a_cheat_has_the_budget_of_the_bot_that_it_is() -> None:
    game = GAMES["applejack"]
    honest = bot_of("flat:300", game)
    assert bot_in_arena("flat:300", game) == honest
    assert bot_in_arena("cheat:flat:300", game) == replace(honest, name="cheat:flat:300", open=True)


@pytest.mark.parametrize("wrong", ["cheat:", "cheat:wizard", "cheat:random", "cheat:reflex", "cheat:cheat:greedy"])
def test_what_cannot_cheat_is_refused(wrong: str) -> None:
    with pytest.raises(UnknownBot):
        bot_in_arena(wrong)


# Matches


@pytest.mark.parametrize("name", ["cheat:flat:300", "cheat:greedy", "cheat:mcts", "cheat:"])
def test_nothing_but_the_arena_knows_a_bot_that_cheats(name: str) -> None:
    with pytest.raises(UnknownBot):
        bot_of(name, GAMES["arboretum"])
    assert name not in ROSTER


def test_no_bot_and_no_knowledge_of_a_game_opens_the_state() -> None:
    names = [*BOTS, *ROSTER]
    assert not any(bot_of(name, game).open for name in names for game in GAMES.values())
    assert not any("open" in changes for game in GAMES.values() for changes in knowledge_of(game).search.values())


def test_one_line_of_all_the_code_makes_a_bot_that_cheats() -> None:
    found = [
        path.relative_to(ROOT).as_posix()
        for folder in ("ai", "api", "services", "worker")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"replace", "Bot"}
        if any(keyword.arg == "open" for keyword in node.keywords)
    ]
    assert found == ["ai/arena.py"]


def test_a_match_has_no_seat_for_a_cheat(house: House) -> None:
    with pytest.raises(NoSuchBot):
        house.create("cheat:greedy", "person")


def test_a_worker_that_were_asked_for_a_cheat_would_play_its_stand_in(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    shown = list[bool]()

    def as_a_cheat(turn: BotTurn, number: int, on_progress: Progress) -> Decision:
        shown.append(turn.state.to_bytes() == turn.game.seen(turn.state, turn.seat).to_bytes())
        return choose_well(replace(turn, bot="cheat:greedy"), number, on_progress)

    match_id = house.create("greedy", "person")
    (task,) = house.tasks()
    house.thinking(as_a_cheat).think(*task)
    played = [entry.by for entry in house.entries(match_id) if entry.type == PLAYED]
    assert set(played) == {FALLBACK}
    assert shown == [True] * len(played)
