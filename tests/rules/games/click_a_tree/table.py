"""Ways to lay out a table of Click A Tree by hand, in the short names of the tests."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from services.rules.contract import NO_ACTION
from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.components import COMPONENTS, FRUIT_NAMES
from services.rules.games.click_a_tree.display import clear_display, lay
from services.rules.games.click_a_tree.geometry import KIND, cell_of
from services.rules.games.click_a_tree.notation import SIGN_NAMES, Choose, Harvest, Lay, Skip, Take
from services.rules.games.click_a_tree.state import HARVEST, HARVEST_TILE, LAY, State
from services.rules.kernel import BLANK
from services.rules.notation import Move
from tests.support.games import rng

Cell = tuple[int, int]
LETTERS = "amgcbpo"
"""avocado, mango, papaya (g), cocoa, banana, pineapple, orange."""

BY_TREE = {tree: [i for i, (t, _, _, _) in enumerate(COMPONENTS.landscape) if t == tree] for tree in range(6)}
"""The landscape tiles of each tree."""


def tile(fruits: str, tree: int | None = None, sign: str | None = None, *, other_than: Iterable[int] = ()) -> int:
    """A landscape tile with exactly these fruits (letters), perhaps of a tree and with a sign."""
    wanted = {LETTERS.index(letter) for letter in fruits}
    for i, (t, first, second, s) in enumerate(COMPONENTS.landscape):
        fits = wanted == {first, second} - {BLANK} and tree in {None, t} and sign in {None, SIGN_NAMES[s]}
        if fits and i not in set(other_than):
            return i
    raise LookupError(f"no tile with {fruits}, tree {tree}, sign {sign}")


def sickles(text: str) -> int:
    """A harvest tile with sickles on these edges: "03"."""
    return HARVEST_TILE + sum(1 << int(d) for d in text)


def a_table(
    *displays: Mapping[Cell, int],
    strips: Sequence[int] = (),
    left: Sequence[int] | None = None,
    start: int = 0,
    **options: Any,
) -> State:
    """A table whose first seats have these displays (tiles in the order laid); `left` strips lie on every track.

    The game has the nine `strips` if given; without strips left the track is free up to 10.
    """
    packed = GAME.pack({**options, **({"strips": list(strips)} if strips else {})}, len(displays))
    s = GAME.start(len(displays), packed, rng("table"))
    s.start = s.turn = start
    for p, tiles in enumerate(displays):
        clear_display(s, p)
        for k, (at, what) in enumerate(tiles.items()):
            lay(s, p, what, cell_of(*at))
            assert (s.q[p][k], s.r[p][k]) == at, "tiles in an order in which each borders an earlier one"
        on_track(s, p, left if left is not None else ())
    return s


def on_track(s: State, p: int, left: Sequence[int]) -> None:
    """Exactly these strips lie on the track of a seat."""
    s.left[p] = sum(1 << n - 1 for n in left)
    s.cap[p] = 10 - len(left)


def cap(n: int, *needed: int) -> list[int]:
    """Strips left so that the highest free space is n, these among them and strips out of reach beside them."""
    others = [x for x in (13, 11, 5, 2, 7, 6, 9, 8, 15, 12, 10, 4, 3, 1, 14) if x not in needed]
    return [*needed, *others][: 10 - n]


def track(s: State, p: int, **values: int) -> None:
    """Put fruit markers on spaces; the others on 0."""
    for i, name in enumerate(FRUIT_NAMES):
        s.value[p][i] = values.get(name, 0)


def value(s: State, fruit: str, p: int = 0) -> int:
    """Where a fruit marker stands."""
    return s.value[p][FRUIT_NAMES.index(fruit)]


def hold(s: State, *tiles: int) -> State:
    """The seat to act has taken these tiles and is to lay them."""
    s.taken[:] = [*sorted(tiles), BLANK, BLANK][:2]
    s.n_taken, s.phase = len(tiles), LAY
    return s


def offer(s: State, *kinds: str) -> State:
    """The seat to act has these open harvest tiles and is to lay one."""
    open_kinds = sorted(KIND[sickles(kind) - HARVEST_TILE] for kind in kinds)
    s.face_up[s.turn][:] = [*open_kinds, BLANK, BLANK][:2]
    s.n_face_up[s.turn], s.phase = len(kinds), HARVEST
    s.n_taken, s.taken[:] = 0, [BLANK, BLANK]
    return s


def take(fruit: str) -> Take:
    """Take the pair at a fruit."""
    return Take(fruit)


def put(what: int, q: int, r: int) -> Lay:
    """Lay a landscape tile."""
    return Lay(what + 1, (q, r))


def harvest(edges: str, q: int, r: int) -> Harvest:
    """Lay a harvest tile so that its sickles lie on these edges."""
    return Harvest(tuple(int(d) for d in edges), (q, r))


def choose(fruit: str) -> Choose:
    """Choose a fruit."""
    return Choose(fruit)


def skip() -> Skip:
    """Lay no harvest tile."""
    return Skip()


def allowed(s: State, move: Move) -> bool:
    """Whether a move is legal; the list, the question and the notation must agree."""
    action = GAME.encode(s, move)
    legal = action in GAME.legal(s)
    assert GAME.is_legal(s, action) == legal
    assert action != NO_ACTION or not legal
    return legal


def play(s: State, *moves: Move) -> State:
    """Play legal moves; return the state."""
    for move in moves:
        assert allowed(s, move), (move, GAME.explain(s, move).text)
        GAME.apply(s, GAME.encode(s, move), rng())
    return s


def codes(s: State, move: Move) -> list[str]:
    """Play a move; return the codes of the facts that everybody is told."""
    return [fact.code.removeprefix("click_a_tree.") for fact in facts(s, move)]


def facts(s: State, move: Move) -> list[Any]:
    """Play a move; return the facts that everybody is told."""
    before, action = GAME.seen(s, 0), GAME.encode(s, move)
    play(s, move)
    return GAME.tell(before, action, GAME.seen(s, 0), 0)


def gone(s: State, p: int, left: Sequence[int]) -> set[int]:
    """Those strips of a list that lie on the track of a seat no more."""
    return {n for n in left if not s.left[p] >> n - 1 & 1}


def places(s: State) -> set[Cell]:
    """Where the seat to act may lay something."""
    moves = [GAME.decode(s, action) for action in GAME.legal(s)]
    return {move.at for move in moves if isinstance(move, Lay | Harvest)}


def laid(s: State) -> set[tuple[Cell, tuple[int, ...]]]:
    """The (place, sickles) of all legal harvest placements."""
    moves = [GAME.decode(s, action) for action in GAME.legal(s)]
    return {(move.at, move.sickles) for move in moves if isinstance(move, Harvest)}
