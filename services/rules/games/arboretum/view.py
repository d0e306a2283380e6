"""What a viewer sees: the JSON view, and the facts of what happens; both are made from redacted states."""

from collections import Counter

from services.rules.contract import Fact
from services.rules.kernel import BLANK
from services.rules.notation import Json

from .components import CARDS, NAMES, SPECIES, VALUES
from .moves import DISCARD_CARD, DRAW_DECK, DRAW_PILE, PLANT_CARD
from .notation import VERBS
from .scoring import N_SPECIES, claims, path_cells, ranking, right_to_score, scores
from .state import FIRST_DRAW, OVER, State, unseen


def describe(s: State, viewer: int) -> Json:
    """The table as the viewer sees it."""
    hidden = _unseen_by_species(s, viewer)
    view: Json = {
        "phase": "over" if s.phase == OVER else VERBS[s.phase],
        "draws_left": max(0, 2 - (s.phase - FIRST_DRAW)) if s.phase < OVER else 0,
        "to_act": None if s.phase == OVER else s.turn,
        "deck": s.n_deck,
        "species": _in_play(s),
        "hand": _hand(s, viewer) if viewer >= 0 else None,
        "seats": [_seat(s, p) for p in range(s.seats)],
        "unseen": hidden,
        "rights": _final_rights(s) if s.phase == OVER else _rights(s, viewer, hidden) if viewer >= 0 else None,
    }
    if s.phase == OVER:
        points, places = [0] * s.seats, [0] * s.seats
        scores(s, points)
        ranking(s, points, places)
        view["scores"], view["places"] = points, places
    return view


def _in_play(s: State) -> list[str]:
    return [name for i, name in enumerate(SPECIES) if s.species >> i & 1]


def _hand(s: State, p: int) -> list[str]:
    return [NAMES[card] for card in s.hand[p] if card != BLANK]


