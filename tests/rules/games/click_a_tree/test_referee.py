"""Whole games against an independent referee, who knows the rules only from coordinates and what everybody sees."""

from random import Random
from typing import Any

import pytest

from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.components import FRUIT_NAMES
from services.rules.games.click_a_tree.state import State
from tests.support.games import rng

from .referee import Cell, Display, Json, Landscape, Seat, past_a_line, step


def landscape(tile: Json) -> Landscape:
    return Landscape(tile["tree"], tuple(tile["fruits"]), tile["sign"])


def turns(sickles: list[int]) -> set[tuple[int, ...]]:
    return {tuple(sorted((d + n) % 6 for d in sickles)) for n in range(6)}


class Referee:
    """Follows a game move by move; the views tell what chance brought."""

    def __init__(self, view: Json, options: Json) -> None:
        """The view of the beginning, and the options."""
        self.options = options
        self.strips = {int(n) for n in view["strips"]}
        self.seats = [self.seat(seat) for seat in view["seats"]]
        self.start = self.turn = view["start"]
        self.round, self.phase = 1, "take"
        self.at: Cell = (0, 0)
        self.chosen: dict[int, str] = {}

    def seat(self, view: Json) -> Seat:
        [tile] = view["display"]
        return Seat(Display({(0, 0): landscape(tile)}), dict.fromkeys(FRUIT_NAMES, 1), set(self.strips))

    @property
    def me(self) -> Seat:
        return self.seats[self.turn]

    def open_choices(self) -> dict[int, tuple[str, ...]]:
        if self.options["two_fruit"] == "both":
            return {}
        fruits = {d: self.me.display.land[near].fruits for d, near in self.me.waiting(self.at).items()}
        return {d: both for d, both in sorted(fruits.items()) if len(both) == 2 and d not in self.chosen}

    def legal(self, view: Json) -> set[tuple[Any, ...]]:
        """Every legal move as (verb, parts)."""
        mine = self.me.display
        if self.phase == "take":
            rich = [fruit for fruit, value in self.me.track.items() if value > 0]
            return {("take", fruit) for fruit in rich or self.me.track}
        if self.phase == "lay":
            return {("lay", tile["tile"], cell) for tile in view["taken"] for cell in mine.free()}
        if self.phase == "choose":
            return {("choose", fruit) for fruit in next(iter(self.open_choices().values()))}
        kinds = {turn for kind in view["seats"][self.turn]["harvest_tiles"]["open"] for turn in turns(kind)}
        found = {("harvest", kind, cell) for kind in kinds for cell in mine.free() if mine.fits(cell, kind)}
        return found or {("skip",)}

    def follow(self, move: Json, view: Json) -> None:
        """A move, and the view before it."""
        verb = move["type"].split(".")[1]
        if verb == "take":
            self.me.track[move["fruit"]] -= any(self.me.track.values())
            self.phase = "lay"
        elif verb == "skip":
            self.end_turn()
        else:
            if verb == "choose":
                self.chosen[next(iter(self.open_choices()))] = move["fruit"]
            else:
                self.at, self.chosen = (move["at"][0], move["at"][1]), {}
                tiles = {tile["tile"]: landscape(tile) for tile in view["taken"]}
                self.me.lay(self.at, tiles[move["tile"]] if verb == "lay" else frozenset(move["sickles"]))
            self.bring_in(len(view["taken"]) - (verb == "lay"))

    def bring_in(self, n_taken: int) -> None:
        if self.open_choices():
            self.phase = "choose"
            return
        self.me.harvest(self.at, self.chosen, once=self.options["double_sickle"] == "once")
        if self.at in self.me.display.harvest:
            self.end_turn()
        else:
            self.phase = "lay" if n_taken else "harvest"

    def end_turn(self) -> None:
        self.me.reached = past_a_line(self.me.track.values(), self.me.completed)
        self.turn = (self.turn + 1) % len(self.seats)
        self.phase = "take"
        if self.turn == self.start:
            if self.round == 14 or any(seat.reached for seat in self.seats):
                self.phase = "nothing"
            else:
                self.round += 1

    def agrees(self, view: Json) -> None:
        """Hold a view against what the referee keeps."""
        assert (view["phase"], view["round"]) == (self.phase, self.round)
        assert view["to_act"] == (None if self.phase == "nothing" else self.turn)
        for mine, seat in zip(self.seats, view["seats"], strict=True):
            assert seat["track"] == mine.track
            assert (set(seat["strips_left"]), seat["highest_space"]) == (mine.left, mine.cap)
            assert set(seat["strips_fulfilled"]) == self.strips - mine.left
            assert (seat["completed"], seat["reached_a_line"]) == (mine.completed, mine.reached)
            assert territories_of(seat) == territories(mine.display)
            assert sickles_of(seat) == open_sickles(mine.display)

    def places(self) -> list[int]:
        """Only those who reached a line compare sums, if anybody did."""
        ranks = [(seat.reached, sum(seat.track.values())) for seat in self.seats]
        return [1 + sum(other > rank for other in ranks) for rank in ranks]


