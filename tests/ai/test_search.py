"""The searches: honest, bounded, the same for the same seed, and never more than one decision's worth of work."""

from dataclasses import replace

import pytest

from ai.choose import choose
from ai.search.budgets import BOTS, LEVELS, Bot, UnknownBot, bot_of
from ai.search.engine import Engine
from ai.search.room import Node, Plan
from services.rules.kernel import MARKED, Record, Rng
from services.rules.registry import GAMES
from tests.ai.modes import bot, plain, positions, same_view
from tests.support.games import Table, also_slow, tables

KINDS = [*(name for name in BOTS if name not in {*LEVELS, "hybrid"}), "seedling"]
PROPOSED = pytest.param("hybrid", marks=pytest.mark.slow)  # what it is made of is tested in every run
"""Levels are bots with other budgets, and one that errs."""


def hidden_pairs(table: Table) -> list[tuple[Record, Record]]:
    return [same_view(state, table, number) for number, state in enumerate(table.states(4))]


@pytest.mark.parametrize("name", [*KINDS, PROPOSED])
@pytest.mark.parametrize("table", [*tables(0), *also_slow(tables(1))], ids=str)
def test_what_a_seat_cannot_know_does_not_change_its_decision(table: Table, name: str) -> None:
    for one, other in hidden_pairs(table):
        first, second = (choose(table.game, s, bot(name, 40), 7, engine=plain(table.slug)) for s in (one, other))
        assert (first.action, first.candidates) == (second.action, second.candidates)


@pytest.mark.parametrize("name", [*KINDS, PROPOSED])
@pytest.mark.parametrize("table", tables(0), ids=str)
def test_a_decision_is_legal_and_leaves_the_state_as_it_was(table: Table, name: str) -> None:
    for number, state in enumerate(positions(table)):
        before = state.to_bytes()
        decision = choose(table.game, state, bot(name, 30), number, engine=plain(table.slug))
        assert table.game.is_legal(state, decision.action)
        assert state.to_bytes() == before


@pytest.mark.parametrize("table", tables(0), ids=str)
def test_the_same_seed_decides_the_same_and_another_weighs_otherwise(table: Table) -> None:
    state = next(s for s in positions(table, 8) if len(table.game.legal(s)) > 1)
    once, again, other = (choose(table.game, state, bot("mcts", 60), n, engine=plain(table.slug)) for n in (1, 1, 2))
    assert once.candidates == again.candidates
    assert once.candidates != other.candidates


@pytest.mark.parametrize("table", tables(0), ids=str)
def test_a_forced_decision_costs_nothing(table: Table) -> None:
    for state, _ in table.play():
        game = table.game
        if not game.is_over(state) and len(game.legal(state)) == 1:
            decision = choose(game, game.seen(state, game.to_act(state)), bot_of("mcts:1000000"), 1)
            assert (decision.iterations, decision.short, decision.candidates) == (0, False, ())
            return
    pytest.skip("this game forced nothing")


@pytest.mark.parametrize("slug", GAMES)
def test_the_clock_ends_a_search_and_the_decision_is_called_short(slug: str) -> None:
    table = Table(slug, GAMES[slug].seats[0])
    state = next(s for s in positions(table, 8) if len(table.game.legal(s)) > 1)
    decision = choose(table.game, state, bot("mcts", 10_000), 1, cap=0.0, engine=plain(slug))
    assert decision.short
    assert 0 < decision.iterations < 10_000
    assert table.game.is_legal(state, decision.action)


@pytest.mark.parametrize("slug", GAMES)
def test_plain_python_thinks_less_and_says_so(slug: str) -> None:
    table = Table(slug, GAMES[slug].seats[0])
    state = next(s for s in positions(table, 8) if len(table.game.legal(s)) > 1)
    decision = choose(table.game, state, replace(BOTS["mcts"], plain=10), 1, engine=plain(slug))
    assert (decision.iterations, decision.short, decision.compiled) == (10, True, False)


@pytest.mark.parametrize("table", tables(0), ids=str)
def test_chunks_of_iterations_grow_the_tree_that_one_call_grows(table: Table) -> None:
    engine = plain(table.slug)
    for state in positions(table):
        assert grown(engine, table, state, [20] * 3) == grown(engine, table, state, [60])


@pytest.mark.parametrize("table", tables(0), ids=str)
def test_a_tree_never_outgrows_its_nodes(table: Table) -> None:
    for state in positions(table):
        nodes = grown(plain(table.slug), table, state, [60], capacity=12)
        assert len(nodes) <= 12
        assert nodes[0][2] == 60


def grown(
    engine: Engine, table: Table, state: Record, chunks: list[int], capacity: int = 61
) -> list[tuple[float, ...]]:
    """The nodes of a tree after searches of so many iterations each."""
    game, plan = table.game, Plan()
    plan.seats, plan.seat, plan.capacity, plan.widen = table.seats, game.to_act(state), capacity, 1e9
    plan.explore, plan.margin, plan.swing = 0.7, 0.25, 1.0
    plan.turns, plan.steps = 2, game.max_steps  # the tree is looked at; whole games in plain Python take long
    for i, weight in enumerate(engine.known.weights.values()):
        plan.weights[i] = weight
    (plan.low, plan.high), plans = game.score_span, engine.put(plan)
    desk, tree, rngs = engine.desk(state), engine.boxes(Node, capacity), engine.boxes(Rng, 1)
    for chunk in chunks:
        engine.search(desk, tree, plans, engine.room, rngs, chunk)
    return [(n.action, n.seat, n.visits, n.available, n.reward) for n in tree[: plans[0].size]]


@pytest.mark.parametrize("table", tables(0), ids=str)
def test_visits_are_accounted_for_and_rewards_stay_between_0_and_1(table: Table) -> None:
    for state in positions(table):
        root, *nodes = grown(plain(table.slug), table, state, [60])
        assert root[2] == 60
        for _, seat, visits, available, reward in nodes:
            assert 0 <= seat < table.seats
            assert 1 <= visits <= available
            assert -1e-9 <= reward <= visits + 1e-9


@pytest.mark.parametrize("wrong", ["", "wizard", "mcts:0", "mcts:-5", "mcts:many", "mcts:99999999999", "greedy:5"])
def test_an_unknown_bot_or_budget_is_refused(wrong: str) -> None:
    with pytest.raises(UnknownBot):
        bot_of(wrong)


def test_a_bot_may_be_given_its_iterations() -> None:
    assert bot_of("mcts:2000").iterations == 2000
    assert bot_of("mcts") is BOTS["mcts"]


@pytest.mark.parametrize("name", [*KINDS[:-1], PROPOSED])
@pytest.mark.parametrize("slug", GAMES)
def test_a_bot_that_is_no_level_keeps_its_budget_in_every_game(slug: str, name: str) -> None:
    suited = bot_of(name, GAMES[slug])
    assert (suited.name, suited.kind, suited.iterations, suited.cap) == (name, *attributes(BOTS[name]))


@pytest.mark.parametrize("slug", GAMES)
def test_thinking_again_marks_no_new_rules(slug: str) -> None:
    table = Table(slug, GAMES[slug].seats[0])
    state = positions(table, 2)[0]
    marked = []
    for number in range(3):  # a stand-in has an engine of its own each time
        for name in ("greedy", "mcts"):
            how = replace(bot_of(name, table.game), iterations=2, plain=2, worlds=1)
            choose(table.game, state, how, number, engine=Engine(table.game))
        marked.append(len(MARKED))
    assert marked[0] == marked[1] == marked[2]


def attributes(bot: Bot) -> tuple[str, int, float]:
    return bot.kind, bot.iterations, bot.cap
