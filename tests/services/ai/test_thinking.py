"""A bot's turn: what the bot gets, what it plays, and what is played when it fails."""

import logging
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any

import pytest

from ai.choose import Decision, choose
from ai.search.budgets import bot_of
from ai.search.engine import Engine
from ai.search.runs import Progress
from services.ai import thinking as module
from services.ai.roster import ROSTER
from services.ai.thinking import Thinking, choose_plainly, choose_well
from services.rules.match import FALLBACK, PLAYED
from services.rules.matches import BotTurn
from services.rules.registry import GAMES
from tests.support.house import APP, House

PLAIN = Engine(GAMES["arboretum"])


def carry_out(house: House, thinking: Thinking) -> int:
    """Do all tasks in the queue, and those that come of them; how many there were."""
    done = 0
    while tasks := house.tasks():
        for task in tasks:
            thinking.think(*task)
            done += 1
    return done


def turn_of(house: House, match_id: str) -> BotTurn:
    """The decision that a bot of the match has to make."""
    match = house.match(match_id)
    turn = house.matches.seen_by(APP, match_id, match.to_act or 0, match.version)
    assert turn is not None
    return turn


def quickly(turn: BotTurn, number: int, progress: Progress) -> Decision:
    """What the bot plays with a small budget."""
    bot = bot_of(turn.bot, turn.game)
    return choose(
        turn.game, turn.state, replace(bot, plain=min(bot.plain, 20)), number, engine=PLAIN, progress=progress
    )


@pytest.mark.parametrize("bot", sorted(ROSTER))
def test_a_bot_plays_its_whole_turn_until_the_person_is_to_act(house: House, bot: str) -> None:
    match_id = house.create("person", bot)
    asked = house.play(match_id)
    assert asked.thinker == bot
    assert carry_out(house, house.thinking(quickly)) == 1
    answer = house.consistent(match_id)[asked.version :]
    assert {(entry.seat, entry.by, entry.type) for entry in answer} == {(1, f"bot:{bot}", PLAYED)}
    assert house.match(match_id).to_act == 0
    assert house.seconds_left(match_id) is None


@pytest.mark.parametrize(("slug", "seats"), [(game.slug, seats) for game in GAMES.values() for seats in game.seats])
def test_bots_play_a_whole_match_of_every_game_among_themselves(house: House, slug: str, seats: int) -> None:
    match_id = house.create(*["random"] * seats, game=slug)
    tasks = carry_out(house, house.thinking())
    entries = house.consistent(match_id)
    assert house.match(match_id).over
    turns = sum(before.seat != entry.seat for before, entry in pairwise(entries))
    assert tasks == turns, "one task a turn"
    assert {entry.by for entry in entries[1:]} == {"bot:random"}
    assert house.seconds_left(match_id) is None


def test_a_bot_gets_the_redacted_state_and_nothing_that_could_tell_more(house: House) -> None:
    match_id = house.create("greedy", "person")
    turn, match = turn_of(house, match_id), house.match(match_id)
    assert turn.state.to_bytes() == match.game.seen(match.state, 0).to_bytes()
    assert turn.state.to_bytes() != match.state.to_bytes()
    assert {field.name for field in fields(turn)} == {
        "app",
        "id",
        "version",
        "seat",
        "bot",
        "game",
        "state",
        "earliest",
    }


def test_the_number_of_a_decision_is_the_same_for_all_who_think_about_it_and_known_to_nobody_else(house: House) -> None:
    turn = turn_of(house, house.create("greedy", "person"))
    services, ours = house.services, house.thinking()
    others = Thinking(house.matches, services.presence, services.turns, b"another server" * 3)
    assert ours.number(turn) == house.thinking().number(turn) < 2**96
    changed: dict[str, Any] = {"id": "x", "version": turn.version + 1, "seat": 1, "app": "y"}
    numbers = {ours.number(replace(turn, **{name: value})) for name, value in changed.items()}
    assert len(numbers | {ours.number(turn), others.number(turn)}) == 6


def test_the_same_decision_is_decided_alike_by_two_workers(house: House) -> None:
    turn = turn_of(house, house.create("greedy", "person"))
    first, second = (choose_well(turn, house.thinking().number(turn)) for _ in range(2))
    assert first.action == second.action


def test_a_forced_decision_costs_nothing(house: House) -> None:
    turn = turn_of(house, house.create("mcts", "person", open_cards=False))
    assert len(turn.game.legal(turn.state)) == 1, "only the deck to draw from"
    decision = choose_well(turn, 1)
    assert (decision.iterations, decision.candidates, decision.short) == (0, (), False)


