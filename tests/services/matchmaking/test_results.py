"""What counts for ratings, and where everybody came in."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import orjson
import pytest

from services.matchmaking.rating import Rating
from services.matchmaking.results import NEW, Known, Result, follow, result_of, work_out
from services.rules.contract import SPECTATOR
from services.rules.errors import CannotBeRated
from services.rules.match import (
    BOT,
    CREATED,
    FALLBACK,
    FINISHED,
    FREE,
    LEFT,
    PERSON,
    PLAYED,
    RESIGNED,
    Entry,
    Match,
    advance,
    begin,
)  # fmt: skip
from services.rules.setup import Place, Setup, first_entry

ANCHORS = {"greedy": 1100, "sapling": 1050}
LOG = [Entry(2, PLAYED, 1, "bot:greedy", {"move": {}})]


def first(*seats: str, **more: Any) -> dict[str, Any]:
    """The first entry of a match between players and bots, by name; `-`: a person of whom nothing is said."""
    bots = ("greedy", "sapling", "mcts")
    places = [
        Place(BOT, bot=seat) if seat in bots else Place(PERSON, player="" if seat == "-" else seat) for seat in seats
    ]
    setup = Setup("arboretum", tuple(places), **{"hints": False} | more)
    return first_entry(setup, lambda _: dict.fromkeys(bots, True), dev=True)


def ended(*seats: str, places: list[int], **more: Any) -> Match:
    """A match that has ended so."""
    match = begin("dev", "m", Entry(1, CREATED, SPECTATOR, PERSON, first(*seats, **more), at=5.0))
    result = {"reason": "played", "scores": None, "places": places}
    return replace(match, status=FINISHED, result=result)


def told(match: Match, log: list[Entry] | None = None) -> Result | None:
    return result_of(match, lambda: LOG if log is None else log, ANCHORS)


def test_a_match_between_players_tells_where_they_came_in() -> None:
    match = ended("cyd", "ada", "bob", places=[1, 2, 2])
    assert told(match) == Result("m", 5.0, (("ada", 2), ("bob", 2), ("cyd", 1)))


def test_people_who_are_nobodys_players_are_left_out() -> None:
    assert told(ended("ada", "-", "bob", places=[3, 2, 1])) == Result("m", 5.0, (("ada", 3), ("bob", 1)))
    assert told(ended("ada", "-", places=[1, 2])) is None


def test_who_sits_twice_at_a_table_is_not_rated_there_and_neither_are_the_others() -> None:
    assert told(ended("ada", "ada", "bob", places=[1, 2, 3])) is None


def test_a_match_that_is_not_over_says_nothing() -> None:
    assert told(begin("dev", "m", Entry(1, CREATED, SPECTATOR, PERSON, first("ada", "bob")))) is None


def test_who_has_left_stands_behind_all_who_stayed_the_first_to_leave_last() -> None:
    match = begin("dev", "m", Entry(1, CREATED, SPECTATOR, PERSON, first("ada", "bob", "cyd"), at=5.0))
    match = advance(match, Entry(2, LEFT, 0, PERSON, {"bot": "greedy"}, at=6.0))
    match = advance(match, Entry(3, RESIGNED, 2, PERSON, {}, at=7.0))
    match = advance(match, Entry(4, RESIGNED, 1, PERSON, {}, at=8.0))
    assert told(match) == Result("m", 8.0, (("ada", 3), ("bob", 1), ("cyd", 2)))


@pytest.mark.parametrize(
    ("more", "rated"),
    [
        ({}, True),
        ({"rated": True}, True),
        ({"rated": False}, False),
        ({"hints": True}, False),
        ({"seed": "x"}, False),
    ],
)
def test_a_match_is_rated_where_it_may_be_unless_its_creator_says_no(more: dict[str, Any], rated: bool) -> None:
    assert first("ada", "bob", **more)["rated"] is rated
    assert (told(ended("ada", "bob", places=[1, 2], **more)) is not None) is rated


@pytest.mark.parametrize(
    ("seats", "more", "reason"),
    [
        (("ada", "bob"), {"hints": True}, "hints"),
        (("ada", "bob"), {"seed": "x"}, "seeded"),
        (("greedy", "greedy"), {}, "alone"),
    ],
)
def test_a_match_that_may_not_be_rated_cannot_be_asked_to(
    seats: tuple[str, ...], more: dict[str, Any], reason: str
) -> None:
    with pytest.raises(CannotBeRated) as refused:
        first(*seats, rated=True, **more)
    assert refused.value.params["reason"] == reason
    assert first(*seats, **more)["rated"] is False


def test_a_game_alone_is_not_rated() -> None:
    setup = Setup("applejack", (Place(PERSON, player="ada"),), hints=False)
    assert first_entry(setup, lambda _: {}, dev=False)["rated"] is False


def test_an_open_seat_may_become_a_players() -> None:
    setup = Setup("arboretum", (Place(PERSON, player="ada"), Place(FREE)), hints=False)
    assert first_entry(setup, lambda _: {}, dev=False)["rated"] is True


def test_matches_of_before_there_were_ratings_are_not_rated() -> None:
    body = first("ada", "bob")
    del body["rated"]
    assert not begin("dev", "m", Entry(1, CREATED, SPECTATOR, PERSON, body)).rated


# With bots


def test_with_bots_each_player_is_compared_with_the_bots_alone() -> None:
    result = told(ended("ada", "greedy", "bob", "sapling", places=[1, 2, 3, 4]))
    assert result == Result("m", 5.0, (("ada", 1), ("bob", 3)), (("greedy", 2, 1100), ("sapling", 4, 1050)))
    after = follow({}, result)
    assert {player: each.people for player, each in after.items()} == {"ada": Rating(), "bob": Rating()}
    assert after["ada"].bots.mu > Rating().mu
    alone = follow({}, replace(result, players=(("bob", 3),)))
    assert alone["bob"] == after["bob"]


def test_a_bot_of_unknown_strength_is_no_measure() -> None:
    assert told(ended("ada", "mcts", places=[1, 2])) is None
    result = told(ended("ada", "mcts", "greedy", places=[1, 2, 3]))
    assert result is not None
    assert result.bots == (("greedy", 3, 1100),)


@pytest.mark.parametrize(
    "entry",
    [Entry(2, PLAYED, 1, FALLBACK, {"move": {}}), Entry(2, PLAYED, 1, "bot:greedy", {"move": {}, "short": True})],
)
def test_bots_that_did_not_play_as_their_names_promise_are_no_measure(entry: Entry) -> None:
    assert told(ended("ada", "greedy", places=[1, 2]), [*LOG, entry]) is None


def test_what_a_stand_in_plays_for_one_who_left_is_no_matter() -> None:
    stood_in = Entry(3, PLAYED, 0, FALLBACK, {"move": {}})
    result = told(ended("ada", "bob", "greedy", places=[3, 2, 1]), [stood_in])
    assert result is not None
    assert (result.players, result.bots) == ((("ada", 3), ("bob", 2)), (("greedy", 1, 1100),))


# The log of results


def results() -> Iterator[Result]:
    yield Result("1", 1.25, (("ada", 1), ("bob", 2)))
    yield Result("2", 2.5, (("ada", 1),), (("greedy", 2, 1100),))
    yield Result("3", 3.0, (("ada", 2), ("bob", 2), ("cyd", 1)))


def test_an_entry_of_the_result_log_reads_back() -> None:
    for result in results():
        assert Result.read(orjson.loads(orjson.dumps(result.json()))) == result


def test_ratings_follow_from_one_entry_to_the_next() -> None:
    one_by_one: dict[str, Known] = {}
    for result in results():
        one_by_one |= follow(one_by_one, result)
    assert work_out(results()) == (3, one_by_one)
    assert (one_by_one["ada"].people.games, one_by_one["ada"].bots.games) == (2, 1)
    assert Known.read(one_by_one["ada"].text()) == one_by_one["ada"]


def test_who_was_erased_begins_as_if_never_seen() -> None:
    first_one, *_ = results()
    length, known = work_out([first_one, "ada"])
    assert (length, set(known)) == (2, {"bob"})
    again = work_out([first_one, "ada", first_one])[1]
    assert again["ada"] == follow({"bob": known["bob"], "ada": NEW}, first_one)["ada"]


def test_nothing_follows_from_a_result_that_has_lost_its_players() -> None:
    first_one, with_bots, _ = results()
    assert not first_one.without({"ada"}).counts
    assert not with_bots.without({"ada"}).counts
    assert with_bots.without({"bob"}) == with_bots
