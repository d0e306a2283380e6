"""Tree Society: the answer to the exact question `best-turn`."""

from collections import Counter
from collections.abc import Iterator
from time import perf_counter

from ortools.sat.python import cp_model

from ai.solve.answers import GREEDY, SOLVER, Answer, BadQuestion, Question
from ai.solve.limits import Limits
from ai.solve.solver import maximise
from ai.solve.tree_society_builds import Builds
from ai.solve.tree_society_coins import Coins
from ai.solve.tree_society_fruits import Fruits
from ai.solve.tree_society_points import Points
from ai.solve.tree_society_question import DESCRIPTION, EXAMPLE, LEVELS_IF_NOT_TOLD, SCHEMA, WORTH
from ai.solve.tree_society_read import actions_of
from services.rules.games.tree_society.actions import FORFEIT, REST, REST_EMPTY, SELL
from services.rules.games.tree_society.components import (
    CARD,
    CARDS,
    COPIES,
    FRUIT,
    FRUIT_KIND,
    FRUITS,
    KINDS,
    LEVELS,
    MARKET,
    MAX_NUMBER,
)
from services.rules.games.tree_society.moves import apply, sale_value
from services.rules.games.tree_society.notation import decode
from services.rules.games.tree_society.scoring import points_of
from services.rules.games.tree_society.state import CHOICE, SALE, State, clear, gain_fruit, rebuild, to_fruit_market
from services.rules.kernel import BLANK, Rng, insert, seed
from services.rules.notation import Json

Worth = dict[str, int]


def best_turn(question: Json, limits: Limits) -> Answer:
    """The best turn from a board and what lies in sight."""
    s, worth = state_of(question), WORTH | question.get("worth", {})
    model = cp_model.CpModel()
    builds = Builds(model, s, question.get("levels", LEVELS_IF_NOT_TOLD))
    fruits = Fruits(builds)
    coins = Coins(builds, fruits)
    points = Points(builds, fruits, coins).points
    banners = coins.banners(len(builds.stages))
    model.maximize(worth["point"] * points + worth["coin"] * (coins.kept + coins.chest) + worth["banner"] * banners)
    started = perf_counter()
    solved = maximise(model, limits)
    if solved is None:
        in_time = perf_counter() - started < limits.seconds
        actions = [SELL + max(s.fruits[0][: s.n_fruits[0]], key=lambda kind: sale_value(s, 0, kind))]
        value = value_of(settled(s, actions), worth)
        return Answer(plan_of(s, actions), value, ceiling(model), in_time, GREEDY, limits.work)
    actions = actions_of(builds, fruits, solved, _rng(limits.seed))
    # Counted in the rules: a search that was cut may leave a gain unclaimed that its plan brings all the same.
    value = value_of(settled(s, actions), worth)
    return Answer(plan_of(s, actions), value, solved.bound, solved.deterministic, SOLVER, solved.work)


# The board -----------------------------------------------------------------------------------------------------------


def state_of(question: Json) -> State:
    """The board as a state in which seat 0 is about to sell; raises BadQuestion."""
    check(question)
    s, seat = State(), question["seat"]
    clear(s)
    s.seats, s.phase = 2, SALE
    s.purse[0], s.chest[0] = seat["purse"], seat["chest"]
    for row in seat["ongoing"]:
        s.n_ongoing[0] = insert(s.ongoing[0], s.n_ongoing[0], CARD[row["card"]])
        s.level[CARD[row["card"]]] = row["level"]
    for row in seat["completed"]:
        s.n_completed[0] = insert(s.completed[0], s.n_completed[0], CARD[row["card"]])
        s.level[CARD[row["card"]]] = LEVELS
    for name in seat["fruits"]:
        gain_fruit(s, 0, FRUIT_KIND[name])
    for name in question["fruit_market"]:
        to_fruit_market(s, FRUIT_KIND[name])
    for name, number in seat.get("sold", {}).items():
        s.sold[0][FRUIT_KIND[name]] = number
    slots = [*question["market"]["top"], *question["market"]["bottom"]]
    s.market = [BLANK if slot is None else CARD[slot["card"]] for slot in slots]
    rebuild(s)
    s.visible = [question["visible"][fruit] for fruit in FRUITS]
    _fill_decks(s, {card for _, card in _cards(question)})
    return s