def _seat(s: State, p: int) -> Json:
    trees = [{"card": NAMES[s.tree[p][k]], "at": [s.x[p][k], s.y[p][k]]} for k in range(s.n_tree[p])]
    planted = Counter(card // VALUES for card in s.tree[p][: s.n_tree[p]])
    paths = {}
    for species in sorted(planted):
        points, path = path_cells(s, p, species) if planted[species] > 1 else (0, [])
        if points:
            paths[SPECIES[species]] = {"points": points, "path": [trees[k]["at"] for k in path]}
    return {
        "seat": p,
        "hand_size": s.n_hand[p],
        "known_hand": [NAMES[card] for card in s.hand[p] if card != BLANK and (s.known[card] or s.phase == OVER)],
        "pile": [NAMES[s.pile[p][i]] for i in reversed(range(s.n_pile[p]))],
        "trees": trees,
        "paths": paths,
    }


def _unseen_by_species(s: State, viewer: int) -> dict[str, list[int]]:
    if s.phase == OVER:
        return {}
    room = [0] * CARDS
    cards = room[: unseen(s, viewer, room)]
    values: dict[str, list[int]] = {name: [] for name in _in_play(s)}
    for card in cards:
        values[SPECIES[card // VALUES]].append(card % VALUES + 1)
    return values


# The right to score, as far as a seat may know it --------------------------------------------------------------------


def _final_rights(s: State) -> Json:
    sums = [0] * (s.seats * N_SPECIES)
    claims(s, sums)
    names = ((i, name) for i, name in enumerate(SPECIES) if s.species >> i & 1)
    return {name: [p for p in range(s.seats) if right_to_score(s, sums, p, i)] for i, name in names}


def _rights(s: State, me: int, hidden: dict[str, list[int]]) -> Json:
    """For each species: the own sum, and whether the right is sure, open or lost if hands stay as they are."""
    held = [_values(s, p) for p in range(s.seats)]
    rivals = [(held[p], s.hand[p][: s.n_hand[p]].count(BLANK)) for p in range(s.seats) if p != me]
    return {
        name: _right(held[me][i], [(values[i], room) for values, room in rivals], hidden[name])
        for i, name in enumerate(SPECIES)
        if name in hidden
    }


def _right(mine: list[int], rivals: list[tuple[list[int], int]], hidden: list[int]) -> Json:
    """One species: the own values; known values and number of unknown cards of each rival; the hidden values."""
    one_known = any(1 in known for known, _ in rivals)
    one_possible = one_known or (1 in hidden and any(room for _, room in rivals))
    low = sum(mine) - (VALUES if VALUES in mine and one_possible else 0)
    high = sum(mine) - (VALUES if VALUES in mine and one_known else 0)
    most = max(_most(known, hidden, room, one_against=1 in mine) for known, room in rivals)
    least = max(_least(known, one_against=1 in mine or 1 in hidden or one_known) for known, _ in rivals)
    state = "sure" if low >= most else "lost" if high < least else "open"
    return {"sum": high, "state": state}


def _values(s: State, p: int) -> list[list[int]]:
    """The known values of a hand in each species."""
    values: list[list[int]] = [[] for _ in SPECIES]
    for card in s.hand[p][: s.n_hand[p]]:
        if card != BLANK:
            values[card // VALUES].append(card % VALUES + 1)
    return values


def _most(known: list[int], hidden: list[int], room: int, *, one_against: bool) -> int:
    """The highest sum that a hand can have, with `room` unknown cards out of the hidden values, which rise."""
    top = VALUES - 1 if one_against else VALUES
    possible = [value for value in reversed(hidden) if value <= top]
    return sum(value for value in known if value <= top) + sum(possible[:room])


def _least(known: list[int], *, one_against: bool) -> int:
    """The lowest sum that a hand can have: its known cards, the 8 cancelled where that is possible."""
    return sum(known) - (VALUES if VALUES in known and one_against and 1 not in known else 0)


# Facts ---------------------------------------------------------------------------------------------------------------


def tell(before: State, action: int, after: State, viewer: int) -> list[Fact]:
    """What the viewer sees happen when the seat to act plays the action."""
    facts = [_what_happened(before, action, after, viewer)]
    if after.phase == OVER:
        points, places = [0] * after.seats, [0] * after.seats
        scores(after, points)
        ranking(after, points, places)
        best = [p for p in range(after.seats) if places[p] == 1]
        who = f"seat {best[0]} wins" if len(best) == 1 else f"seats {' and '.join(map(str, best))} win"
        text = f"The game is over: {who} with {max(points)} points."
        facts.append(Fact("arboretum.over", text, {"scores": points, "places": places}))
    elif after.n_deck == 0 and before.n_deck > 0:
        facts.append(Fact("arboretum.last_card", "The deck is empty: this is the last turn.", {"seat": before.turn}))
    return facts


def _what_happened(before: State, action: int, after: State, viewer: int) -> Fact:
    me = before.turn
    if action >= PLANT_CARD:
        k = before.n_tree[me]
        card, at = NAMES[after.tree[me][k]], [after.x[me][k], after.y[me][k]]
        text = f"Seat {me} plants {card} at {at[0]}, {at[1]}."
        return Fact("arboretum.planted", text, {"seat": me, "card": card, "at": at})
    if action >= DISCARD_CARD:
        card = NAMES[action - DISCARD_CARD]
        return Fact("arboretum.discarded", f"Seat {me} discards {card}.", {"seat": me, "card": card})
    if action == DRAW_DECK:
        if viewer != me:
            return Fact("arboretum.drew_unseen", f"Seat {me} draws from the deck.", {"seat": me})
        card = NAMES[next(card for card in after.hand[me] if card not in before.hand[me])]
        return Fact("arboretum.drew", f"Seat {me} draws {card} from the deck.", {"seat": me, "card": card})
    pile = action - DRAW_PILE
    card = NAMES[before.pile[pile][before.n_pile[pile] - 1]]
    params = {"seat": me, "card": card, "pile": pile}
    return Fact("arboretum.took", f"Seat {me} takes {card} from the pile of seat {pile}.", params)
