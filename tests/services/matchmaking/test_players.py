"""Players: made once, known by a token that can be turned, seen by their app alone, and forgotten when they ask."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from services.matchmaking.errors import NoSuchPlayer, PlayerRevoked
from services.matchmaking.keys import player_key, seats_key
from services.matchmaking.players import Holder, Players
from services.rules.erasing import erase
from services.rules.errors import KeyReused
from services.rules.keys import match_key
from services.rules.match import ERASED
from services.rules.setup import Place, Setup
from services.wiring import wire
from tests.services.matchmaking.meeting import Meeting
from tests.support.house import APP, House

KEY = "a key of sixteen or more"
PEOPLE = (Place("person"), Place("person", "Eve"))


@pytest.fixture
def players(house: House) -> Players:
    return house.services.players


def sit(house: House, holder: Holder, setup: Setup | None = None) -> str:
    """A new match with this player in it."""
    return house.services.tables.create(APP, holder, setup or Setup("arboretum", PEOPLE))[0].match.id


def test_a_player_is_known_by_its_token(meeting: Meeting, players: Players) -> None:
    ada = meeting.holder("Ada")
    assert players.me(ada).name == "Ada"
    with pytest.raises(PlayerRevoked):
        players.me(replace(ada, epoch=1))
    with pytest.raises(PlayerRevoked):
        players.me(replace(ada, app="other"))
    with pytest.raises(NoSuchPlayer):
        players.look("other", ada.player)


def test_the_same_key_is_the_same_player_and_another_body_with_it_is_refused(players: Players) -> None:
    first = players.greet(APP, "Ada", "en", "", KEY)
    again = players.greet(APP, "Ada", "en", "", KEY)
    assert (again.player, again.token, again.made) == (first.player, first.token, True)
    with pytest.raises(KeyReused):
        players.greet(APP, "Eve", "en", "", KEY)
    assert players.greet("other", "Ada", "en", "", KEY).player.id != first.player.id


def test_the_same_external_id_is_the_same_player_and_its_token_is_for_who_proves_to_be_it(
    meeting: Meeting, players: Players
) -> None:
    first = players.greet(APP, "Ada", "", "user-1", KEY)
    assert first.token is not None
    stranger = players.greet(APP, "Mallory", "", "user-1")
    assert (stranger.player.id, stranger.token, stranger.made) == (first.player.id, None, False)
    assert players.greet(APP, "Ada", "", "user-1", KEY).token == first.token
    assert players.greet(APP, "", "", "user-1", by=meeting.holding(first.token)).token == first.token
    assert players.greet(APP, "", "", "user-1", by=meeting.holder("Eve")).token is None
    assert players.greet("other", "Ada", "", "user-1").player.id != first.player.id


def test_of_many_who_come_with_an_external_id_one_is_made(players: Players) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: players.greet(APP, "Ada", "", "user-1"), range(16)))
    assert len({each.player.id for each in found}) == 1
    assert [each.made for each in found].count(True) == 1


def test_a_turned_token_voids_the_old_one_and_a_retry_lands_on_the_same_new_one(
    meeting: Meeting, players: Players
) -> None:
    old = meeting.holder("Ada")
    new = players.turn(old, KEY)
    with pytest.raises(PlayerRevoked):
        players.me(old)
    assert players.me(meeting.holding(new)).name == "Ada"
    assert players.turn(old, KEY) == new, "the answer was lost"
    for key in ("another key of sixteen", ""):
        with pytest.raises(PlayerRevoked):
            players.turn(old, key)
    newest = players.turn(meeting.holding(new))
    with pytest.raises(PlayerRevoked):
        players.turn(old, KEY)
    assert players.me(meeting.holding(newest)).name == "Ada"


def test_of_many_who_turn_a_token_with_keys_of_their_own_one_does(meeting: Meeting, players: Players) -> None:
    ada = meeting.holder("Ada")

    def turn(number: int) -> str | None:
        try:
            return players.turn(ada, f"key number {number:06}")
        except PlayerRevoked:
            return None

    with ThreadPoolExecutor(8) as pool:
        assert sum(each is not None for each in pool.map(turn, range(8))) == 1


def test_a_revoked_player_comes_back_with_the_key_it_was_made_with(meeting: Meeting, players: Players) -> None:
    first = players.greet(APP, "Ada", "", "", KEY)
    ada = meeting.holding(str(first.token))
    players.revoke(ada)
    for use in (players.me, players.revoke, players.turn):
        with pytest.raises(PlayerRevoked):
            use(ada)
    with pytest.raises(PlayerRevoked):
        players.edit(ada, {"name": "Eve"})
    assert players.me(meeting.holding(str(players.greet(APP, "Ada", "", "", KEY).token))).name == "Ada"


# Matches -------------------------------------------------------------------------------------------------------------


def test_a_player_sits_on_the_first_seat_for_a_person_and_the_log_says_so(house: House, meeting: Meeting) -> None:
    ada = meeting.holder("Ada")
    seats = (Place("bot", bot="greedy"), Place("person"), Place("person", "Eve"))
    match = house.match(sit(house, ada, Setup("arboretum", seats)))
    assert [(seat.name, seat.player) for seat in match.seats] == [("", ""), ("Ada", ada.player), ("Eve", "")]
    assert house.entries(match.id)[0].body["seats"][1]["player"] == ada.player
    house.consistent(match.id)


def test_a_match_of_strangers_is_logged_as_ever(house: House) -> None:
    entry = house.entries(house.create("person", "person"))[0]
    assert entry.body["seats"][0] == {"kind": "person", "name": "Ada", "bot": ""}


def test_a_match_that_was_stored_before_there_were_players_is_read_as_it_was(house: House) -> None:
    match = house.match(house.create("person", "greedy"))
    key = match_key(APP, match.id)
    meta = json.loads(str(house.redis.hget(key, "meta"), "utf-8"))  # type: ignore[arg-type]
    meta["seats"] = [seat[:5] for seat in meta["seats"]]
    house.redis.hset(key, "meta", json.dumps(meta))
    assert wire(house.settings).matches.look(APP, match.id).match.seats == match.seats


def test_a_player_who_joins_again_is_shown_its_seat(house: House, meeting: Meeting) -> None:
    ada, tables = meeting.holder("Ada"), house.services.tables
    open_seats = Setup("arboretum", (Place("open"), Place("open"), Place("open")))
    match = house.matches.create(APP, open_seats)[0].match.id
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: tables.join(APP, ada, match, ""), range(4)))
    assert len({(sight.viewer, token) for sight, token in found}) == 1
    assert [seat.player for seat in house.match(match).seats].count(ada.player) == 1


def test_a_retry_lands_on_the_same_match_though_the_player_has_another_name(house: House, meeting: Meeting) -> None:
    ada, tables = meeting.holder("Ada"), house.services.tables
    setup = Setup("arboretum", PEOPLE)
    first = tables.create(APP, ada, setup, KEY)[0].match
    house.services.players.edit(ada, {"name": "Lady Lovelace"})
    again = tables.create(APP, ada, setup, KEY)[0].match
    assert (again.id, again.seats[0].name) == (first.id, "Ada")
    with pytest.raises(KeyReused):
        tables.create(APP, ada, replace(setup, hints=False), KEY)


def test_a_player_lists_its_matches_the_newest_first_page_by_page(house: House, meeting: Meeting) -> None:
    ada, players = meeting.holder("Ada"), house.services.players
    made = [sit(house, ada) for _ in range(5)]
    found, before = [], 0
    while True:
        page, following = players.matches(ada, before, 2)
        found += page
        if following is None:
            break
        before = following
    assert [each.sight.match.id for each in found] == made[::-1]
    sight = house.matches.look(APP, made[0], 0)
    assert found[-1].token == house.matches.token(sight.match, 0)
    assert players.matches(meeting.holder("Eve"), 0, 10) == ([], None)


# Erasure -------------------------------------------------------------------------------------------------------------


def shown(house: House, match: str) -> str:
    """Everything that anybody is shown of a match, now and looking back."""
    matches, version = house.matches, house.match(match).version
    told: list[Any] = [matches.look(APP, match, seat).view() for seat in (-1, 0, 1)]
    told += [matches.look_back(APP, match, then).view() for then in range(1, version + 1)]
    told += matches.history(APP, match).events
    return str(told)


def test_an_erased_player_is_shown_nowhere(house: House, meeting: Meeting) -> None:
    ada, eve = meeting.holder("Ada Lovelace"), meeting.holder("Eve")
    created = sit(house, ada)
    joined = house.matches.create(APP, Setup("arboretum", (Place("open"), Place("open"))))[0].match.id
    house.services.tables.join(APP, eve, joined, "")
    house.services.tables.join(APP, ada, joined, "Countess Ada")
    house.play(joined)
    before = house.match(joined).version
    for match in (created, joined):
        assert "Ada" in shown(house, match)
    house.services.tickets.erase(ada)
    for match in (created, joined):
        assert "Ada" not in shown(house, match)
        assert ada.player not in shown(house, match)
        assert house.consistent(match)[-1].type == ERASED
    assert house.match(joined).version == before + 1, "so that no ETag of an earlier view is true any more"
    assert "Eve" in shown(house, joined)
    left: Any = house.redis.hgetall(player_key(APP, ada.player))
    assert set(left) == {b"erased"}
    assert not house.redis.exists(seats_key(APP, ada.player))
    with pytest.raises(PlayerRevoked):
        house.services.players.me(ada)


def test_a_retried_request_does_not_bring_the_name_back(house: House, meeting: Meeting) -> None:
    ada, tables = meeting.holder("Ada"), house.services.tables
    match = house.matches.create(APP, Setup("arboretum", (Place("open"), Place("open"))))[0].match.id
    tables.join(APP, ada, match, "Countess", key=KEY)
    house.services.tickets.erase(ada)
    again, _ = house.matches.join(APP, match, "Countess", key=KEY, player=ada.player)
    assert "Countess" not in str(again.view())


def test_an_erased_external_id_is_free_again(meeting: Meeting, players: Players) -> None:
    first = players.greet(APP, "Ada", "", "user-1", KEY)
    meeting.house.services.tickets.erase(meeting.holding(str(first.token)))
    second = players.greet(APP, "Ada", "", "user-1")
    assert second.made
    assert second.player.id != first.player.id
    with pytest.raises(NoSuchPlayer):
        players.greet(APP, "Ada", "", "user-1", KEY)


def test_what_an_erasure_that_was_broken_off_has_left_the_sweeper_sees_to(house: House, meeting: Meeting) -> None:
    ada = meeting.holder("Ada")
    match = sit(house, ada)
    meeting.ask("Ada")
    house.services.players.erase(ada)  # and the process is killed
    assert "Ada" in shown(house, match)
    meeting.sweep()
    assert "Ada" not in shown(house, match)
    assert house.services.tickets.store.waiting(APP) == []
    version = house.match(match).version
    meeting.sweep()
    assert erase(house.store, APP, match, ada.player)
    assert house.match(match).version == version, "once"
