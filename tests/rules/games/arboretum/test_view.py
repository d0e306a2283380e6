"""What a seat sees, what it is told, and what it may know of the right to score (rulings A11, A12)."""

import json
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from services.rules.contract import SPECTATOR, Fact
from services.rules.games.arboretum import GAME
from services.rules.games.arboretum.components import NAMES, SPECIES
from services.rules.games.arboretum.state import DISCARD, FIRST_DRAW, PLANT, SECOND_DRAW, State, unseen
from services.rules.kernel import BLANK
from services.rules.notation import Json, Move
from tests.support.games import Table, rng

from . import by_hand
from .table import LETTERS, a_table, an_end, discard, draw, hand, plant, play, public, short

HANDS = ["A1 A2 A3 B1 B3 C1 C2", "D1 D2 D3 E1 E2 E3 E4"]
SIX = 0b111111


def view(s: State, viewer: int) -> Json:
    return GAME.describe(GAME.seen(s, viewer), viewer)


def told(s: State, viewer: int, move: Move) -> list[Fact]:
    """Play a move; what the viewer is told."""
    before, action = s.clone(), GAME.encode(s, move)
    play(s, move)
    return GAME.tell(GAME.seen(before, viewer), action, GAME.seen(s, viewer), viewer)


# The table -----------------------------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    s = a_table(HANDS, piles=["", "F1"], deck="F4 F3 F2", species=SIX)
    assert view(s, 0)["hand"] == [public(name) for name in HANDS[0].split()]
    assert view(s, SPECTATOR)["hand"] is None
    for viewer in (0, 1, SPECTATOR):
        text = json.dumps({**view(s, viewer), "hand": None})
        assert not any(public(name) in text for names in HANDS for name in names.split())
        assert not any(public(name) in text for name in ("F2", "F3", "F4"))


def test_piles_are_seen_whole_the_top_first() -> None:  # A11, question 29
    s = a_table(HANDS, piles=["", "F1 F2 F3"], deck="F5 F4")
    assert view(s, SPECTATOR)["seats"][1]["pile"] == [public("F3"), public("F2"), public("F1")]


def test_a_card_taken_from_a_pile_stays_known_until_it_leaves_the_hand() -> None:
    s = a_table(HANDS, piles=["", "F1 F2"], deck="F8 F7 F6 F5 F4 F3", species=SIX)
    play(s, draw(1), draw(1))
    for viewer in (1, SPECTATOR):
        assert view(s, viewer)["seats"][0]["known_hand"] == [public("F1"), public("F2")]
    play(s, plant("F1", 0, 0), discard("F2"))
    assert view(s, 1)["seats"][0]["known_hand"] == []
    assert (s.known[40], s.known[41]) == (0, 0)


def test_a_card_drawn_from_the_deck_is_known_to_nobody_else() -> None:
    s = play(a_table(HANDS, piles=["", "F1"], deck="F4 F3 F2"), draw())
    assert view(s, 1)["seats"][0] == {
        "seat": 0,
        "hand_size": 8,
        "known_hand": [],
        "pile": [],
        "trees": [],
        "paths": {},
    }


def test_a_known_card_stays_in_its_hand_when_the_rest_is_imagined() -> None:
    s = play(a_table(HANDS, piles=["", "F1"], deck="F4 F3 F2", species=SIX), draw(1), draw())
    for i in range(20):
        imagined = GAME.imagine(s, 1, rng(i))
        assert "F1" in hand(imagined, 0)
        assert len(hand(imagined, 0)) == 9
        assert hand(imagined, 1) == hand(s, 1)


def test_an_imagined_table_holds_every_card_once_and_hands_in_order() -> None:
    for table in (Table("arboretum", seats, 2) for seats in GAME.seats):
        for i, s in enumerate(table.states()):
            assert isinstance(s, State)
            for viewer in table.viewers:
                imagined = GAME.imagine(s, viewer, rng(i, viewer))
                assert sorted(all_cards(imagined)) == sorted(all_cards(s))
                assert (imagined.n_hand, imagined.n_deck) == (s.n_hand, s.n_deck)
                for p in range(s.seats):
                    cards = imagined.hand[p][: s.n_hand[p]]
                    assert cards == sorted(cards)
                    assert imagined.hand[p][s.n_hand[p] :] == [BLANK] * (9 - s.n_hand[p])


def all_cards(s: State) -> list[int]:
    rows = [s.deck, *s.hand, *s.pile, *s.tree]
    return [card for row in rows for card in row if card != BLANK]


def test_unseen_cards_are_those_the_viewer_cannot_place() -> None:
    s = a_table(HANDS, ["B4(0,0)", "C5(0,0)"], ["B2", "F1"], deck="F4 F3 F2", species=SIX)
    everything = {f"{colour}{value}" for colour in "ABCDEF" for value in range(1, 9)}
    for viewer in (0, 1, SPECTATOR):
        own = hand(s, viewer) if viewer != SPECTATOR else set()
        left = everything - own - {"B4", "C5", "B2", "F1"}
        shown = {f"{LETTERS[SPECIES.index(name)]}{v}" for name, vs in view(s, viewer)["unseen"].items() for v in vs}
        assert shown == left


