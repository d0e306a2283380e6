"""Tickets: they wait, and end in one of four ways, once; nobody sits down twice for one."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from services.matchmaking.asking import WINDOW
from services.matchmaking.errors import (
    BadParty,
    BadTicket,
    DoubleTicket,
    NoSuchTicket,
    PlayerRevoked,
    QueueFull,
    TicketPaired,
    TooManyTickets,
)
from services.matchmaking.keys import hall, ticket_key
from services.matchmaking.matching import LEASE_SECONDS, seats_by_lot
from services.matchmaking.pairing import Group, Ticket
from services.matchmaking.tickets import CONSENT_SECONDS, Seen
from services.rules.errors import BadOption, BadSeats, BotNotOffered, KeyReused, UnknownBot, UnknownGame
from services.rules.registry import GAMES
from services.shared.tokens import Token
from services.wiring import wire
from tests.services.matchmaking.meeting import Meeting, asked
from tests.support.house import APP, House

KEY = "a key of sixteen or more"


def stands(seen: Seen) -> tuple[str, str]:
    return seen.state, seen.held.reason


def test_two_who_want_the_same_get_a_match_and_each_its_own_seat(house: House, meeting: Meeting) -> None:
    ada, eve = meeting.ask("Ada"), meeting.ask("Eve")
    assert stands(ada) == ("waiting", "waiting")
    (ended,) = meeting.sweep()
    ada, eve = meeting.look("Ada", ada), meeting.look("Eve", eve)
    assert stands(ada) == stands(eve) == ("matched", "paired")
    assert ada.held.match == eve.held.match == ended.match
    match = house.match(ended.match)
    assert {seat.name for seat in match.seats} == {"Ada", "Eve"}
    for name, seen in (("Ada", ada), ("Eve", eve)):
        seat = seen.json()["seat"]
        assert match.seats[seat].name == name
        assert match.seats[seat].player == meeting.holder(name).player
        assert seen.token == house.matches.token(match, seat)
    assert ada.token != eve.token
    assert meeting.sweep() == []
    assert house.services.tickets.store.claims(APP) == []


def test_a_ticket_is_seen_by_its_party_alone(meeting: Meeting) -> None:
    seen = meeting.ask("Ada", "Eve", seats=(3, 3))
    assert meeting.look("Eve", seen).held == seen.held
    with pytest.raises(NoSuchTicket):
        meeting.look("Mallory", seen)
    with pytest.raises(NoSuchTicket):
        meeting.house.services.tickets.cancel(meeting.holder("Mallory"), seen.id)
    stranger = Meeting(meeting.house).holder("Ada", "other")
    with pytest.raises(NoSuchTicket):
        meeting.house.services.tickets.look(stranger, seen.id)


def test_a_ticket_expires_at_its_deadline_whether_a_sweeper_runs_or_not(meeting: Meeting) -> None:
    lone, swept = meeting.ask("Ada", deadline=60), meeting.ask("Eve", game="applejack", deadline=60)
    for seen in (lone, swept):
        meeting.grow_old(seen, 61)
    assert stands(meeting.look("Ada", lone)) == ("expired", "deadline")
    assert [(ended.state, ended.tickets) for ended in meeting.sweep()] == [("expired", (swept.id,))]
    assert stands(meeting.look("Eve", swept)) == ("expired", "deadline")
    assert meeting.ask("Ada").state == "waiting", "free to ask anew"


def test_bots_fill_the_table_when_patience_ends(house: House, meeting: Meeting) -> None:
    seen = meeting.ask("Ada", seats=(3, 4), bots_after=30, level="greedy", deadline=60)
    assert meeting.sweep() == []
    meeting.grow_old(seen, 31)
    meeting.sweep()
    seen = meeting.look("Ada", seen)
    assert stands(seen) == ("filled", "bots")
    assert sorted(seat.bot for seat in house.match(seen.held.match).seats) == ["", "greedy", "greedy"]


def test_a_party_sits_at_one_table(house: House, meeting: Meeting) -> None:
    seen = meeting.ask("Ada", "Eve", seats=(3, 3))
    meeting.ask("Grace", seats=(3, 3))
    meeting.sweep()
    seats = house.match(meeting.look("Eve", seen).held.match).seats
    assert {seat.name for seat in seats} == {"Ada", "Eve", "Grace"}
    tokens = {meeting.look(name, seen).token for name in ("Ada", "Eve")}
    assert len(tokens) == 2


def test_options_that_nobody_cares_for_are_those_of_the_others_or_the_games(house: House, meeting: Meeting) -> None:
    seen = meeting.ask("Ada", options={"path_bonus": "any"})
    meeting.ask("Eve", options={"path_bonus": "uniform"})
    meeting.sweep()
    match = house.match(meeting.look("Ada", seen).held.match)
    assert match.game.unpack(match.options, 2)["path_bonus"] == "uniform"
    assert match.game.unpack(match.options, 2)["open_cards"] is True


def test_no_game_has_an_option_whose_value_is_any() -> None:
    for game in GAMES.values():
        for option in game.options:
            for seats in game.seats:
                with pytest.raises(BadOption):
                    option.pack("any", seats)


def test_an_option_that_fits_some_numbers_of_seats_leaves_the_ticket_those(meeting: Meeting) -> None:
    species = ["oak", "maple", "willow", "cassia", "dogwood", "jacaranda"]
    meeting.ask("Ada", seats=(2, 4), options={"species": species})
    (waiting,) = meeting.house.services.tickets.store.waiting(APP)
    assert [seats for seats, _ in waiting.tables] == [2]


@pytest.mark.parametrize(
    ("wish", "refusal"),
    [
        ({"game": "chess"}, UnknownGame),
        ({"seats": (5, 9)}, BadSeats),
        ({"game": "applejack", "seats": (1, 1)}, BadSeats),
        ({"options": {"weather": "fair"}}, BadOption),
        ({"options": {"path_bonus": "never"}}, BadOption),
        ({"bots_after": 10, "level": "hal"}, UnknownBot),
        ({"bots_after": 60, "level": "greedy", "deadline": 60}, BadTicket),
    ],
)
def test_what_could_never_end_in_a_match_is_refused(meeting: Meeting, wish: Any, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        meeting.ask("Ada", **wish)
    assert meeting.ask("Ada").state == "waiting"


def test_a_party_larger_than_the_table_is_refused(meeting: Meeting) -> None:
    with pytest.raises(BadSeats):
        meeting.ask("Ada", "Eve", "Grace", seats=(2, 2))


# Retries and limits --------------------------------------------------------------------------------------------------


def test_the_same_key_is_the_same_ticket_and_another_wish_with_it_is_refused(meeting: Meeting) -> None:
    first = meeting.ask("Ada", key=KEY)
    assert meeting.ask("Ada", key=KEY).held == first.held
    with pytest.raises(KeyReused):
        meeting.ask("Ada", key=KEY, deadline=77)
    assert meeting.ask("Eve", key=KEY).id != first.id


def test_a_retry_after_the_end_is_told_the_end(meeting: Meeting) -> None:
    first = meeting.ask("Ada", key=KEY)
    meeting.ask("Eve")
    meeting.sweep()
    assert stands(meeting.ask("Ada", key=KEY)) == ("matched", "paired")
    assert meeting.look("Ada", first).held.match


def test_who_waits_for_a_game_does_not_wait_for_it_twice(meeting: Meeting) -> None:
    meeting.ask("Ada")
    with pytest.raises(DoubleTicket):
        meeting.ask("Ada", seats=(3, 3))
    with pytest.raises(DoubleTicket):
        meeting.ask("Eve", "Ada")
    assert meeting.ask("Ada", game="applejack").state == "waiting"
    assert meeting.ask("Eve").state == "waiting", "a refused party holds nobody"


def test_of_many_tickets_at_once_one_is_made(meeting: Meeting) -> None:
    meeting.holder("Ada")

    def ask(_: int) -> bool:
        try:
            return bool(meeting.ask("Ada"))
        except DoubleTicket:
            return False

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(8))).count(True) == 1


def test_a_player_waits_for_so_many_games_and_an_app_has_so_many_tickets(house: House) -> None:
    few = replace(house.settings, tickets_per_player=1, tickets_per_app=2)
    house.services = wire(few)
    meeting = Meeting(house)
    first = meeting.ask("Ada")
    with pytest.raises(TooManyTickets):
        meeting.ask("Ada", game="applejack")
    house.services.tickets.cancel(meeting.holder("Ada"), first.id)
    meeting.ask("Ada", game="applejack")
    meeting.ask("Eve", game="tree_society")
    with pytest.raises(QueueFull):
        meeting.ask("Grace")


# Parties -------------------------------------------------------------------------------------------------------------


def consent(meeting: Meeting, name: str, leader: str) -> str:
    return meeting.house.services.tickets.consent(meeting.holder(name), meeting.holder(leader).player)[0]


def test_a_consent_is_for_one_leader_one_app_and_some_minutes(
    meeting: Meeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, ada = meeting.house.services.tickets, meeting.holder("Ada")
    wish, eve = asked("arboretum", (3, 3)), meeting.holder("Eve")
    foreign = Meeting(meeting.house).holder("Grace", "other")
    secrets = meeting.house.services.secrets
    for text in (
        consent(meeting, "Eve", "Mallory"),
        "nonsense",
        Token("player", APP, eve.player).sign(secrets),
        Token("party", "other", f"{foreign.player}:{ada.player}:{2**33}").sign(secrets),
        Token("party", APP, f"{foreign.player}:{ada.player}:{2**33}").sign(secrets),
        Token("party", APP, f"{eve.player}:{ada.player}:1").sign(secrets),
        consent(meeting, "Ada", "Ada"),
    ):
        with pytest.raises(BadParty):
            service.ask(ada, wish, [text])
    good = consent(meeting, "Eve", "Ada")
    with pytest.raises(BadParty):
        service.ask(ada, wish, [good, good])
    later = time.time() + CONSENT_SECONDS + 1
    with monkeypatch.context() as patch:
        patch.setattr("services.matchmaking.tickets.time.time", lambda: later)
        with pytest.raises(BadParty):
            service.ask(ada, wish, [good])
    assert service.ask(ada, wish, [good]).held.players == (ada.player, eve.player)


def test_a_turned_token_takes_the_consent_back(meeting: Meeting) -> None:
    good = consent(meeting, "Eve", "Ada")
    meeting.house.services.players.turn(meeting.holder("Eve"))
    with pytest.raises(BadParty):
        meeting.house.services.tickets.ask(meeting.holder("Ada"), asked("arboretum", (3, 3)), [good])


def test_any_member_may_cancel_for_the_whole_party(meeting: Meeting) -> None:
    seen = meeting.ask("Ada", "Eve", seats=(3, 3))
    cancelled = meeting.house.services.tickets.cancel(meeting.holder("Eve"), seen.id)
    assert stands(cancelled) == stands(meeting.look("Ada", seen)) == ("cancelled", "withdrawn")
    again = meeting.house.services.tickets.cancel(meeting.holder("Ada"), seen.id)
    assert again.held == cancelled.held, "done twice, the same"
    assert meeting.ask("Eve").state == "waiting"


# Ends, once ----------------------------------------------------------------------------------------------------------


def test_a_cancel_that_comes_after_the_claim_loses(house: House, meeting: Meeting, monkeypatch: Any) -> None:
    seen = meeting.ask("Ada")
    meeting.ask("Eve")
    monkeypatch.setattr(house.services.matching, "_make", lambda *_: iter(()))
    meeting.sweep()  # claims, and is killed before it makes the match
    assert stands(meeting.look("Ada", seen)) == ("waiting", "waiting")
    with pytest.raises(TicketPaired):
        house.services.tickets.cancel(meeting.holder("Ada"), seen.id)
    with pytest.raises(DoubleTicket):
        meeting.ask("Ada")
    monkeypatch.undo()
    (ended,) = meeting.sweep()
    assert (ended.state, meeting.look("Ada", seen).held.match) == ("matched", ended.match)
    with pytest.raises(TicketPaired):
        house.services.tickets.cancel(meeting.holder("Ada"), seen.id)


def test_a_sweeper_that_was_killed_after_it_made_the_match_leaves_the_same_match_to_the_next(
    house: House, meeting: Meeting, monkeypatch: Any
) -> None:
    seen = meeting.ask("Ada")
    meeting.ask("Eve")
    store = house.services.tickets.store
    monkeypatch.setattr(type(store), "settle", lambda *_: False)
    meeting.sweep()
    (claim,) = store.claims(APP)
    version = house.match(claim.match).version
    house.services.players.edit(meeting.holder("Ada"), {"name": "Ada II"})
    monkeypatch.undo()
    (ended,) = meeting.sweep()
    assert ended.match == claim.match == meeting.look("Ada", seen).held.match
    assert house.match(claim.match).version == version
    assert len(list(house.redis.scan_iter("*:match:*"))) == 1


def test_two_sweepers_that_found_the_same_tickets_seat_them_once(house: House, meeting: Meeting) -> None:
    for number in range(20):
        meeting.ask(f"Player {number}")
    sweepers = [wire(house.settings).matching for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        ended = [each for found in pool.map(lambda each: list(each._pass(APP)), sweepers) for each in found]  # noqa: SLF001 - without the lease
    assert sum(len(each.tickets) for each in ended) == 20
    assert len(list(house.redis.scan_iter("*:match:*"))) == 10


def test_one_sweeper_at_a_time_pairs_an_app(house: House, meeting: Meeting) -> None:
    meeting.ask("Ada")
    store = house.services.tickets.store
    assert store.lease(APP, 10)
    meeting.ask("Eve")
    assert list(house.services.matching.sweep()) == []
    store.rest(APP, 0)
    time.sleep(0.01)
    assert len(list(house.services.matching.sweep())) == 1


@pytest.mark.parametrize(
    "error", [BotNotOffered("/seats/1/bot", "Not offered any more."), RuntimeError("Not offered any more.")]
)
def test_tickets_whose_match_cannot_be_made_are_cancelled_and_say_so(
    house: House, meeting: Meeting, monkeypatch: Any, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    seen = meeting.ask("Ada", bots_after=0, level="greedy")

    def refuse(*_: Any) -> None:
        raise error

    monkeypatch.setattr(type(house.services.matches), "create", refuse)
    meeting.sweep()
    assert stands(meeting.look("Ada", seen)) == ("cancelled", "refused")
    assert meeting.look("Ada", seen).json()["match"] is None
    assert "Not offered any more." in caplog.text
    assert house.services.tickets.store.claims(APP) == []


def test_an_erased_player_waits_no_longer(meeting: Meeting) -> None:
    seen = meeting.ask("Ada", "Eve", seats=(3, 3))
    meeting.house.services.tickets.erase(meeting.holder("Eve"))
    assert stands(meeting.look("Ada", seen)) == ("cancelled", "player_erased")
    with pytest.raises(PlayerRevoked):
        meeting.look("Eve", seen)


def test_a_player_who_is_erased_while_its_match_is_made_is_not_shown_there(
    house: House, meeting: Meeting, monkeypatch: Any
) -> None:
    meeting.ask("Ada Lovelace")
    meeting.ask("Eve")
    monkeypatch.setattr(house.services.matching, "_make", lambda *_: iter(()))
    meeting.sweep()
    monkeypatch.undo()
    house.services.tickets.erase(meeting.holder("Ada Lovelace"))
    ended = [each for _ in range(2) for each in meeting.sweep()]
    names = [seat.name for seat in house.match(ended[0].match).seats]
    assert sorted(names) == ["", "Eve"]
    assert house.services.players.store.erasing(APP) == []


def test_a_ticket_that_has_ended_is_kept_for_a_while_and_one_that_waits_for_ever(meeting: Meeting) -> None:
    seen = meeting.ask("Ada")
    redis, key = meeting.house.redis, ticket_key(APP, seen.id)
    assert redis.ttl(key) == -1
    meeting.house.services.tickets.cancel(meeting.holder("Ada"), seen.id)
    assert 0 < int(str(redis.ttl(key))) <= meeting.house.settings.ticket_minutes * 60
    assert redis.hlen(hall(APP).holds) == redis.hlen(hall(APP).waiting) == 0


def test_seats_are_drawn_by_lot_and_not_by_age() -> None:
    old = Ticket("a", "arboretum", ("Ada",), ((3, ()),), 0, WINDOW, 0.0, 9.0)
    group = Group("arboretum", 3, (), (old, replace(old, id="b", players=("Eve",))), 1, "greedy")
    drawn = [seats_by_lot(f"match {number}", group) for number in range(60)]
    assert drawn[0] == seats_by_lot("match 0", group), "the same for whoever finishes what another has begun"
    for seat in range(3):
        assert {str(each[seat]) for each in drawn} == {"{'player': 'Ada'}", "{'player': 'Eve'}", "{'bot': 'greedy'}"}


def test_a_pass_is_followed_by_a_rest(house: House, meeting: Meeting) -> None:
    meeting.ask("Ada")
    meeting.sweep()
    left: Any = house.redis.pttl(hall(APP).waiting.replace("waiting", "pairing"))
    assert 0 < left <= LEASE_SECONDS * 1000
