"""Matches between people, from the first request to the last."""

from random import Random

import pytest

from services.shared.tokens import Token
from services.wiring import Services
from tests.api.playing import Http, Json

OPEN = {"kind": "open"}
PERSON = {"kind": "person", "name": "Ada"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_people_play_a_whole_match(http: Http, seats: int) -> None:
    board = http.table(seats)
    views = list(board.play(random=Random(seats)))
    last = board.view()
    assert last["status"] == "finished"
    assert last["result"]["reason"] == "played"
    assert len(last["result"]["scores"]) == len(last["result"]["places"]) == seats
    assert last["version"] == len(views) + 1
    assert last["to_act"] is None
    assert [view["version"] for view in views] == list(range(2, len(views) + 2))


def test_one_request_creates_a_match_and_seats_everybody(http: Http) -> None:
    made = http.post("/v1/matches", {"game": "arboretum", "seats": [PERSON, OPEN, {"kind": "bot", "bot": "random"}]})
    assert made.status_code == 201
    assert made.headers["Location"] == f"/v1/matches/{made.json['match']}"
    assert [token is not None for token in made.json["tokens"]] == [True, False, False]
    assert made.json["view"]["status"] == "open"
    assert made.json["view"]["state"] is None
    assert [seat["kind"] for seat in made.json["view"]["seats"]] == ["person", "open", "bot"]


def test_a_match_begins_when_the_last_seat_is_taken(http: Http) -> None:
    made = http.post("/v1/matches", {"game": "arboretum", "seats": [PERSON, OPEN]}).json
    joined = http.post(f"/v1/matches/{made['match']}/join", {"name": "Grace"})
    assert joined.status_code == 200
    assert joined.json["seat"] == 1
    assert joined.json["view"]["status"] == "playing"
    assert joined.json["view"]["seats"][1] == {
        "seat": 1, "kind": "person", "name": "Grace", "player": None, "bot": None, "resigned": False, "away": False,
    }  # fmt: skip
    assert http.get(f"/v1/matches/{made['match']}", joined.json["token"]).json["seat"] == 1


def test_somebody_who_joins_may_choose_the_seat(http: Http) -> None:
    made = http.post("/v1/matches", {"game": "arboretum", "seats": [OPEN, PERSON, OPEN]}).json
    assert http.post(f"/v1/matches/{made['match']}/join", {"seat": 2}).json["seat"] == 2
    assert http.post(f"/v1/matches/{made['match']}/join", {"seat": 2}).json["code"] == "seat_taken"
    assert http.post(f"/v1/matches/{made['match']}/join").json["seat"] == 0


def test_a_seat_sees_its_hand_and_a_spectator_sees_none(http: Http) -> None:
    board = http.table()
    assert len(board.view(0)["state"]["hand"]) == 7
    assert board.view(0)["state"]["hand"] != board.view(1)["state"]["hand"]
    assert board.view()["state"]["hand"] is None


def test_legal_moves_come_with_a_body_to_post_and_a_label(http: Http) -> None:
    board = http.table()
    seat, body = board.next_body()
    assert body == {"move": {"type": "arboretum.draw", "source": "deck"}, "version": 1}
    assert board.legal(seat)[0]["label"] == "Draw from the deck"
    assert board.legal(1 - seat) == []


def test_legal_moves_are_paged_and_every_one_comes_once(http: Http) -> None:
    board = http.table()
    for _ in board.play(2):
        pass
    seat = board.view()["to_act"]
    whole = board.legal(seat)
    found: list[Json] = []
    following: str | None = ""
    while following is not None:
        page = http.get(f"{board.path}/moves?limit=5{following}", board.tokens[seat]).json
        found += page["items"]
        following = f"&cursor={page['next']}" if page["next"] else None
        assert len(page["items"]) <= 5
        assert page["total"] == len(whole)
    assert found == whole
    assert len(whole) > 5


def test_legal_moves_can_be_filtered_by_type(http: Http) -> None:
    board = http.table()
    seat = board.view()["to_act"]
    assert board.legal(seat, "?type=arboretum.plant") == []
    assert len(board.legal(seat, "?type=arboretum.draw")) == len(board.legal(seat))


def test_a_dry_run_shows_the_view_after_a_move_and_plays_nothing(http: Http) -> None:
    board = http.table()
    for _ in board.play(2):
        pass
    seat, body = board.next_body()
    shown = board.post(body, seat, "?dry_run=1")
    assert shown.status_code == 200
    assert shown.json["state"]["seats"][seat]["trees"][0]["card"] == body["move"]["card"]
    assert board.view()["version"] == 3
    assert board.post(body, seat).json["state"] == shown.json["state"]


def test_with_two_seats_the_other_wins_when_one_resigns(http: Http) -> None:
    board = http.table()
    answer = http.post(f"{board.path}/resign", {"version": 1}, board.tokens[0])
    assert answer.status_code == 200
    assert answer.json["status"] == "finished"
    assert answer.json["result"] == {"reason": "resigned", "scores": None, "places": [2, 1]}


def test_a_history_tells_each_step_as_the_viewer_saw_it(http: Http) -> None:
    board = http.table()
    views = [board.view(0), *board.play(6)]
    for version in range(1, 8):
        then = http.get(f"{board.path}/history/{version}", board.tokens[0]).json
        assert then["version"] == version
        if views[version - 1]["seat"] == 0:
            assert then == views[version - 1]
    events = http.get(f"{board.path}/history", board.tokens[0]).json["items"]
    assert [event["version"] for event in events] == list(range(1, 8))
    assert events[1]["facts"][0]["code"] == "arboretum.drew"
    assert http.get(f"{board.path}/history").json["items"][1]["facts"][0]["code"] == "arboretum.drew_unseen"


def test_a_history_is_paged(http: Http) -> None:
    board = http.table()
    for _ in board.play(6):
        pass
    first = http.get(f"{board.path}/history?limit=3").json
    second = http.get(f"{board.path}/history?limit=4&cursor={first['next']}").json
    assert [event["version"] for event in first["items"] + second["items"]] == [1, 2, 3, 4, 5, 6, 7]
    assert second["next"] is None
    assert [each["version"] for each in http.get(f"{board.path}/history?after=5").json["items"]] == [6, 7]


def test_once_a_match_is_over_everybody_may_look_through_the_eyes_of_a_seat(http: Http) -> None:
    board = http.table()
    views = list(board.play(random=Random(3)))
    mine = next(view for view in views if view["seat"] == 1)
    then = http.get(f"{board.path}/history/{mine['version']}?as_seat=1")
    assert then.json == mine
    told = http.get(f"{board.path}/history?as_seat=1").json["items"]
    assert any(fact["code"] == "arboretum.drew" for event in told for fact in event.get("facts", ()))


def test_the_same_seed_deals_the_same_match_and_is_shown_to_all(http: Http) -> None:
    one, two = http.table(seed="oak"), http.table(seed="oak")
    assert one.view(0)["state"] == two.view(0)["state"]
    assert one.view()["seeded"] is True
    assert http.table().view()["seeded"] is False


def test_options_are_those_asked_for_with_the_defaults_filled_in(http: Http) -> None:
    view = http.table(options={"path_bonus": "uniform"}).view()
    assert view["options"]["path_bonus"] == "uniform"
    assert view["options"]["open_cards"] is True


def test_matches_of_one_app_are_invisible_to_others(http: Http, services: Services) -> None:
    board = http.table()
    foreign = Token("seat", "other", f"{board.match}:0").sign(services.secrets)
    assert http.get(board.path, foreign).json["code"] == "no_such_match"