def test_the_phase_and_the_draws_left() -> None:
    expected = {FIRST_DRAW: ("draw", 2), SECOND_DRAW: ("draw", 1), PLANT: ("plant", 0), DISCARD: ("discard", 0)}
    for phase, (name, left) in expected.items():
        seen = view(a_table(HANDS, deck="F1", phase=phase, turn=1), 0)
        assert (seen["phase"], seen["draws_left"], seen["to_act"], seen["deck"]) == (name, left, 1, 1)
    assert (view(an_end(HANDS), 0)["phase"], view(an_end(HANDS), 0)["to_act"]) == ("over", None)


@pytest.mark.parametrize(("bonus", "points", "length"), [("each", 10, 6), ("uniform", 8, 4)])
def test_everybody_sees_the_best_path_of_each_species_of_every_arboretum(bonus: str, points: int, length: int) -> None:
    trees = "A2(0,0) A3(1,0) A5(2,0) A7(3,0) B3(0,1) A4(1,1) B5(2,1) C6(3,1)"
    for viewer in (0, 1, SPECTATOR):
        seat = view(a_table(HANDS, [trees, ""], deck="F1", bonus=bonus), viewer)["seats"][0]
        assert set(seat["paths"]) == {"cassia", "blue-spruce"}
        assert seat["paths"]["cassia"]["points"] == points
        assert len(seat["paths"]["cassia"]["path"]) == length
        assert seat["trees"][4] == {"card": public("B3"), "at": [0, 1]}


def test_after_the_end_all_hands_and_rights_are_shown() -> None:
    s = an_end(["A8 B2", "A1 C1"], ["A2(0,0) A3(1,0)", "A4(0,0) A5(1,0)"], species=SIX)
    for viewer in (0, 1, SPECTATOR):
        seen = view(s, viewer)
        assert [seat["known_hand"] for seat in seen["seats"]] == [
            ["cassia-8", "blue-spruce-2"],
            ["cassia-1", "cherry-blossom-1"],
        ]
        assert seen["rights"]["cassia"] == [1]
        assert seen["rights"]["dogwood"] == [0, 1]
        assert "willow" not in seen["rights"]
        assert (seen["scores"], seen["places"]) == ([0, 4], [2, 1])


# Facts ---------------------------------------------------------------------------------------------------------------


def test_only_the_drawer_is_told_the_card_of_the_deck() -> None:
    for viewer, code, params in [
        (0, "arboretum.drew", {"seat": 0, "card": public("F2")}),
        (1, "arboretum.drew_unseen", {"seat": 0}),
        (SPECTATOR, "arboretum.drew_unseen", {"seat": 0}),
    ]:
        [fact] = told(a_table(HANDS, deck="F4 F3 F2"), viewer, draw())
        assert (fact.code, fact.params) == (code, params)


def test_everybody_is_told_the_card_of_a_pile_of_a_tree_and_of_a_discard() -> None:
    for viewer in (0, 1, SPECTATOR):
        s = a_table(HANDS, piles=["", "F1"], deck="F4 F3 F2")
        facts = [fact for move in (draw(1), draw()) for fact in told(s, viewer, move)]
        assert facts[0].params == {"seat": 0, "card": public("F1"), "pile": 1}
        facts = [fact for move in (plant("F1", 0, 0), discard("F2")) for fact in told(s, viewer, move)]
        assert [fact.code for fact in facts] == ["arboretum.planted", "arboretum.discarded"]
        assert facts[0].params == {"seat": 0, "card": public("F1"), "at": [0, 0]}
        assert facts[1].text == f"Seat 0 discards {public('F2')}."


def test_the_last_card_is_announced() -> None:
    s = a_table(HANDS, piles=["B2", "C5"], deck="F1")
    assert [fact.code for fact in told(s, 1, draw())] == ["arboretum.drew_unseen", "arboretum.last_card"]
    assert [fact.code for fact in told(s, 1, draw(0))] == ["arboretum.took"]


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_seat_is_shown_of_hands_what_it_was_told_and_nothing_else(seats: int) -> None:
    """An observer who only listens to the facts knows every card that a redacted state holds, and none more."""
    table = Table("arboretum", seats, 3)
    for viewer in table.viewers:
        hands: list[set[str]] = [set() for _ in range(seats)]
        before: State | None = None
        last = -1
        for s, action in table.play():
            assert isinstance(s, State)
            if before is None and viewer != SPECTATOR:
                hands[viewer] = hand(s, viewer)
            if before is not None:
                listen(hands, GAME.tell(before, last, GAME.seen(s, viewer), viewer))
            if action == -1:
                break
            before, last = GAME.seen(s, viewer), action
            assert [hand(before, p) for p in range(seats)] == hands
            assert before.deck == [BLANK] * 80


def listen(hands: list[set[str]], facts: list[Fact]) -> None:
    """Follow in mind what the facts say of cards that come to hands and leave them."""
    for fact in facts:
        if fact.code in ("arboretum.drew", "arboretum.took"):
            hands[fact.params["seat"]].add(short(NAMES.index(fact.params["card"])))
        if fact.code in ("arboretum.planted", "arboretum.discarded"):
            hands[fact.params["seat"]].discard(short(NAMES.index(fact.params["card"])))


