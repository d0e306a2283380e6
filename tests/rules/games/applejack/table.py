"""A table at which tests play Applejack: through the game's public door, with the tiles that a test asks for."""

import importlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import services.rules.games
from services.rules import kernel
from services.rules.components import variable
from services.rules.contract import Fact, Refusal
from services.rules.games import applejack
from services.rules.games.applejack.state import LAY, OVER, RESTOCK, State
from services.rules.kernel import Rng, below, seed

NAME = "services.rules.games.applejack"
At = tuple[int, int]


def tile(apples: Sequence[str] = (), *, price: int = 4, hives: Sequence[int] = (0,), blossoms: int = 0) -> Any:
    """A row of a component file."""
    return {"apples": list(apples), "blossoms": blossoms, "price": price, "hives": list(hives)}


def rng_of(number: int) -> Rng:
    """A generator for a test."""
    rng = Rng()
    seed(rng, number, 0, 0)
    return rng


@contextmanager
def imported_anew() -> Iterator[ModuleType]:
    """Applejack as another process would import it now; this process's own modules stay as they are."""
    ours = {name: module for name, module in sys.modules.items() if name == NAME or name.startswith(f"{NAME}.")}
    marked = len(kernel.MARKED)
    for name in ours:
        del sys.modules[name]
    try:
        yield importlib.import_module(NAME)
    finally:
        del kernel.MARKED[marked:]
        for name in [name for name in sys.modules if name == NAME or name.startswith(f"{NAME}.")]:
            del sys.modules[name]
        sys.modules.update(ours)
        services.rules.games.applejack = ours[NAME]


