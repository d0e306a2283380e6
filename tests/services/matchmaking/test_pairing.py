"""Pairing: laws over any tickets at any time, and the order in which tickets come to be seated."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.matchmaking.pairing import Group, Options, Ticket, Window, fit, pair

NOW = 100.0
WIDE = Window(1000, 0, 1000)
LAWS = settings(max_examples=40)


def ticket(name: str, rating: int = 0, since: float = 90.0, seats: tuple[int, ...] = (2,), **more: object) -> Ticket:
    """A ticket for one player that can wait."""
    players = more.pop("players", (f"player of {name}",))
    options = more.pop("options", (0,))
    window = more.pop("window", WIDE)
    deadline = more.pop("deadline", 1000.0)
    tables = tuple((n, options) for n in seats)
    return Ticket(name, "arboretum", players, tables, rating, window, since, deadline, **more)  # type: ignore[arg-type]


def names(groups: list[Group]) -> list[set[str]]:
    """The ids of each group."""
    return [{each.id for each in group.tickets} for group in groups]


# Laws ----------------------------------------------------------------------------------------------------------------

choices: st.SearchStrategy[Options] = st.tuples(st.sampled_from([None, 0, 1]), st.sampled_from([None, 0]))


@st.composite
def tickets(draw: st.DrawFn) -> Ticket:
    """Any ticket of a small hall, so that tickets meet."""
    number = draw(st.integers(0, 10_000))
    party = draw(st.lists(st.integers(0, 30), min_size=1, max_size=4, unique=True))
    sizes = draw(st.lists(st.integers(max(2, len(party)), 4), min_size=1, max_size=3, unique=True))
    since = draw(st.integers(0, 100))
    bots = draw(st.none() | st.integers(0, 60))
    return Ticket(
        f"ticket {number}",
        draw(st.sampled_from(["arboretum", "applejack"])),
        tuple(f"player {each}" for each in party),
        tuple((seats, draw(choices)) for seats in sorted(sizes)),
        draw(st.integers(0, 40)),
        Window(draw(st.integers(0, 20)), draw(st.sampled_from([0, 0.5, 2])), draw(st.integers(0, 40))),
        float(since),
        float(since + draw(st.integers(1, 150))),
        None if bots is None else float(since + bots),
        draw(st.sampled_from(["greedy", "random"])),
    )


halls = st.lists(tickets(), max_size=24, unique_by=lambda each: each.id)


@LAWS
@given(halls)
def test_nobody_sits_twice_and_a_party_sits_together(hall: list[Ticket]) -> None:
    seated = [player for group in pair(hall, NOW) for each in group.tickets for player in each.players]
    assert len(seated) == len(set(seated))
    for group in pair(hall, NOW):
        assert all(each in hall for each in group.tickets), "a ticket whole, as it waits"


@LAWS
@given(halls)
def test_no_ticket_is_seated_past_its_deadline(hall: list[Ticket]) -> None:
    assert all(each.deadline > NOW for group in pair(hall, NOW) for each in group.tickets)


@LAWS
@given(halls)
def test_a_table_is_of_a_size_that_all_take_and_full(hall: list[Ticket]) -> None:
    for group in pair(hall, NOW):
        assert sum(len(each.players) for each in group.tickets) + group.bots == group.seats
        for each in group.tickets:
            assert each.game == group.game
            assert group.seats in dict(each.tables)


@LAWS
@given(halls)
def test_the_options_of_a_table_are_what_all_want(hall: list[Ticket]) -> None:
    for group in pair(hall, NOW):
        for each in group.tickets:
            wanted = dict(each.tables)[group.seats]
            assert all(mine in (None, found) for mine, found in zip(wanted, group.options, strict=True))


@LAWS
@given(halls)
def test_any_two_at_a_table_are_as_near_as_both_accept_by_now(hall: list[Ticket]) -> None:
    for group in pair(hall, NOW):
        for one, other in combinations(group.tickets, 2):
            distance = abs(one.rating - other.rating)
            assert distance <= one.window.at(NOW - one.since)
            assert distance <= other.window.at(NOW - other.since)


@LAWS
@given(halls)
def test_bots_sit_only_with_those_whose_patience_with_people_has_ended_and_who_want_that_level(
    hall: list[Ticket],
) -> None:
    for group in pair(hall, NOW):
        for each in group.tickets if group.bots else ():
            assert each.bots_at is not None
            assert each.bots_at <= NOW
            assert each.bot == group.bot


@LAWS
@given(halls)
def test_whoever_wants_bots_by_now_is_seated(hall: list[Ticket]) -> None:
    seated = {player for group in pair(hall, NOW) for each in group.tickets for player in each.players}
    for each in hall:
        if each.bots_at is not None and each.bots_at <= NOW < each.deadline:
            assert seated & set(each.players), "itself, or one of its players with another ticket"


@LAWS
@given(halls, st.randoms(use_true_random=False))
def test_the_order_in_which_tickets_are_given_does_not_matter(hall: list[Ticket], random: Random) -> None:
    shuffled = random.sample(hall, len(hall))
    assert pair(shuffled, NOW) == pair(hall, NOW)


@LAWS
@given(halls)
def test_two_lone_tickets_that_accept_each_other_never_both_stay(hall: list[Ticket]) -> None:
    seated = {player for group in pair(hall, NOW) for each in group.tickets for player in each.players}
    waiting = [
        each for each in hall if len(each.players) == 1 and each.deadline > NOW and not seated & set(each.players)
    ]
    for one, other in combinations(waiting, 2):
        mine, yours = dict(one.tables), dict(other.tables)
        options_fit = 2 in mine and 2 in yours and fit(mine[2], yours[2]) is not None
        reach = min(one.window.at(NOW - one.since), other.window.at(NOW - other.since))
        near = abs(one.rating - other.rating) <= reach
        strangers = one.players != other.players
        assert not (one.game == other.game and options_fit and near and strangers), (one, other)


@LAWS
@given(st.lists(st.tuples(st.integers(0, 50), st.integers(95, 99)), min_size=2, max_size=12, unique=True))
def test_of_those_who_can_wait_the_closest_two_of_all_sit_together(rated: list[tuple[int, int]]) -> None:
    hall = [ticket(f"{i:02}", rating, float(since)) for i, (rating, since) in enumerate(rated)]
    closest = min(abs(one.rating - other.rating) for one, other in combinations(hall, 2))
    one, other = pair(hall, NOW)[0].tickets
    assert abs(one.rating - other.rating) == closest


@LAWS
@given(st.lists(st.integers(0, 90), min_size=3, max_size=15, unique=True), st.sampled_from([2, 3, 4]))
def test_where_all_else_is_equal_no_younger_ticket_is_seated_before_an_older_one(ages: list[int], seats: int) -> None:
    hall = [ticket(f"{since:02}", 7, float(since), (seats,)) for since in ages]
    seated = {each for group in pair(hall, NOW) for each in group.tickets}
    left = [each for each in hall if each not in seated]
    assert len(left) == len(hall) % seats
    assert all(each.since < other.since for each in seated for other in left)


# Examples ------------------------------------------------------------------------------------------------------------


def test_of_three_the_closest_two_sit_together_and_the_third_waits() -> None:
    assert names(pair([ticket("a", 0), ticket("b", 10), ticket("c", 11)], NOW)) == [{"b", "c"}]


def test_whoever_has_waited_through_half_of_its_time_chooses_first() -> None:
    old = ticket("a", 0, since=10.0, deadline=150.0)
    assert names(pair([old, ticket("b", 10), ticket("c", 11)], NOW)) == [{"a", "b"}]


def test_a_window_widens_with_time_and_both_sides_must_be_wide_enough() -> None:
    narrow = Window(10, 1, 30)
    assert pair([ticket("a", 0, 90.0, window=narrow), ticket("b", 25)], NOW) == []
    assert names(pair([ticket("a", 0, 80.0, window=narrow), ticket("b", 25)], NOW)) == [{"a", "b"}]
    assert pair([ticket("a", 0, 0.0, window=narrow), ticket("b", 31)], NOW) == [], "30 at the most"


def test_a_table_is_the_largest_that_can_be_filled_now() -> None:
    hall = [ticket(name, seats=(2, 3, 4)) for name in "abcde"]
    assert [group.seats for group in pair(hall, NOW)] == [4]
    assert [group.seats for group in pair(hall[:3], NOW)] == [3]


def test_two_parties_of_two_make_a_table_of_four() -> None:
    couple = [ticket(name, seats=(4,), players=(f"{name}1", f"{name}2")) for name in "ab"]
    (group,) = pair([*couple, ticket("c", seats=(4,))], NOW)
    assert names([group]) == [{"a", "b"}]


def test_a_party_that_fills_a_table_needs_nobody_else() -> None:
    (group,) = pair([ticket("a", seats=(3,), players=("x", "y", "z"))], NOW)
    assert (group.bots, group.seats) == (0, 3)


def test_who_wants_any_value_takes_that_of_the_others_and_joins_no_two_who_differ() -> None:
    free = ticket("a", since=80.0, seats=(3,), options=(None,))
    zero, one = ticket("b", since=85.0, seats=(3,)), ticket("c", since=86.0, seats=(3,), options=(1,))
    assert pair([free, zero, one], NOW) == []
    (group,) = pair([free, zero, one, ticket("d", seats=(3,))], NOW)
    assert names([group]) == [{"a", "b", "d"}]
    assert group.options == (0,)


def test_bots_take_what_is_empty_once_patience_ends_and_people_sit_together_first() -> None:
    hall = [ticket(name, seats=(4,), bots_at=99.0, bot="greedy") for name in "ab"]
    (group,) = pair([*hall, ticket("c", seats=(4,), bots_at=101.0, bot="greedy")], NOW)
    assert (names([group]), group.bots, group.bot) == ([{"a", "b"}], 2, "greedy")


def test_a_player_who_waits_with_two_tickets_is_seated_with_one_of_them() -> None:
    both = [ticket("a", players=("ada",)), ticket("b", players=("ada",), since=91.0)]
    assert pair(both, NOW) == []
    groups = pair([*both, ticket("c"), ticket("d", since=92.0), ticket("e", since=93.0)], NOW)
    seated = [each.id for group in groups for each in group.tickets]
    assert len(seated) == 4
    assert len({"a", "b"} & set(seated)) == 1


@pytest.mark.parametrize("seats", [(2,), (4,), (2, 3, 4)])
def test_of_thousands_all_but_a_few_are_seated_in_one_pass(seats: tuple[int, ...]) -> None:
    random = Random(1)
    hall = [ticket(f"{i:04}", round(random.gauss(1000, 300)), random.uniform(50, 99), seats) for i in range(2000)]
    seated = sum(len(group.tickets) for group in pair(hall, NOW))
    assert seated >= 1900
