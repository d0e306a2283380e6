"""Ratings: laws of the model, and what they mean in plain cases."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.matchmaking.rating import MU, SIGMA, Rating, Standing, points_of, rate, rate_against_bots, strength_of

NAMES = ("ada", "bob", "cyd", "dee")
believed = st.builds(Rating, st.floats(-20, 80), st.floats(0.5, SIGMA), st.integers(0, 500))
places = st.integers(1, 4)
tables = st.lists(st.builds(Standing, places, believed), min_size=2, max_size=4).map(
    lambda found: dict(zip(NAMES, found, strict=False))
)


def of_equals(rating: Rating, *at: int) -> list[Rating]:
    """The ratings of equals who came in at these places."""
    after = rate({name: Standing(place, rating) for name, place in zip(NAMES, at, strict=False)})
    return [after[name] for name, _ in zip(NAMES, at, strict=False)]


@given(believed, st.lists(places, min_size=2, max_size=4))
def test_of_equals_the_better_placed_never_ends_below(rating: Rating, at: list[int]) -> None:
    after = of_equals(rating, *at)
    for mine, place in zip(after, at, strict=True):
        for other, behind in zip(after, at, strict=True):
            if place < behind:
                assert mine.mu > other.mu
                assert mine.points >= other.points
            if place == behind:
                assert mine == other


@given(tables, st.sampled_from(NAMES[:2]), believed)
def test_equals_who_tie_stay_equal_whoever_else_plays(table: dict[str, Standing], name: str, rating: Rating) -> None:
    table |= {name: Standing(2, rating), "eve": Standing(2, rating)}
    after = rate(table)
    assert after[name] == after["eve"]


@given(tables)
def test_the_order_of_the_seats_does_not_matter_to_the_last_bit(table: dict[str, Standing]) -> None:
    after = rate(table)
    for order in permutations(table):
        assert rate({name: table[name] for name in order}) == after


@given(tables)
def test_sigma_never_grows_and_every_game_is_counted(table: dict[str, Standing]) -> None:
    for name, after in rate(table).items():
        assert 0 < after.sigma <= table[name].rating.sigma
        assert after.games == table[name].rating.games + 1


@given(tables)
def test_the_first_never_falls_and_the_last_never_rises(table: dict[str, Standing]) -> None:
    after = rate(table)
    at = [standing.place for standing in table.values()]
    for name, (place, before) in table.items():
        if place == min(at) and at.count(place) == 1:
            assert after[name].mu > before.mu
        if place == max(at) and at.count(place) == 1:
            assert after[name].mu < before.mu


@given(tables, places)
def test_who_stays_never_loses_by_anothers_coming_in_last(table: dict[str, Standing], place: int) -> None:
    leaver, *stayers = table
    by_points = rate(table | {leaver: table[leaver]._replace(place=place)})
    last = 1 + max(standing.place for standing in table.values())
    left = rate(table | {leaver: table[leaver]._replace(place=last)})
    for name in stayers:
        assert left[name].mu >= by_points[name].mu - 1e-9
    assert left[leaver].mu <= by_points[leaver].mu + 1e-9


@given(believed)
def test_a_rating_reads_back_to_the_last_bit(rating: Rating) -> None:
    assert Rating.read(rating.text()) == rating


def test_points_are_of_whom_one_is_nearly_sure() -> None:
    assert points_of(MU) == 1000
    assert Rating().points == 263
    assert Rating(MU, 1.0, 80).points == 912
    assert Rating(40.0, 1.0, 80).points == 1354


def test_four_hundred_points_are_odds_of_ten_to_one() -> None:
    """Between two of whom all is known, a win of the better moves both by a tenth of what a win of the worse does."""
    sure = 0.5
    better, worse = Rating(strength_of(1400), sure), Rating(strength_of(1000), sure)
    expected = rate({"ada": Standing(1, better), "bob": Standing(2, worse)})["ada"].mu - better.mu
    upset = better.mu - rate({"ada": Standing(2, better), "bob": Standing(1, worse)})["ada"].mu
    assert upset / expected == pytest.approx(10, rel=0.05)


# Against bots


bots = st.lists(st.tuples(places, st.integers(500, 2500)), min_size=1, max_size=3)


@given(st.builds(Standing, places, believed), bots)
def test_against_bots_the_order_does_not_matter_and_sigma_does_not_grow(
    mine: Standing, against: list[tuple[int, int]]
) -> None:
    after = rate_against_bots(mine, against)
    assert all(rate_against_bots(mine, list(order)) == after for order in permutations(against))
    assert 0 < after.sigma <= mine.rating.sigma
    assert after.games == mine.rating.games + 1


@given(believed, bots)
def test_a_better_place_against_bots_is_never_worth_less(rating: Rating, against: list[tuple[int, int]]) -> None:
    gained = [rate_against_bots(Standing(place, rating), against).mu for place in range(1, 6)]
    assert gained == sorted(gained, reverse=True)


@given(believed, st.integers(500, 2400))
def test_to_win_against_the_stronger_bot_is_worth_more(rating: Rating, anchor: int) -> None:
    won = [rate_against_bots(Standing(1, rating), [(2, each)]).mu for each in (anchor, anchor + 100)]
    assert rating.mu < won[0] < won[1]


def test_who_wins_as_often_as_the_anchor_says_comes_to_the_anchor() -> None:
    """Ten wins to one against 1000 are 1400."""
    rating = Rating()
    for game in range(2200):
        rating = rate_against_bots(Standing(2 if game % 11 == 5 else 1, rating), [(1 if game % 11 == 5 else 2, 1000)])
    assert points_of(rating.mu) == pytest.approx(1400, abs=40)
