"""Whole games against an independent referee, who counts honey and tiles in another way."""

import pytest

from services.rules.games.applejack.stand_in import COLOURS

from . import referee
from .table import Table, play_out

VARIANTS = {"orchard": "B", "apple_tiles": "random", "extra_tile": True}


@pytest.mark.parametrize("variants", [{}, VARIANTS], ids=["plain", "variants"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_referee_counts_the_same_honey(seats: int, variants: dict[str, object]) -> None:
    contacts = areas = 0
    for number in range(4):
        table = Table(seats, number, **variants)
        if number % 2:
            table.state.honey = [250] * 4  # rich players lay nearly everything face up
        for before, action in play_out(table, number, eager=number % 3 > 0):
            seen, move = table.game.describe(before, -1), table.game.decode(before, action).json()
            after = before.clone()
            table.game.apply(after, action, table.rng)
            then = table.game.describe(after, -1)
            assert after.honey[:seats] == referee.honey_after(seen, move, then)
            if move["type"] == "applejack.lay":
                contacts += referee.income(then["seats"][before.turn], tuple(move["at"])) > 0
        view = table.view
        for seat, total in zip(view["seats"], table.totals, strict=True):
            assert referee.final(seat, COLOURS) == total
            assert referee.blossoms(seat) == seat["blossoms"]
            for colour in COLOURS:
                sizes = referee.areas(referee.apples(seat, colour))
                assert sizes == seat["crops"][colour]["areas"]
                assert seat["crops"][colour]["pays"] == [referee.crop(sizes, pips) for pips in (1, 2, 3)]
                areas += any(size > 3 for size in sizes)
    assert contacts > 0
    assert areas > 0


@pytest.mark.parametrize("variants", [{}, VARIANTS], ids=["plain", "variants"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_referee_counts_the_same_tiles(seats: int, variants: dict[str, object]) -> None:
    short = fills = 0
    for number in range(4):
        table = Table(seats, number, **variants)
        if number == 3 and seats > 1:
            table.keep_supply(19 * seats - 10)
        for before, action in play_out(table, number):
            seen, move = table.game.describe(before, -1), table.game.decode(before, action).json()
            after = before.clone()
            table.game.apply(after, action, table.rng)
            then = table.game.describe(after, -1)
            told = referee.tiles_after(seen, move, then)
            assert [len(trough) for trough in then["troughs"]] == told["troughs"]
            assert len(then.get("middle", [])) == told["middle"]
            assert then["supply"]["count"] == told["supply"]
            fills += sum(told["troughs"]) > sum(map(len, seen["troughs"]))
            short += told["supply"] == 0
    assert fills > 0
    assert short > 0 or seats == 1
