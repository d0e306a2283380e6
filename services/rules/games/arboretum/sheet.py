"""A score calculator for real tables: one end position in, rights, paths and winners out."""

from collections.abc import Mapping
from typing import Any

from services.rules.errors import BadOption, BadPosition, pointer_to
from services.rules.notation import Json

from .components import HAND, MAX_TREES, SEATS, VALUES
from .options import OPTIONS, PATH_BONUS
from .scoring import N_SPECIES, claims, path_cells, ranking, right_to_score, scores, variety
from .state import OVER, State, cell_of, clear_table, occupy

EXAMPLE: Json = {
    "colours": ["A", "B", "C", "D", "E", "F"],
    "hands": [["A6"], ["C4", "D4"]],
    "tableaux": [[["A2", 0, 0], ["B4", 1, 0], ["A5", 1, 1]], [["C1", 0, 0], ["C2", 1, 0]]],
}

READ = {"hands", "tableaux", "colours", "players"}
NOTES = {"id", "title", "tags", "why", "expected"}
"""What people write beside a position; it is let pass."""

SEPARATORS = " \t\n_:-"
LONGEST = 80


def score_sheet(position: Json, options: Mapping[str, Any]) -> Json:
    """Score a position {"hands": [[card]], "tableaux": [[[card, x, y]]], "colours"?: [name]}; raises BadPosition.

    Of the options only `path_bonus` matters. The answer names the colours as the position does.
    """
    for name in options:
        if name not in {option.name for option in OPTIONS}:
            raise BadOption(name, "Arboretum has no such option")
    colours = _colours(position)
    s = State()
    s.phase = OVER
    s.seats = len(_lists(position, "hands"))
    if s.seats not in SEATS:
        raise BadPosition("/hands", f"a table has {SEATS[0]} to {SEATS[-1]} hands")
    if len(_lists(position, "tableaux")) != s.seats:
        raise BadPosition("/tableaux", "there must be as many tableaux as hands")
    if position.get("players", s.seats) != s.seats:
        raise BadPosition("/players", "there must be as many hands as players")
    s.path_bonus = PATH_BONUS.pack(options.get("path_bonus", "each"), s.seats)
    s.species = (1 << len(colours)) - 1
    _lay(s, position, colours)
    return _answer(s, list(colours.values()))


def _colours(position: Any) -> dict[str, str]:
    """The names of the colours as the position writes them, by their keys."""
    if not isinstance(position, dict):
        raise BadPosition("", "a position is a JSON object")
    unknown = set(position) - READ - NOTES
    if unknown:
        raise BadPosition(pointer_to(min(unknown)), "unknown field")
    if position.get("colours") is None:
        names = _names_on_cards(position)
        if len(names) > N_SPECIES:
            raise BadPosition("", f"there are at most {N_SPECIES} colours")
        return names
    named = position["colours"]
    if not isinstance(named, list) or not all(isinstance(name, str) and _key(name) for name in named):
        raise BadPosition("/colours", "must be a list of names")
    names = {_key(name): name for name in named}
    if len(names) < len(named) or len(named) > N_SPECIES:
        raise BadPosition("/colours", f"must be at most {N_SPECIES} different names")
    return names


def _names_on_cards(position: Json) -> dict[str, str]:
    hands = [card for hand in _lists(position, "hands") for card in _items(hand)]
    trees = [tree for trees in _lists(position, "tableaux") for tree in _items(trees)]
    names: dict[str, str] = {}
    for card in hands + [tree[0] for tree in trees if _items(tree)]:
        found = _read(card)
        if found:
            names.setdefault(_key(found[0]), found[0])
    return names


def _lists(position: Json, name: str) -> list[Any]:
    value = position.get(name)
    if not isinstance(value, list):
        raise BadPosition(f"/{name}", "must be a list with one entry a seat")
    return value


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _key(name: str) -> str:
    """What two spellings of a colour share: Royal Poinciana, royal-poinciana."""
    for separator in SEPARATORS:
        name = name.replace(separator, " ")
    return " ".join(name.split()).casefold()


