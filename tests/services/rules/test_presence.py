"""Leaving and returning, freeing a seat, handing one on: what each does to the match, its log and its tokens."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from services.rules import presence
from services.rules.errors import (
    Away,
    KeyNeeded,
    MatchOver,
    NobodySits,
    NoOpenSeat,
    NoSuchSeat,
    NotAway,
    NotStarted,
    NotYourSeat,
    Refused,
    SeatRevoked,
    SeatTaken,
    Stale,
    Started,
    TooOften,
)
from services.rules.match import replay
from services.rules.presence import spans
from services.shared.tokens import Token
from tests.support.house import APP, House

KEY = "0123456789abcdef"
OTHER_KEY = "fedcba9876543210"


def epoch_of(house: House, token: str) -> int:
    return Token.read(token, house.services.secrets, "seat").epoch


def refused(kind: type[Refused], call: Callable[[], object]) -> Refused:
    """The refusal of a call, which must come."""
    with pytest.raises(kind) as found:
        call()
    return found.value


# Leave and return ----------------------------------------------------------------------------------------------------


def test_who_leaves_is_played_for_until_they_return(house: House) -> None:
    match_id = house.set_up("person", "person", stand_in="random")
    left = house.presence.leave(APP, match_id, 0, 0, 1).match
    assert (left.seats[0].bot, left.seats[0].left, left.seats[0].away) == ("random", 2, True)
    assert house.tasks() == [(APP, match_id, 2, 0)], "the bot is called at once"
    assert house.thinking().think(APP, match_id, 2, 0) > 0
    house.play(match_id)
    back = house.presence.come_back(APP, match_id, 0, 0).match
    assert (back.seats[0].bot, back.seats[0].left) == ("", 0)
    house.play(match_id)
    entries = house.consistent(match_id)
    assert [span["by"] for span in spans(entries, 0)] == ["bot:random", "person"]
    assert [span["by"] for span in spans(entries, 1)] == ["person"]
    assert sum(span["moves"] for seat in (0, 1) for span in spans(entries, seat)) == len(entries) - 3


def test_whoever_returns_takes_the_move_out_of_the_bots_hands(house: House) -> None:
    match_id = house.create("person", "person")
    house.presence.leave(APP, match_id, 0, 0, 1)
    turn = house.matches.seen_by(APP, match_id, 0, 2)
    assert turn is not None
    house.presence.come_back(APP, match_id, 0, 0)
    assert house.matches.play_for(turn, turn.game.legal(turn.state)[0], "bot:greedy") is None
    assert house.match(match_id).acts(0)
    assert house.seconds_left(match_id) is None


def test_leaving_needs_the_version_and_returning_does_not(house: House) -> None:
    match_id = house.create("person", "person")
    house.matches.play(APP, match_id, 0, 0, {"type": "arboretum.draw", "source": "deck"}, 1)
    assert refused(Stale, lambda: house.presence.leave(APP, match_id, 0, 0, 1)).params["version"] == 2
    house.presence.leave(APP, match_id, 0, 0, 2)
    refused(Away, lambda: house.presence.leave(APP, match_id, 0, 0, 3))
    house.presence.come_back(APP, match_id, 0, 0)
    refused(NotAway, lambda: house.presence.come_back(APP, match_id, 0, 0))


def test_leaving_and_returning_twice_with_one_key_is_done_once(house: House) -> None:
    match_id = house.create("person", "person")
    for _ in range(2):
        assert house.presence.leave(APP, match_id, 0, 0, 1, KEY).match.version == 2
    for _ in range(2):
        assert house.presence.come_back(APP, match_id, 0, 0, OTHER_KEY).match.version == 3
    assert house.presence.leave(APP, match_id, 0, 0, 1, KEY).match.seats[0].away, "the answer of then"
    assert not house.match(match_id).seats[0].away


def test_nobody_leaves_a_match_that_waits_or_is_over(house: House) -> None:
    waiting = house.create("person", "open")
    refused(NotStarted, lambda: house.presence.leave(APP, waiting, 0, 0, 1))
    over = house.create("person", "person")
    house.matches.resign(APP, over, 0, 0, 1)
    refused(MatchOver, lambda: house.presence.leave(APP, over, 1, 0, 2))
    refused(MatchOver, lambda: house.presence.come_back(APP, over, 0, 0))


def test_nobody_leaves_so_often_that_others_cannot_move(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "MOST_LEAVES", 2)
    match_id = house.create("person", "person")
    for _ in range(2):
        house.presence.leave(APP, match_id, 1, 0, house.match(match_id).version)
        house.presence.come_back(APP, match_id, 1, 0)
    refused(TooOften, lambda: house.presence.leave(APP, match_id, 1, 0, house.match(match_id).version))


def finish(house: House, match_id: str) -> None:
    """Let everybody play at random to the end."""
    while not (match := house.match(match_id)).over:
        seat = match.to_act
        assert seat is not None
        turn = house.matches.seen_by(APP, match_id, seat, match.version)
        if turn is None:
            house.play(match_id)
        else:
            house.matches.play_for(turn, turn.game.legal(turn.state)[0], f"bot:{turn.bot}")


def test_who_is_away_at_the_end_ends_behind_all_who_stayed_and_who_came_back_does_not(house: House) -> None:
    match_id = house.create("person", "person", "person")
    for seat in (2, 0, 1):
        house.presence.leave(APP, match_id, seat, 0, house.match(match_id).version)
    house.presence.come_back(APP, match_id, 1, 0)
    finish(house, match_id)
    result = house.match(match_id).result
    assert result is not None
    assert result["reason"] == "played"
    assert result["places"] == [2, 1, 3], "the first to leave is last"
    assert [seat.away for seat in house.match(match_id).seats] == [True, False, True]
    house.consistent(match_id)


def test_a_match_that_everybody_has_left_is_played_to_its_end_by_bots(house: House) -> None:
    match_id = house.set_up("person", "person", stand_in="random")
    house.presence.leave(APP, match_id, 1, 0, 1)
    house.presence.leave(APP, match_id, 0, 0, 2)
    for _ in range(200):
        for task in house.tasks():
            house.thinking().think(*task)
    match = house.match(match_id)
    assert match.over
    assert match.result is not None
    assert match.result["places"] == [1, 2]


def test_whoever_has_resigned_neither_plays_nor_returns(house: House) -> None:
    match_id = house.create("person", "person", "person")
    house.matches.resign(APP, match_id, 0, 0, 1)
    draw = {"type": "arboretum.draw", "source": "deck"}
    refused(MatchOver, lambda: house.matches.play(APP, match_id, 0, 0, draw, 2))
    refused(MatchOver, lambda: house.presence.come_back(APP, match_id, 0, 0))
    assert house.matches.look(APP, match_id, 0).legal_moves() == []


# Free a seat ---------------------------------------------------------------------------------------------------------


def test_the_host_frees_a_seat_and_its_token_is_void(house: House) -> None:
    match_id = house.create("person", "open", "open")
    _, token = house.matches.join(APP, match_id, "Grace")
    freed = house.presence.free(APP, match_id, 0, 0, 1, 2).match
    assert (freed.seats[1].kind, freed.seats[1].name, freed.status) == ("open", "", "open")
    refused(SeatRevoked, lambda: house.matches.look(APP, match_id, 1, epoch_of(house, token)))
    sight, again = house.matches.join(APP, match_id, "Eve", 1)
    assert epoch_of(house, again) == 1
    assert house.matches.look(APP, match_id, 1, 1).match.seats[1].name == "Eve"
    assert sight.match.status == "open"
    house.consistent(match_id)


def test_whoever_joined_may_give_the_seat_up_and_only_the_host_that_of_others(house: House) -> None:
    match_id = house.create("person", "open", "open", "open")
    for _ in range(2):
        house.matches.join(APP, match_id, "somebody")
    refused(NotYourSeat, lambda: house.presence.free(APP, match_id, 1, 0, 2, 3))
    refused(NotYourSeat, lambda: house.presence.free(APP, match_id, 1, 0, 0, 3))
    assert house.presence.free(APP, match_id, 1, 0, 1, 3).viewer == -1
    refused(NobodySits, lambda: house.presence.free(APP, match_id, 0, 0, 1, 4))
    refused(NobodySits, lambda: house.presence.free(APP, match_id, 0, 0, 3, 4))
    refused(NoSuchSeat, lambda: house.presence.free(APP, match_id, 0, 0, 4, 4))
    refused(Stale, lambda: house.presence.free(APP, match_id, 0, 0, 2, 3))


def test_once_the_match_has_begun_nobody_is_sent_away(house: House) -> None:
    match_id = house.create("person", "open")
    house.matches.join(APP, match_id, "Grace")
    refused(Started, lambda: house.presence.free(APP, match_id, 0, 0, 1, 2))


def test_the_host_is_the_first_person_of_the_request_that_created_the_match(house: House) -> None:
    match_id = house.create("open", "person", "open")
    house.matches.join(APP, match_id, "stranger", 0)
    refused(NotYourSeat, lambda: house.presence.free(APP, match_id, 0, 0, 1, 2))
    assert house.presence.free(APP, match_id, 1, 0, 0, 2).match.seats[0].kind == "open"


def test_of_a_kick_and_a_last_join_at_once_either_the_match_begins_or_the_seat_is_free(house: House) -> None:
    for _ in range(10):
        match_id = house.create("person", "open", "open")
        house.matches.join(APP, match_id, "first")
        with ThreadPoolExecutor(2) as racers:
            kick = racers.submit(house.presence.free, APP, match_id, 0, 0, 1, 2)
            join = racers.submit(house.matches.join, APP, match_id, "second", 2)
        assert join.exception() is None or isinstance(join.exception(), (NoOpenSeat, SeatTaken))
        match = house.match(match_id)
        assert match.status == ("playing" if isinstance(kick.exception(), (Stale, Started)) else "open")
        house.consistent(match_id)


# Hand a seat on ------------------------------------------------------------------------------------------------------


def test_a_seat_handed_on_has_a_new_token_and_the_old_one_is_void(house: House) -> None:
    match_id = house.create("person", "person")
    sight, token = house.presence.hand_on(APP, match_id, 0, 0, KEY)
    assert epoch_of(house, token) == 1
    assert sight.match.seats[0].epoch == 1
    refused(SeatRevoked, lambda: house.matches.look(APP, match_id, 0, 0))
    draw = {"type": "arboretum.draw", "source": "deck"}
    refused(SeatRevoked, lambda: house.matches.play(APP, match_id, 0, 0, draw, 2))
    assert house.matches.play(APP, match_id, 0, 1, draw, 2).match.version == 3
    assert [entry.type for entry in house.consistent(match_id)] == ["created", "handed_on", "played"]


def test_a_lost_answer_is_had_again_with_the_old_token_and_the_key_and_with_nothing_less(house: House) -> None:
    match_id = house.create("person", "person")
    first = house.presence.hand_on(APP, match_id, 0, 0, KEY)[1]
    assert house.presence.hand_on(APP, match_id, 0, 0, KEY)[1] == first
    refused(SeatRevoked, lambda: house.presence.hand_on(APP, match_id, 0, 0, OTHER_KEY))
    refused(SeatRevoked, lambda: house.presence.hand_on(APP, match_id, 0, 1, KEY))
    refused(KeyNeeded, lambda: house.presence.hand_on(APP, match_id, 0, 0, ""))
    second = house.presence.hand_on(APP, match_id, 0, 1, OTHER_KEY)[1]
    assert epoch_of(house, second) == 2
    assert house.presence.hand_on(APP, match_id, 0, 0, KEY)[1] == first, "the answer of then, void by now"
    assert house.match(match_id).version == 3


def test_handed_on_at_once_many_times_with_one_key_it_is_done_once(house: House) -> None:
    match_id = house.create("person", "person")
    with ThreadPoolExecutor(8) as twins:
        tokens = set(twins.map(lambda _: house.presence.hand_on(APP, match_id, 0, 0, KEY)[1], range(16)))
    assert len(tokens) == 1
    assert house.match(match_id).version == 2


def test_a_seat_is_handed_on_so_often_and_no_more(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "MOST_HANDED_ON", 1)
    match_id = house.create("person", "person")
    house.presence.hand_on(APP, match_id, 0, 0, KEY)
    refused(TooOften, lambda: house.presence.hand_on(APP, match_id, 0, 1, OTHER_KEY))


def test_the_log_tells_epochs_and_absences_so_that_a_replay_has_them(house: House) -> None:
    match_id = house.create("person", "open", "random")
    house.matches.join(APP, match_id, "Grace")
    house.presence.hand_on(APP, match_id, 1, 0, KEY)
    house.presence.leave(APP, match_id, 1, 1, 3)
    assert replay(APP, match_id, house.entries(match_id)).seats == house.match(match_id).seats
