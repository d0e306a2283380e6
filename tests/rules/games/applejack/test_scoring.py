"""The final scoring (rulebook: The Final Scoring; rulings A5, B10)."""

import pytest

from services.rules.games.applejack.scoring import VARIETY_BONUS

from .table import Maker, Table, tile


def apples(*parts: tuple[int, str]) -> list[str]:
    """So many apples of each colour."""
    return [colour for n, colour in parts for _ in range(n)]


def test_the_whole_of_a_final_scoring(play_with: Maker) -> None:  # B10
    table = play_with(
        tile(apples((5, "brown"), (1, "dark-green")), blossoms=1),
        tile(apples((4, "brown")), blossoms=2),
        tile(apples((4, "pink")), blossoms=2),
        tile(apples((3, "light-green"))),
        tile(apples((4, "red"))),
        tile(apples((4, "red"))),
        tile(apples((4, "orange"))),
    )
    for number, at in enumerate([(-2, 0), (2, -2), (0, 0), (0, 2), (1, 0), (2, 0), (-2, 2)]):
        table.plant(number, at)
    table.state.honey[0] = 13
    final = table.view["seats"][0]["final"]
    assert final == {"crop": 20, "varieties": 4, "bonus": 4, "blossoms": 5, "honey": 13, "total": 42}
    assert table.totals[0] == 42


def test_the_crop_of_the_final_harvest_is_doubled() -> None:  # rulebook's example: 18 become 36
    table = Table()
    for colour, crop in enumerate((5, 4, 0, 3, 4, 2, 0)):
        table.state.crop[0][3 * colour + 2] = crop
    final = table.view["seats"][0]["final"]
    assert (final["crop"], final["varieties"], final["bonus"]) == (36, 5, 11)


def test_varieties_that_pay_bring_a_bonus_from_four_on() -> None:
    assert list(VARIETY_BONUS) == [0, 0, 0, 0, 4, 11, 21, 35]


def test_four_varieties_with_one_honey_each_bring_twelve(play_with: Maker) -> None:  # question 20
    four = [tile(apples((4, colour))) for colour in ("brown", "pink", "red", "yellow")]
    table = play_with(*four)
    for number, at in enumerate([(-2, 0), (2, -2), (0, 0), (0, 2)]):
        table.plant(number, at)
    table.state.honey[0] = 0
    assert table.totals[0] == 2 * 4 + 4


def test_a_variety_with_three_apples_does_not_count(play_with: Maker) -> None:  # question 19, A14
    rows = [tile(apples((4, colour))) for colour in ("brown", "pink", "red")]
    table = play_with(*rows, tile(apples((3, "yellow"))), tile(["yellow"]))
    for number, at in enumerate([(-2, 0), (2, -2), (0, 0), (0, 2)]):
        table.plant(number, at)
    assert table.view["seats"][0]["final"]["varieties"] == 3
    assert table.view["seats"][0]["final"]["bonus"] == 0
    table.plant(4, (-1, 2))  # a fourth apple beside them
    assert table.view["seats"][0]["final"]["bonus"] == 4


def test_twelve_blossoms_bring_twelve_however_many_pips_there_are(play_with: Maker) -> None:  # rulebook, question 18
    table = play_with(tile(blossoms=6), tile(blossoms=6))
    table.plant(0, (-2, 0))
    table.plant(1, (2, 0))
    table.state.honey[0] = 0
    table.state.pips = 3
    assert table.totals[0] == 12


def test_honey_in_hand_counts() -> None:  # A5
    assert Table(3).totals == [16, 19, 22]


@pytest.mark.parametrize(
    ("points", "places"),
    [([40, 40], [1, 1]), ([39, 40], [2, 1]), ([50, 40, 50, 30], [1, 3, 1, 4]), ([7], [1]), ([9, 9, 9], [1, 1, 1])],
)
def test_equal_seats_share_a_place(points: list[int], places: list[int]) -> None:  # question 21
    table = Table(len(points))
    out = [0] * len(points)
    table.game.ranking(table.state, points, out)
    assert out == places


def test_a_shared_win_is_told() -> None:  # question 21
    table = Table()
    table.put_die(9, 3)
    table.play("draw")
    table.state.honey = [20, 18, 0, 0]
    assert table.play("pasture", at=[0, 0])[-1] == "over"
    assert table.facts[-1].params == {"scores": [20, 20], "places": [1, 1]}
    assert "share" in table.facts[-1].text
    assert (table.view["scores"], table.view["places"]) == ([20, 20], [1, 1])