def _fill_decks(s: State, seen: set[int]) -> None:
    """Cards that are not in sight, so that effects reveal some: an answer never depends on which."""
    for card in [card for card in range(CARDS) if card not in seen][: MAX_NUMBER + MARKET]:
        s.n_deck = insert(s.deck, s.n_deck, card)
    for kind in range(KINDS):
        s.fruit_deck[kind] = sum(COPIES[kind])
    s.n_fruit_deck = sum(s.fruit_deck)


def _cards(question: Json) -> Iterator[tuple[str, int]]:
    """Every guild card with the pointer to it."""
    for section in ("ongoing", "completed"):
        for i, row in enumerate(question["seat"][section]):
            yield f"/seat/{section}/{i}/card", CARD[row["card"]]
    for name in ("top", "bottom"):
        for i, slot in enumerate(question["market"][name]):
            if slot is not None:
                yield f"/market/{name}/{i}/card", CARD[slot["card"]]


def check(question: Json) -> None:
    """Raises BadQuestion for what the schema cannot tell."""
    seen: set[int] = set()
    for pointer, card in _cards(question):
        if card in seen:
            raise BadQuestion(pointer, "this card lies elsewhere already")
        seen.add(card)
    rows = (("/seat/fruits", question["seat"]["fruits"]), ("/fruit_market", question["fruit_market"]))
    counts = Counter(
        FRUIT_KIND[name] for name in question["seat"].get("sold", {}) for _ in range(question["seat"]["sold"][name])
    )
    for pointer, names in rows:
        for i, name in enumerate(names):
            counts[FRUIT_KIND[name]] += 1
            if counts[FRUIT_KIND[name]] > COPIES[FRUIT_KIND[name]][1]:
                raise BadQuestion(f"{pointer}/{i}", "there are fewer fruit cards of this kind")
    for fruit, name in enumerate(FRUITS):
        here = sum(FRUIT[FRUIT_KIND[each]] == fruit for _, names in rows for each in names)
        if question["visible"][name] < here:
            raise BadQuestion(f"/visible/{name}", f"{here} of them lie on the board and in the market")


# The answer ----------------------------------------------------------------------------------------------------------


def settled(s: State, actions: list[int]) -> State:
    """The state after a plan and resting, if the fruit deck gives nothing."""
    s, rng = s.clone(), _rng(0)
    s.fruit_deck, s.n_fruit_deck = [0] * KINDS, 0
    for action in actions:
        if action != FORFEIT or s.phase == CHOICE:  # an effect that reveals nothing leaves nothing to forfeit
            apply(s, action, rng)
    apply(s, REST + s.fruit_market[0] if s.n_fruit_market else REST_EMPTY, rng)
    return s


def value_of(s: State, worth: Worth) -> int:
    """What a settled state is worth."""
    return worth["point"] * points_of(s, 0) + worth["coin"] * s.purse[0] + worth["banner"] * s.banners[0]


def plan_of(s: State, actions: list[int]) -> Json:
    """The moves of a plan, and what it leaves the seat with."""
    end = settled(s, actions)
    moves = [decode(s, action).json() for action in actions]
    return {"moves": moves, "points": points_of(end, 0), "coins": end.purse[0], "banners": end.banners[0]}


def ceiling(model: cp_model.CpModel) -> int:
    """What no plan can be worth more than, whatever the constraints: each variable at its best."""
    given, total = model.proto.objective, 0
    for var, coefficient in zip(given.vars, given.coeffs, strict=True):
        low, *_, high = model.proto.variables[var].domain
        total -= min(coefficient * low, coefficient * high)
    offset: int = round(given.offset)
    return total - offset


def _rng(number: int) -> Rng:
    rng = Rng()
    seed(rng, number, 0, 0)
    return rng


BEST_TURN = Question("best-turn", DESCRIPTION, SCHEMA, EXAMPLE, best_turn)