class Table:
    """A game between people who may be handed what a test needs."""

    def __init__(self, seats: int = 2, number: int = 1, rules: Any = applejack, **options: Any) -> None:
        """A new game by these rules: those of this process, or of one with other components."""
        self.rules, self.game, self.seats, self.rng = rules, rules.GAME, seats, rng_of(number)
        self.state: State = self.game.start(seats, self.game.pack(options, seats), self.rng)
        self.facts: list[Fact] = []

    # What a test hands out

    def hold(self, number: int) -> None:
        """The seat to act has just taken this tile, wherever it lay."""
        s = self.state
        if number in s.supply[: s.n_supply]:
            s.n_supply = kernel.remove(s.supply, s.n_supply, number)
        else:
            k = next(k for k in range(8) if number in s.trough[k])
            s.n_trough[k] = kernel.remove(s.trough[k], s.n_trough[k], number)
        s.held, s.phase = number, LAY

    def plant(self, number: int, at: At, rotation: int = 0, seat: int = 0) -> None:
        """A tile lies in an orchard, free of charge."""
        honey, phase = self.state.honey[seat], self.state.phase
        self.hold(number)
        self.rules.orchard.lay(self.state, seat, self.rules.components.FIELDS.index(at), rotation)
        self.state.honey[seat], self.state.phase = honey, phase

    def fill_troughs(self, counts: Sequence[int]) -> None:
        """So many tiles lie in each trough; the rest is the supply."""
        s = self.state
        out = [number for k in range(8) for number in s.trough[k][: s.n_trough[k]]]
        pool = s.supply[: s.n_supply] + out
        for k in range(8):
            n = counts[k] if k < len(counts) else 0
            s.trough[k] = sorted(pool.pop() for _ in range(n)) + [-1] * (len(s.trough[k]) - n)
            s.n_trough[k] = n
        self.keep_supply(len(pool), pool)

    def keep_supply(self, n: int, pool: Sequence[int] = ()) -> None:
        """Only so many tiles are left in the supply; the others have left the game."""
        s = self.state
        tiles = list(pool or s.supply[: s.n_supply])[:n]
        s.supply, s.n_supply = tiles + [-1] * (len(s.supply) - n), n

    def put_die(self, space: int, pips: int = 1) -> None:
        """The die lies there, and it is the turn of the seat of that space."""
        s = self.state
        s.space, s.pips, s.turn = space, pips, space % self.seats
        self.rules.harvest.make_offer(s)

    # What a player does

    def action(self, move: Any) -> int:
        """The action of a move in JSON."""
        action: int = self.game.encode(self.state, self.game.move(move))
        return action

    def play(self, type_: str, **parts: Any) -> list[str]:
        """Play a legal move; return the codes of what is seen to happen."""
        action = self.action({"type": f"applejack.{type_}", **parts})
        assert self.game.is_legal(self.state, action), self.refusal(type_, **parts)
        return self.act(action)

    def act(self, action: int) -> list[str]:
        """Play an action; return the codes of what is seen to happen."""
        before = self.game.seen(self.state, -1)
        self.game.apply(self.state, action, self.rng)
        self.facts = self.game.tell(before, action, self.game.seen(self.state, -1), -1)
        return [fact.code.removeprefix("applejack.") for fact in self.facts]

    def refusal(self, type_: str, **parts: Any) -> Refusal:
        """Why a move is refused."""
        move = {"type": f"applejack.{type_}", **parts}
        assert not self.game.is_legal(self.state, self.action(move))
        why: Refusal = self.game.explain(self.state, self.game.move(move))
        return why

    def pass_turn(self) -> list[str]:
        """The quietest turn there is: the first tile, as pasture."""
        legal = self.game.legal(self.state)
        self.act(next((action for action in legal if action != 0), legal[0]))
        codes = self.play("pasture", at=self.free[0])
        return codes if self.state.phase != RESTOCK else codes + self.act(self.game.legal(self.state)[0])

    # What is seen

    @property
    def view(self) -> Any:
        """The view of a spectator."""
        return self.game.describe(self.game.seen(self.state, -1), -1)

    @property
    def honey(self) -> list[int]:
        """The honey of each seat."""
        return self.state.honey[: self.seats]

    @property
    def free(self) -> list[list[int]]:
        """The free fields of the seat to act."""
        s = self.state
        return [list(self.rules.components.FIELDS[place]) for place in s.free[s.turn][: s.n_free[s.turn]]]

    @property
    def troughs(self) -> list[int]:
        """How many tiles lie in each trough."""
        return self.state.n_trough[:7]

    def crop(self, colour: str, pips: int, seat: int = 0) -> int:
        """What a harvest would bring."""
        crop: int = self.view["seats"][seat]["crops"][colour]["pays"][pips - 1]
        return crop

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.phase == OVER

    @property
    def totals(self) -> list[int]:
        """Points as if the game ended now."""
        points = [0] * self.seats
        self.rules.scoring.scores(self.state, points)
        return points


def play_out(table: Table, number: int, *, eager: bool = False) -> Iterator[tuple[State, int]]:
    """Random moves to the end, each (state before it, action); eager players lay face up whenever they can pay."""
    rng, game = rng_of(number), table.game
    while not table.over:
        legal = game.legal(table.state)
        if eager and table.state.phase == LAY:
            legal = [action for action in legal if (action - 101) % 7 != 6] or legal
        action = legal[below(rng, len(legal))]
        yield table.state.clone(), action
        game.apply(table.state, action, rng)


Maker = Callable[..., Table]


def maker(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Maker:
    """Make tables whose first tiles are the given ones; the others are dear and carry one hive."""

    def make(*tiles: Any, seats: int = 2, corners: Any = None, **options: Any) -> Table:
        rows = {"tiles": [*tiles, *[tile(price=20, hives=[5])] * (100 - len(tiles))]}
        path = folder / "tiles.json"
        path.write_text(json.dumps(rows if corners is None else {**rows, "corners": corners}), encoding="utf-8")
        monkeypatch.setenv(variable("applejack"), str(path))
        with imported_anew() as rules:
            return Table(seats, rules=rules, **options)

    return make