@pytest.mark.parametrize("bot", ["planner", "greedy"])
def test_a_planner_without_a_solver_says_that_it_did_less_than_its_name_says(
    house: House, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    forced = turn_of(house, house.create(bot, "person", open_cards=False))
    free = turn_of(house, house.create(bot, "person"))
    assert len(forced.game.legal(forced.state)) == 1 < len(free.game.legal(free.state))
    for lookup in ("ai.solve.decide.has_solver", "services.ai.thinking.has_solver"):
        monkeypatch.setattr(lookup, lambda _: False)
    assert choose_well(free, 1).short == (bot == "planner")
    assert not choose_well(forced, 1).short


def failing(_turn: BotTurn, _number: int, _progress: Progress) -> Decision:
    raise RuntimeError("the bot has a bug")


def cheating(turn: BotTurn, number: int, _progress: Progress) -> Decision:
    return replace(choose_plainly(turn, number), action=turn.game.max_action)


@pytest.mark.parametrize(("chooser", "line"), [(failing, "failed"), (cheating, "chose an illegal action")])
def test_for_a_bot_that_fails_a_stand_in_plays_and_it_is_marked(
    house: House, caplog: pytest.LogCaptureFixture, chooser: module.Chooser, line: str
) -> None:
    match_id = house.create("person", "greedy")
    asked = house.play(match_id)
    with caplog.at_level(logging.ERROR):
        carry_out(house, house.thinking(chooser))
    answer = house.consistent(match_id)[asked.version :]
    assert answer
    assert {entry.by for entry in answer} == {FALLBACK}
    assert f"match {match_id}: greedy {line} at version {asked.version}" in caplog.text
    assert house.match(match_id).to_act == 0
    assert house.matches.look(APP, match_id).view()["last"][-1]["by"] == FALLBACK


def test_if_the_stand_in_fails_too_any_legal_move_is_played(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STAND_INS", ("nobody", "random"))
    match_id = house.create("greedy", "person")
    carry_out(house, house.thinking(failing))
    assert house.person_is_to_act(match_id)
    assert {entry.by for entry in house.consistent(match_id)[1:]} == {FALLBACK}


def test_a_move_made_in_less_time_than_promised_says_so_to_everybody(house: House) -> None:
    def hurried(turn: BotTurn, number: int, _progress: Progress) -> Decision:
        return replace(choose_plainly(turn, number), short=turn.version % 2 == 0)

    match_id = house.create("person", "greedy")
    house.play(match_id)
    carry_out(house, house.thinking(hurried))
    told = house.matches.look(APP, match_id).view()["last"]
    assert [event.get("short") for event in told if event["by"] == "bot:greedy"] == [
        True if event["version"] % 2 else None for event in told if event["by"] == "bot:greedy"
    ]
    house.consistent(match_id)


def test_an_answer_that_comes_too_late_is_dropped(house: House, caplog: pytest.LogCaptureFixture) -> None:
    match_id = house.create("greedy", "person", "greedy")
    (task,) = house.tasks()

    def overtaken(turn: BotTurn, number: int, _progress: Progress) -> Decision:
        if turn.version == 1:
            house.matches.resign(APP, match_id, 1, 0, 1)
        return choose_plainly(turn, number)

    with caplog.at_level(logging.INFO):
        assert house.thinking(overtaken).think(*task) == 0
    assert "has moved on from version 1" in caplog.text
    assert [entry.type for entry in house.entries(match_id)] == ["created", "resigned"]


def test_a_task_of_a_version_that_is_gone_is_dropped(house: House) -> None:
    match_id = house.create("greedy", "person")
    (task,) = house.tasks()
    thinking = house.thinking()
    assert thinking.think(*task) > 0
    version = house.match(match_id).version
    assert thinking.think(*task) == 0
    assert house.match(match_id).version == version


def test_two_workers_with_the_same_task_do_not_think_twice(house: House) -> None:
    match_id = house.create("greedy", "person")
    (task,) = house.tasks()
    others: list[int] = []

    def disturbed(turn: BotTurn, number: int, _progress: Progress) -> Decision:
        others.append(house.thinking(failing).think(APP, match_id, turn.version, turn.seat))
        return choose_plainly(turn, number)

    assert house.thinking(disturbed).think(*task) == len(others) > 1
    assert set(others) == {0}
    assert {entry.by for entry in house.consistent(match_id)[1:]} == {"bot:greedy"}


def test_a_task_plays_on_while_it_is_young_and_leaves_the_rest_to_the_next_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PLAY_ON_SECONDS", 0.0)
    match_id = house.create("random", "person")
    decisions = carry_out(house, house.thinking())
    assert decisions == house.match(match_id).version - 1 > 1
    assert house.person_is_to_act(match_id)


@pytest.mark.parametrize("seat", [1, 7, -1])
def test_a_task_for_a_seat_that_is_not_to_act_is_dropped_and_takes_no_lease(house: House, seat: int) -> None:
    match_id = house.create("greedy", "person")
    assert house.thinking(failing).think(APP, match_id, 1, seat) == 0
    assert house.phase(match_id) == "sent"


def test_nobody_thinks_for_a_person(house: House) -> None:
    match_id = house.create("person", "greedy")
    assert house.thinking(failing).think(APP, match_id, 1, 0) == 0
    assert house.match(match_id).version == 1


def test_a_bot_that_runs_out_of_time_plays_its_best_so_far_and_everybody_sees_that_it_was_short(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CAP_SECONDS", 0.0)
    match_id = house.create("person", "mcts")
    asked = house.play(match_id)
    carry_out(house, house.thinking())
    house.consistent(match_id)
    for told in (house.matches.look(APP, match_id).view()["last"], house.matches.history(APP, match_id, 0).events):
        answer = [event for event in told if event["version"] > asked.version]
        assert {event["by"] for event in answer} == {"bot:mcts"}
        assert any(event.get("short") for event in answer)


def test_that_a_stand_in_played_stands_in_view_and_history_and_is_not_called_short(house: House) -> None:
    match_id = house.create("person", "mcts")
    asked = house.play(match_id)
    carry_out(house, house.thinking(failing))
    for told in (house.matches.look(APP, match_id).view()["last"], house.matches.history(APP, match_id, 0).events):
        answer = [event for event in told if event["version"] > asked.version]
        assert {(event["by"], event.get("short")) for event in answer} == {(FALLBACK, None)}