def _read(text: Any) -> tuple[str, int] | None:
    """(name of the colour, value) of a card: any name or letter, then the value, as in A5, oak-7, Royal Poinciana 3."""
    if not isinstance(text, str) or len(text) > LONGEST:
        return None
    name, value = text.strip()[:-1].strip(SEPARATORS), text.strip()[-1:]
    if not name or name[-1].isdigit() or value not in "12345678":
        return None
    return name, int(value)


def _card(text: Any, colours: Mapping[str, str], pointer: str, seen: set[int]) -> int:
    found = _read(text)
    if found is None:
        raise BadPosition(pointer, "a card is a colour and a value from 1 to 8, such as oak-7 or A5")
    name, value = found
    if _key(name) not in colours:
        raise BadPosition(pointer, f"there is no colour {name!r}")
    card = list(colours).index(_key(name)) * VALUES + value - 1
    if card in seen:
        raise BadPosition(pointer, f"{text} stands twice in the position")
    seen.add(card)
    return card


def _lay(s: State, position: Json, colours: Mapping[str, str]) -> None:
    seen: set[int] = set()
    for p, (hand, trees) in enumerate(zip(position["hands"], position["tableaux"], strict=True)):
        clear_table(s, p)
        if not isinstance(hand, list) or len(hand) > HAND:
            raise BadPosition(f"/hands/{p}", f"must be a list of at most {HAND} cards")
        cards = [_card(text, colours, f"/hands/{p}/{i}", seen) for i, text in enumerate(hand)]
        s.hand[p][: len(cards)] = sorted(cards)
        s.n_hand[p] = len(cards)
        if not isinstance(trees, list) or len(trees) > MAX_TREES:
            raise BadPosition(f"/tableaux/{p}", f"must be a list of at most {MAX_TREES} trees")
        for k, tree in enumerate(_connected(trees, f"/tableaux/{p}")):
            card, x, y = tree
            s.tree[p][k] = _card(card, colours, f"/tableaux/{p}/{trees.index(tree)}/0", seen)
            s.n_tree[p] = k + 1
            occupy(s, p, k, cell_of(x - trees[0][1], y - trees[0][2]))


def _connected(trees: list[Any], pointer: str) -> list[list[Any]]:
    """The trees in an order in which each touches an earlier one; raises BadPosition."""
    for k, tree in enumerate(trees):
        ok = isinstance(tree, list) and len(tree) == 3 and all(type(number) is int for number in tree[1:])
        if not ok:
            raise BadPosition(f"{pointer}/{k}", "a tree is [card, x, y]")
        if any(tree[1:] == other[1:] for other in trees[:k]):
            raise BadPosition(f"{pointer}/{k}", "another tree stands there")
    rest = list(trees)
    order = [rest.pop(0)] if rest else []
    while rest:
        near = [t for t in rest if any(abs(t[1] - o[1]) + abs(t[2] - o[2]) == 1 for o in order)]
        if not near:
            raise BadPosition(f"{pointer}/{trees.index(rest[0])}", "the tree touches no other tree of its arboretum")
        order.append(near[0])
        rest.remove(near[0])
    return order


def _answer(s: State, colours: list[str]) -> Json:
    sums = [0] * (s.seats * N_SPECIES)
    points, places = [0] * s.seats, [0] * s.seats
    claims(s, sums)
    scores(s, points)
    ranking(s, points, places)
    seats = range(s.seats)
    best = [{name: path_cells(s, p, i)[0] for i, name in enumerate(colours)} for p in seats]
    return {
        "rights": {name: [p for p in seats if right_to_score(s, sums, p, i)] for i, name in enumerate(colours)},
        "best": [{name: value for name, value in mine.items() if value} for mine in best],
        "totals": points,
        "distinct_colours": [variety(s, p) for p in seats],
        "winners": [p for p in seats if places[p] == 1],
    }