@pytest.mark.parametrize(
    ("second", "text"),
    [("", "The game is over: seat 0 wins with 4 points."), ("G", "The game is over: seats 0 and 1 win with 4 points.")],
)
def test_the_end_is_told_with_points_and_places(second: str, text: str) -> None:
    trees = "A2(0,0) A3(1,0)"
    other = trees.replace("A", second) if second else ""
    s = a_table(["B1 B2", "C1"], [trees, other], phase=DISCARD)
    fact = told(s, 1, discard("B1"))[-1]
    assert (fact.code, fact.text) == ("arboretum.over", text)
    assert set(fact.params) == {"scores", "places"}


# The right to score, as far as a seat may know it --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "known", "deck", "total", "state"),
    [
        ("A7 A6", "B1 B2", "", "A8 A5", 13, "sure"),  # at most 8 + 5 against 13: even then both may score
        ("A7 A5", "B1 B2", "", "A8 A6", 12, "open"),
        ("A2", "A7 B1", "A7", "B2", 2, "lost"),
        ("A8", "A1 B1", "A1", "B2", 0, "lost"),
        ("A8", "B1 B2", "", "A1 B3", 8, "open"),  # the 1 may be in their hand
        ("A8 A1", "B1 B2", "", "A2 A3", 9, "sure"),
        ("A1", "A8 B1", "A8", "A2", 1, "open"),  # their 8 is cancelled by the own 1
        ("B1", "B2 B3", "", "B4", 0, "sure"),  # nobody can hold any A
    ],
)
def test_a_right_is_sure_open_or_lost(mine: str, theirs: str, known: str, deck: str, total: int, state: str) -> None:
    rest = [f"A{v}" for v in range(1, 9) if f"A{v}" not in f"{mine} {theirs} {deck}"]
    s = a_table([mine, theirs], [" ".join(f"{c}({x},0)" for x, c in enumerate(rest)), ""], deck=deck, known=known)
    s.species = 1
    assert view(s, 0)["rights"]["cassia"] == {"sum": total, "state": state}


def test_spectators_are_told_no_rights() -> None:
    assert view(a_table(HANDS, deck="F1"), SPECTATOR)["rights"] is None


def test_rights_depend_only_on_what_the_seat_knows() -> None:
    for table in (Table("arboretum", seats, 1) for seats in GAME.seats):
        for i, s in enumerate(table.states()):
            assert isinstance(s, State)
            for me in range(table.seats):
                assert view(GAME.imagine(s, me, rng(i)), me)["rights"] == view(s, me)["rights"]


def test_a_right_said_to_be_sure_or_lost_is_so_in_every_hand_the_others_may_hold() -> None:
    random, said, exact = Random("rights"), {"sure": 0, "open": 0, "lost": 0}, 0
    for s in small_tables(random, 200):
        for me in range(s.seats):
            everyhow = [{c for c in "ABC" if me in by_hand.with_right(hands, c)} for hands in possible_hands(s, me)]
            for colour, right in zip("ABC", view(s, me)["rights"].values(), strict=True):
                always = all(colour in rights for rights in everyhow)
                never = not any(colour in rights for rights in everyhow)
                said[right["state"]] += 1
                assert right["state"] != "sure" or always
                assert right["state"] != "lost" or never
                exact += (right["state"] == "open") == (not always and not never)
    assert min(said.values()) > 300
    assert exact / sum(said.values()) > 0.9  # it may be careful, but says what can be said


def small_tables(random: Random, n: int) -> Iterator[State]:
    """Tables of three species and short hands, some cards of which everybody knows."""
    for _ in range(n):
        deck = [f"{colour}{value}" for colour in "ABC" for value in range(1, 9)]
        random.shuffle(deck)
        seats = random.choice(GAME.seats)
        hands = [[deck.pop() for _ in range(random.randint(1, 3))] for _ in range(seats)]
        known = " ".join(c for cards in hands for c in cards if random.random() < 0.6)
        left = " ".join(deck.pop() for _ in range(random.randint(0, 4)))
        piles = [" ".join(deck[:8]), " ".join(deck[8:])]
        yield a_table([" ".join(h) for h in hands], (), piles, deck=left, known=known, species=0b111)


def possible_hands(s: State, me: int) -> Iterator[list[set[str]]]:
    """All hands that there could be for all that a seat knows."""
    seen, room = GAME.seen(s, me), [0] * 80
    hidden = {short(c) for c in room[: unseen(seen, me, room)]}
    hands = [hand(seen, p) for p in range(s.seats)]
    missing = [s.n_hand[p] - len(hands[p]) for p in range(s.seats)]
    yield from filled(hands, missing, hidden)


def filled(hands: list[set[str]], missing: list[int], hidden: set[str]) -> Iterator[list[set[str]]]:
    if not hands:
        yield []
        return
    for drawn in combinations(sorted(hidden), missing[0]):
        for others in filled(hands[1:], missing[1:], hidden - set(drawn)):
            yield [hands[0] | set(drawn), *others]
