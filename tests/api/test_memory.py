"""A process may remember a match; what it remembers never wins against the store."""

from typing import Any

import pytest
from redis import Redis

from services.rules.match import replay
from services.rules.memory import Memory
from services.shared.settings import Settings
from services.wiring import Services, wire
from tests.api.playing import KEY, Board, Http


@pytest.fixture
def others(settings: Settings) -> Services:
    """The services of another process on the same store."""
    return wire(settings)


@pytest.fixture
def board(http: Http) -> Board:
    return http.table()


def deck(version: int) -> dict[str, object]:
    return {"move": {"type": "arboretum.draw", "source": "deck"}, "version": version}


def play_elsewhere(others: Services, board: Board, version: int, source: str = "deck") -> None:
    """Play a draw in the other process."""
    move = {"type": "arboretum.draw", "source": source} | ({} if source == "deck" else {"seat": 1})
    others.matches.play("dev", board.match, 0, 0, move, version)


def snapshot(redis: Any) -> dict[bytes, bytes]:
    """Everything that the store holds."""
    return {key: redis.dump(key) for key in redis.keys("*")}


def restore(redis: Any, saved: dict[bytes, bytes]) -> None:
    """Let the store forget what came after."""
    for key, value in saved.items():
        redis.restore(key, 0, value, replace=True)


def is_true(services: Services, board: Board) -> None:
    """The snapshot in the store is what its log replays to."""
    loaded = services.store.load("dev", board.match)
    assert loaded is not None
    log = services.store.entries("dev", board.match)
    assert loaded.match.state.to_bytes() == replay("dev", board.match, log).state.to_bytes()
    assert loaded.match.version == len(log)


def test_a_move_for_a_version_that_another_process_has_used_is_stale(board: Board, others: Services) -> None:
    board.view(0)  # remembered here at version 1
    play_elsewhere(others, board, 1)
    answer = board.post({"move": {"type": "arboretum.draw", "source": "pile", "seat": 1}, "version": 1}, 0)
    assert (answer.status_code, answer.json["state_version"]) == (412, 2)
    is_true(others, board)


def test_a_request_that_another_process_carried_out_is_answered(board: Board, others: Services) -> None:
    board.view(0)
    others.matches.play("dev", board.match, 0, 0, deck(1)["move"], 1, KEY)
    again = board.post(deck(1), 0, Idempotency_Key=KEY)
    assert (again.status_code, again.json["version"]) == (200, 2)
    assert board.view()["version"] == 2


def test_a_known_key_is_answered_even_where_the_remembered_match_would_refuse_it(board: Board) -> None:
    first = board.post(deck(1), 0, Idempotency_Key=KEY)
    for _ in board.play(3):
        pass
    version = board.view(1)["version"]
    again = board.post(deck(version), 0, Idempotency_Key=KEY)
    assert again.data == first.data


def test_after_the_store_has_lost_its_last_writes_nobody_plays_on_what_they_remember(
    board: Board, others: Services, services: Services, redis: Redis
) -> None:
    """`appendfsync everysec` may lose a second; the same versions then come again with other moves."""
    play_elsewhere(others, board, 1)
    saved = snapshot(redis)
    assert board.post(deck(2), 0).status_code == 200  # remembered here at version 3: two cards of the deck
    restore(redis, saved)
    play_elsewhere(others, board, 2, "pile")  # version 3 once more, but another one
    card = board.http.get(f"{board.path}/moves", board.tokens[0]).json["items"][0]["body"]
    assert board.post(card, 0).status_code == 200
    is_true(services, board)


def test_what_is_remembered_of_a_lost_version_is_not_committed_without_a_look(
    board: Board, others: Services, services: Services, redis: Redis
) -> None:
    play_elsewhere(others, board, 1)
    saved = snapshot(redis)
    board.post(deck(2), 0)
    hand = board.view(0)["state"]["hand"]
    restore(redis, saved)
    play_elsewhere(others, board, 2, "pile")
    for card in hand:  # of the hand that was lost; every try is judged by the store
        body = {"move": {"type": "arboretum.plant", "card": card, "at": [0, 0]}, "version": 3}
        if board.post(body, 0).status_code == 200:
            break
    is_true(services, board)


def test_only_a_match_that_stands_as_it_is_remembered_is_not_read_again(board: Board, services: Services) -> None:
    first = services.store.load("dev", board.match)
    assert first is not None
    remembered = first.match, first.recent
    again = services.store.load("dev", board.match, remembered=remembered)
    assert again is not None
    assert again.match is first.match
    assert board.post(deck(1), 0).status_code == 200
    moved_on = services.store.load("dev", board.match, remembered=remembered)
    assert moved_on is not None
    assert (moved_on.match.version, moved_on.recent[0].version) == (2, 2)


def test_the_longest_unused_match_is_forgotten_first(board: Board, services: Services) -> None:
    loaded = services.store.load("dev", board.match)
    other = services.store.load("dev", board.http.table().match)
    assert loaded is not None
    assert other is not None
    memory = Memory(room=1)
    memory.keep(loaded.match, loaded.recent)
    assert memory.last("dev", board.match) == (loaded.match, loaded.recent)
    memory.keep(other.match, other.recent)
    assert memory.last("dev", board.match) is None
    assert memory.last("dev", other.match.id) == (other.match, other.recent)
