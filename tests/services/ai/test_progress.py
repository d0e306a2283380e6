"""The bot's turn made visible: who thinks, since when, how far it has come; and nothing of what it thinks."""

import pytest
from redis import Redis

from ai.choose import Decision
from ai.search.runs import Progress
from services.ai import progress as module
from services.ai.progress import Noted
from services.rules.matches import BotTurn
from services.rules.store import GIVE_UP_SECONDS, THOUGHT_SECONDS, Store, Thought
from services.shared.redis import connect
from tests.services.ai.test_thinking import carry_out, quickly, turn_of
from tests.support.house import APP, House

NOWHERE = "unix:///nowhere/s"
BLOCK = {"level", "seat", "since", "deadline"}
LIVE = BLOCK | {"state", "iterations", "budget", "share"}


def now(house: House, match_id: str) -> dict[str, object]:
    """The bot's turn as a spectator sees it now."""
    found = house.matches.bot_now(APP, match_id)["bot"]
    assert isinstance(found, dict)
    return found


def test_every_viewer_sees_which_bot_is_to_act_since_when_and_until_when(house: House) -> None:
    match_id = house.create("mcts", "person", "greedy")
    match = house.match(match_id)
    block = {"level": "mcts", "seat": 0, "since": match.updated, "deadline": match.updated + GIVE_UP_SECONDS}
    for viewer in (-1, 1):
        assert house.matches.look(APP, match_id, viewer).view()["bot"] == block


def test_nobody_is_said_to_think_when_a_person_is_to_act_or_the_match_is_open_or_over(house: House) -> None:
    match_id = house.create("person", "greedy")
    for _ in range(2):
        assert house.matches.look(APP, match_id).view()["bot"] is None
        assert house.matches.bot_now(APP, match_id) == {
            "match": match_id, "version": house.match(match_id).version, "bot": None,
        }  # fmt: skip
        house.matches.resign(APP, match_id, 0, 0, 1) if not house.match(match_id).over else None


def test_the_view_of_a_version_stays_the_same_while_the_bot_thinks(house: House) -> None:
    match_id = house.create("person", "mcts")
    house.play(match_id)
    version, before = house.match(match_id).version, house.matches.look(APP, match_id).view()
    during = []

    def watched(turn: BotTurn, number: int, progress: Progress) -> Decision:
        if turn.version == version:
            progress(5, 10)
            during.append(house.matches.look(APP, match_id).view())
        return quickly(turn, number, progress)

    carry_out(house, house.thinking(watched))
    assert during == [before]
    assert house.matches.look_back(APP, match_id, version).view() == before


def test_what_a_bot_has_done_so_far_can_be_watched(house: House) -> None:
    match_id = house.create("person", "mcts")
    house.play(match_id)
    version = house.match(match_id).version
    queued = now(house, match_id)
    assert queued.keys() == LIVE
    assert (queued["state"], queued["iterations"], queued["budget"], queued["share"]) == ("queued", 0, None, None)
    seen = []

    def watched(turn: BotTurn, number: int, progress: Progress) -> Decision:
        if turn.version == version:
            progress(150, 600)
            seen.append(now(house, match_id))
        return quickly(turn, number, progress)

    carry_out(house, house.thinking(watched))
    (thinking,) = seen
    assert thinking.keys() == LIVE, "no moves, no values"
    assert (thinking["state"], thinking["iterations"], thinking["budget"]) == ("thinking", 150, 600)
    assert thinking["share"] == 0.25
    assert house.matches.bot_now(APP, match_id)["bot"] is None


def test_progress_of_another_version_counts_for_nothing(house: House) -> None:
    match_id = house.create("mcts", "person")
    house.store.note(APP, match_id, Thought(7, 3, 10))
    assert now(house, match_id)["iterations"] == 0


def test_a_search_tells_how_far_it_has_come_and_never_more_than_its_budget(house: House) -> None:
    turn = turn_of(house, house.create("mcts", "person"))
    for name in ("flat", "mcts"):
        told: list[tuple[int, int]] = []
        changed = BotTurn(turn.app, turn.id, turn.version, turn.seat, name, turn.game, turn.state)
        decision = quickly(changed, 1, lambda done, budget, told=told: told.append((done, budget)))  # type: ignore[misc]
        assert [done for done, _ in told] == sorted(done for done, _ in told)
        assert told[-1] == (decision.iterations, 20)


def test_progress_is_written_some_times_a_second_and_is_gone_soon(house: House, redis: Redis) -> None:
    turn = turn_of(house, house.create("mcts", "person"))
    noted = Noted(house.store, turn)
    for done in range(1000):
        noted(done, 1000)
    _, thought = house.store.thought(APP, turn.id)
    assert thought is not None
    assert thought.iterations < 999
    (key,) = [key for key in redis.scan_iter() if b":thought:" in key]
    assert 0 < redis.ttl(key) <= THOUGHT_SECONDS


def test_a_store_that_is_away_does_not_keep_a_bot_from_thinking(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TELL_SECONDS", 0.0)
    turn = turn_of(house, house.create("mcts", "person"))
    noted = Noted(Store(connect(NOWHERE)), turn)
    for done in range(3):
        noted(done, 3)
    assert quickly(turn, 1, noted).iterations == 20
