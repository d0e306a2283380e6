"""Labels, reasons, facts and the view."""

from services.rules.games.applejack.components import N_TILES
from services.rules.games.applejack.stand_in import COLOURS

from .table import Maker, Table, play_out, tile


def label(table: Table, type_: str, **parts: object) -> str:
    text: str = table.game.label(table.state, table.action({"type": f"applejack.{type_}", **parts}))
    return text


def test_buttons_say_what_a_move_costs_and_brings(play_with: Maker) -> None:
    table = play_with(tile(["red", "red", "pink"], price=5, hives=[3, 0], blossoms=1), tile(price=4, hives=[3]))
    table.plant(1, (1, 0))
    table.hold(0)
    assert label(table, "lay", at=[0, 0], rotation=0) == "Lay tile-1 at 0, 0 turned by 0: pay 5, get 4"
    assert label(table, "pasture", at=[0, 0]) == "Pasture at 0, 0: get 2"


def test_buttons_say_what_is_on_a_tile_and_where_it_lies() -> None:
    table = Table(1, extra_tile=True)
    table.state.trough[1][0], table.state.cottage[0] = 0, 2
    assert label(table, "take", tile="tile-1") == "Take tile-1 (1 brown, hive 3 on 0) from trough 1"
    assert label(table, "take", tile="tile-3") == "Take tile-3 (1 pink, hives 4 on 0, 2) from the cottage"
    assert label(table, "draw") == "Draw from the supply"
    table.play("take", tile="tile-3")
    table.play("pasture", at=[0, 0])
    assert label(table, "draw") == "Draw from the supply for the cottage"
    assert label(table, "take", tile="tile-1").endswith("from trough 1 for the cottage")


def test_every_reason_has_its_own_code() -> None:
    table = Table(extra_tile=True)
    held = table.view["troughs"][0][0]["tile"]
    codes = [table.refusal("pasture", at=[0, 0]), table.refusal("take", tile=table.view["troughs"][3][0]["tile"])]
    table.state.honey[0] = 0
    table.play("take", tile=held)
    codes += [table.refusal("draw"), table.refusal("pasture", at=[2, 2]), table.refusal("lay", at=[0, 0], rotation=0)]
    table.play("pasture", at=[0, 0])
    table.play("draw")
    table.play("pasture", at=[0, 0])
    table.play("draw")
    codes.append(table.refusal("pasture", at=[0, 0]))
    table.play("pasture", at=[0, 1])
    table.keep_supply(0)
    codes.append(table.refusal("draw"))
    assert [(why.code.removeprefix("applejack."), why.rule) for why in codes] == [
        ("nothing_in_hand", "a-turn"),
        ("not_on_offer", "taking"),
        ("must_lay", "a-turn"),
        ("no_such_field", "the-orchard"),
        ("too_dear", "paying"),
        ("field_taken", "laying"),
        ("supply_empty", "blind-draw"),
    ]


def test_what_is_told_adds_up_to_the_honey_of_each_seat() -> None:
    for seats in (1, 2, 3, 4):
        table = Table(seats, 7, extra_tile=True)
        books = list(table.honey)
        for before, action in play_out(table, 7, eager=True):
            after = before.clone()
            table.game.apply(after, action, table.rng)
            for fact in table.game.tell(before, action, after, -1):
                params = fact.params
                if isinstance(params.get("honey"), list):
                    books = [mine + more for mine, more in zip(books, params["honey"], strict=True)]
                elif "honey" in params:
                    books[params["seat"]] += params["honey"] - params.get("paid", 0)
            assert after.honey[:seats] == books


def test_new_tiles_are_told() -> None:
    table = Table(3, 5)
    known = {row["tile"] for trough in table.view["troughs"] for row in trough}
    while not table.over:
        table.act(table.game.legal(table.state)[0])
        for fact in table.facts:
            told = [*fact.params.get("tiles", {}).values(), [fact.params.get("tile")]]
            known.update(name for names in told for name in names if name)
        in_sight = {row["tile"] for trough in table.view["troughs"] for row in trough}
        assert in_sight <= known


def test_an_empty_supply_is_told_once() -> None:
    table = Table()
    table.keep_supply(1)
    assert table.play("draw") == ["drew", "supply_empty"]
    assert "supply_empty" not in table.play("pasture", at=[0, 0])


# The view ------------------------------------------------------------------------------------------------------------


def test_everybody_sees_the_same() -> None:
    table = Table(3, extra_tile=True)
    views = [table.game.describe(table.game.seen(table.state, viewer), viewer) for viewer in (-1, 0, 1, 2)]
    assert all(view == views[0] for view in views)


def test_the_supply_is_counted_but_its_order_is_hidden() -> None:
    table = Table()
    seen = table.game.seen(table.state, 0)
    assert seen.supply == [-1] * N_TILES
    supply = table.view["supply"]
    assert supply["count"] == len(supply["tiles"]) == 86
    open_tiles = [row for trough in table.view["troughs"] for row in trough]
    assert not {row["tile"] for row in open_tiles} & set(supply["tiles"])
    for colour in COLOURS:
        assert supply["apples"][colour] == 32 - sum(row["apples"].count(colour) for row in open_tiles)
    assert supply["blossoms"] == 54 - sum(row["blossoms"] for row in open_tiles)


def test_the_harvests_to_come_pay_what_they_promise() -> None:
    table = Table()
    table.state.crop = [[seat + i for i in range(21)] for seat in range(4)]
    table.state.blossoms = [3, 5, 0, 0]
    promised = table.view["coming"]
    assert len(promised) == 38 + 2
    paid = []
    for turn in range(38):
        table.pass_turn()
        for fact in table.facts:
            if fact.code == "applejack.harvest":
                paid.append(
                    {"after": turn, **{k: fact.params[k] for k in ("pips", "colour")}, "pays": fact.params["honey"]}
                )
            if fact.code == "applejack.blossoms":
                pips, pays = fact.params["times"], fact.params["honey"]
                paid.append({"after": turn, "pips": pips, "blossoms": True, "pays": pays})
    assert paid == promised
    assert table.view["coming"] == []


def test_laid_tiles_show_their_hives_where_they_are(play_with: Maker) -> None:
    table = play_with(tile(["red"], price=5, hives=[0, 2]))
    table.plant(0, (1, -1), rotation=5)
    assert table.view["seats"][0]["tiles"] == [
        {
            "at": [1, -1],
            "pasture": False,
            "rotation": 5,
            "tile": "tile-1",
            "apples": ["red"],
            "blossoms": 0,
            "price": 5,
            "hives": [1, 5],
        }
    ]
    assert [1, -1] not in table.view["seats"][0]["free"]


def test_the_tile_in_hand_is_shown() -> None:
    table = Table()
    name = table.view["troughs"][0][0]["tile"]
    assert table.view["held"] is None
    table.play("take", tile=name)
    view = table.view
    assert (view["phase"], view["held"]["tile"]) == ("lay", name)
    assert view["offer"] == {"troughs": [], "tiles": [], "draw": False}
