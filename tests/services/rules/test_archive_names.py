"""The archive does not keep the names that matches were to forget."""

import pytest

from services.rules.erasing import erase
from services.rules.keys import keys_of
from services.rules.setup import Place, Setup
from tests.support.house import APP, House


def put_away(house: House, match_id: str) -> bytes:
    """Let the match be past its time: its line in the archive."""
    keys = keys_of(APP, match_id)
    house.redis.zadd(keys.ends, {keys.member: 1}, xx=True)
    assert [each.id for each in house.services.lifecycle.sweep()] == [match_id]
    folder = house.settings.archive_folder
    assert folder is not None
    (path,) = folder.glob("*/*.jsonl")
    return path.read_bytes().strip()


@pytest.mark.parametrize("over", [True, False])
def test_the_name_of_an_erased_player_stands_in_no_line_and_the_match_comes_back_as_it_was(
    house: House, *, over: bool
) -> None:
    seats = (Place("person", "Ada Byron", player="ada"), Place("person", "Grace Hopper", player="grace"), Place("open"))
    match_id = house.matches.create(APP, Setup("arboretum", seats, hints=False))[0].match.id
    house.matches.join(APP, match_id, "Joan Clarke", player="joan")
    assert erase(house.store, APP, match_id, "ada")
    assert erase(house.store, APP, match_id, "joan")
    if over:
        for seat in (0, 2):
            house.matches.resign(APP, match_id, seat, 0, house.match(match_id).version)
        assert [each.id for each in house.ratings.rate_ended()] == [match_id], "until then it stays"
    before = house.match(match_id)
    line = put_away(house, match_id)
    assert b"Ada Byron" not in line
    assert b"Joan Clarke" not in line
    assert b"Grace Hopper" in line
    assert house.services.lifecycle.take_back(line) == (match_id, True)
    after = house.match(match_id)
    assert (after.seats, after.erased, after.result) == (before.seats, before.erased, before.result)
    assert after.state.to_bytes() == before.state.to_bytes()
    house.consistent(match_id)
    assert after.over is over
