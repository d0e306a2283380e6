"""What a bot makes of plans: a search may play them on, where rules are compiled."""

from time import perf_counter

from ai.choose import rng_of
from ai.search.budgets import bot_of
from ai.search.engine import Engine
from ai.search.runs import Candidate, Run
from ai.solve.decide import GAMES, planned
from services.rules.games.applejack import GAME as APPLEJACK
from services.rules.games.tree_society import GAME
from services.rules.games.tree_society.state import SALE, State
from tests.rules.games.tree_society.builders import game_of_builders


class Quick(Engine):
    """The plain engine, which says that it is the compiled one."""

    compiled = True


def last_sale() -> State:
    """The last state of a game in which there is a choice of what to sell."""
    states = [state.clone() for state, _ in game_of_builders(2, 4) if state.phase == SALE]
    return next(GAME.seen(s, s.turn) for s in reversed(states) if len(GAME.legal(s)) > 1)


def thought(engine: Engine, number: int) -> tuple[list[Candidate], Run]:
    """What the planner thinks of that state."""
    state = last_sale()
    run = Run(engine, state, bot_of("planner", GAME), rng_of(number), perf_counter() + 600, GAME.legal(state))
    return planned(run), run


def test_a_compiled_search_plays_on_from_the_lines_of_a_planner() -> None:
    found, run = thought(Quick(GAME), 7)
    assert found == thought(Quick(GAME), 7)[0]
    assert {candidate.action for candidate in found} <= set(GAME.legal(run.state))
    assert [c.value for c in found] == sorted((c.value for c in found), reverse=True)
    assert all(0 <= candidate.value <= 1 for candidate in found)
    assert 0 < run.done <= GAMES * 4
    assert not run.short


def test_without_compiled_rules_the_planner_plays_on_by_itself_and_says_that_it_was_short() -> None:
    found, run = thought(Engine(GAME), 7)
    assert found[0].action in GAME.legal(run.state)
    assert (run.done, run.short) == (0, True)


def test_a_planner_whose_model_judges_is_never_short_for_that() -> None:
    state = APPLEJACK.start(2, APPLEJACK.pack({}, 2), rng_of(1))
    seen = APPLEJACK.seen(state, APPLEJACK.to_act(state))
    run = Run(Engine(APPLEJACK), seen, bot_of("planner", APPLEJACK), rng_of(1), perf_counter() + 600, [])
    assert planned(run)[0].action in APPLEJACK.legal(seen)
    assert not run.short
