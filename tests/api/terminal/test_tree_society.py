"""How Tree Society is drawn on a terminal."""

import pytest

from api.terminal.tables import drawing
from api.terminal.tree_society import answer, draw
from services.rules.games.tree_society import GAME
from services.rules.games.tree_society.state import CHOICE
from services.rules.kernel import Rng, seed
from services.rules.notation import Json
from tests.api.terminal.drawn import printed


def views(seats: int, guilds: list[str]) -> list[Json]:
    """Some views of a random game, from the first to the last, with every effect that waits."""
    rng, made = Rng(), []
    seed(rng, seats, 0, 0)
    state, room = GAME.start(seats, GAME.pack({"guilds": guilds}, seats), rng), [0] * GAME.max_legal
    while not GAME.is_over(state):
        if state.phase == CHOICE or state.decisions == state.turn == 0:
            made.append(GAME.describe(state, 0))
        GAME.apply(state, GAME.random_action(state, rng, room), rng)
    return [*made, GAME.describe(state, 0)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_can_be_drawn_from_the_first_view_to_the_last(seats: int) -> None:
    effects = set()
    for view in views(seats, ["architects", "writers", "botanists", "explorers"]):
        text = printed(draw(view, 0, {}))
        assert all(f"Seat {seat['seat']}" in text for seat in view["seats"])
        assert all(fruit in text for fruit in view["fruit_market"])
        assert all(place["card"] in text for row in view["market"].values() for place in row if place)
        if view["effect"]:
            effects.add(view["effect"]["name"])
            shown = view["effect"].get("revealed", [])
            assert all((card if isinstance(card, str) else card["card"]) in text for card in shown)
    assert {name for name in effects if name.startswith("reveal")}


def test_the_names_of_cards_are_whole_on_a_narrow_terminal() -> None:
    for view in views(2, ["architects", "merchants", "botanists", "explorers"]):
        text = printed(draw(view, 0, {}), width=80)
        assert all(place["card"] in text for row in view["market"].values() for place in row if place)


def test_answers_are_shown_as_cards_and_words() -> None:
    assert drawing("tree_society").answer is answer
    shown = [("type", "tree_society.rest"), ("fruit", "apple-row"), ("pay_card", "bankers-18"), ("pay_fruit", None)]
    assert [printed(answer(*each)).strip() for each in shown] == ["rest", "apple-row", "bankers-18", "none"]
    actions = [printed(answer("fruit_action", value)).strip() for value in (None, True)]
    assert actions == ["at the full price", "with the fruit action"]