def territories_of(seat: Json) -> set[tuple[str, frozenset[Cell]]]:
    found = [
        (entry["fruit"], entry["size"], frozenset((q, r) for q, r in entry["at"])) for entry in seat["territories"]
    ]
    assert all(size == len(cells) for _, size, cells in found)
    assert len(set(found)) == len(found)
    return {(fruit, cells) for fruit, _, cells in found}


def territories(display: Display) -> set[tuple[str, frozenset[Cell]]]:
    fruits = ((cell, fruit) for cell, tile in display.land.items() for fruit in tile.fruits)
    return {(fruit, display.territory(cell, fruit)) for cell, fruit in fruits}


def sickles_of(seat: Json) -> dict[tuple[Cell, int], tuple[Cell, Json]]:
    return {(tuple(s["at"]), s["edge"]): (tuple(s["faces"]), s["yields"]) for s in seat["open_sickles"]}


def open_sickles(display: Display) -> dict[tuple[Cell, int], tuple[Cell, Json]]:
    """By (harvest tile, edge): the cell a sickle faces, and what a tile with all fruits would yield there."""
    found = {}
    for faced in display.free():
        then = Display({**display.land, faced: Landscape("", FRUIT_NAMES, "")}, display.harvest)
        yields = {fruit: len(then.territory(faced, fruit)) for fruit in FRUIT_NAMES}
        for d in display.sickles_at(faced):
            found[step(faced, d), (d + 3) % 6] = (faced, yields)
    return found


def notation(move: Json) -> tuple[Any, ...]:
    parts = [tuple(move[name]) if isinstance(move[name], list) else move[name] for name in move if name != "type"]
    return (move["type"].split(".")[1], *parts)


def ambitious(state: State, random: Random) -> int:
    """The best of some legal actions: strips first, then fruit; so that more happens than at random."""
    legal = GAME.legal(state)

    def worth(action: int) -> tuple[int, int, int]:
        then, me = state.clone(), state.turn
        GAME.apply(then, action, rng())
        return then.cap[me], sum(then.value[me]), then.n_complete[me]

    return max(random.sample(legal, min(12, len(legal))), key=worth)


@pytest.mark.parametrize(
    ("seats", "two_fruit", "double_sickle"),
    [
        (1, "both", "each"),
        (1, "choose", "each"),
        (1, "both", "once"),
        (1, "choose", "once"),
        (2, "both", "each"),
        (2, "choose", "once"),
        pytest.param(3, "both", "each", marks=pytest.mark.slow),
        pytest.param(3, "choose", "each", marks=pytest.mark.slow),
        pytest.param(4, "both", "once", marks=pytest.mark.slow),
    ],
)
def test_a_whole_game_agrees_with_the_referee(seats: int, two_fruit: str, double_sickle: str) -> None:
    random = Random(f"{seats} {two_fruit} {double_sickle}")
    options: Json = {"two_fruit": two_fruit, "double_sickle": double_sickle, "sign_by": random.choice(["tile", "tree"])}
    options["strips"] = "random" if seats > 1 else [1, 3, 4, 8, 9, 10, 12, 14, 15]
    state: State = GAME.start(seats, GAME.pack(options, seats), rng(random.random()))
    view = GAME.describe(state, -1)
    referee = Referee(view, options)
    referee.agrees(view)
    while not GAME.is_over(state):
        moves = {notation(GAME.decode(state, action).json()): action for action in GAME.legal(state)}
        assert set(moves) == referee.legal(view)
        action = ambitious(state, random)
        referee.follow(GAME.decode(state, action).json(), view)
        GAME.apply(state, action, rng())
        view = GAME.describe(state, -1)
        referee.agrees(view)
    assert view["scores"] == [sum(seat.track.values()) for seat in referee.seats]
    assert view["places"] == referee.places()
