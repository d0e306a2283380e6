"""What is made of the moves of a review."""

from typing import Any

from services.ai.reviewing import joined, turning_points

Json = dict[str, Any]


def move(
    version: int,
    win_share: float | None,
    regret: float = 0.0,
    *,
    score: float = 10.0,
    forced: bool = False,
    games: int = 120,
) -> Json:
    """A move as a part of a review tells of it; the best one if nothing is regretted."""
    told = {"type": "x", "version": version}
    return {
        "version": version, "move": told, "win_share": win_share, "score": score, "forced": forced, "games": games,
        "best": [{"move": told if not regret else {"type": "better"}}],
        "regret": {"win_share": None if win_share is None else regret, "score": regret * 10},
    }  # fmt: skip


def test_totals_count_moves_with_a_choice_and_sum_what_was_given_away() -> None:
    totals = joined([move(2, 0.5), move(4, 0.4, 0.1), move(6, 0.4, forced=True)])["totals"]
    assert totals == {"moves": 3, "forced": 1, "best": 1, "regret": {"win_share": 0.1, "score": 1.0}}


def test_turning_points_are_the_largest_swings_in_the_order_in_which_they_came() -> None:
    shares = (0.5, 0.45, 0.7, 0.68, 0.2, 0.32, 0.9)
    found = turning_points([move(2 * i, share, 0.01) for i, share in enumerate(shares)], "win_share")
    assert [(each["since"], each["version"], each["swing"]) for each in found] == [
        (2, 4, 0.25), (6, 8, -0.48), (10, 12, 0.58),
    ]  # fmt: skip
    assert (found[1]["before"], found[1]["after"]) == (0.68, 0.2)
    assert turning_points([move(1, 0.5), move(2, 0.55, games=10_000)], "win_share") == []


def test_what_may_be_chance_is_no_turning_point() -> None:
    for games, found in ((4, 0), (8, 0), (50, 1)):
        moves = [move(2, 0.3, games=games), move(4, 0.7, games=games)]
        assert len(turning_points(moves, "win_share")) == found


def test_alone_the_score_is_what_turns() -> None:
    review = joined([move(2, None, score=30.0), move(4, None, 0.5, score=21.0)])
    assert review["totals"]["regret"] == {"win_share": None, "score": 5.0}
    (point,) = review["turning_points"]
    assert (point["measure"], point["swing"], point["regret"]) == ("score", -9.0, 5.0)


def test_a_seat_that_never_moved_has_an_empty_review() -> None:
    assert joined([]) == {
        "moves": [],
        "totals": {"moves": 0, "forced": 0, "best": 0, "regret": {"win_share": 0, "score": 0}},
        "turning_points": [],
    }
