"""ETags: what a viewer has, it is not sent again; what a move was made for can be said by one."""

import pytest

from api import context
from api.app import create_app
from services.wiring import Services
from tests.api.playing import Board, Http


@pytest.fixture
def board(http: Http) -> Board:
    return http.table()


def etag(board: Board, seat: int | None = 0) -> str:
    return board.http.get(board.path, None if seat is None else board.tokens[seat]).headers["ETag"]


def test_a_view_that_the_client_has_is_not_sent_again(board: Board) -> None:
    tag = etag(board)
    answer = board.http.get(board.path, board.tokens[0], If_None_Match=tag)
    assert (answer.status_code, answer.data, answer.headers["ETag"]) == (304, b"", tag)


@pytest.mark.parametrize("known", ['"a", {}', "W/{}", "*"])
def test_the_client_may_say_so_in_every_way_that_http_has(board: Board, known: str) -> None:
    answer = board.http.get(board.path, board.tokens[0], If_None_Match=known.format(etag(board)))
    assert answer.status_code == 304


def test_a_view_is_sent_when_the_match_has_moved_on(board: Board) -> None:
    tag = etag(board)
    for _ in board.play(1):
        pass
    answer = board.http.get(board.path, board.tokens[0], If_None_Match=tag)
    assert (answer.status_code, answer.json["version"]) == (200, 2)
    assert answer.headers["ETag"] != tag


def test_each_viewer_has_an_etag_of_its_own(board: Board) -> None:
    tags = {etag(board, 0), etag(board, 1), etag(board, None)}
    assert len(tags) == 3
    assert board.http.get(board.path, board.tokens[1], If_None_Match=etag(board, 0)).status_code == 200


def test_moves_and_histories_have_etags_too(board: Board) -> None:
    for path in (f"{board.path}/moves", f"{board.path}/history", f"{board.path}/history/1"):
        tag = board.http.get(path, board.tokens[0]).headers["ETag"]
        assert board.http.get(path, board.tokens[0], If_None_Match=tag).status_code == 304


def test_an_answer_to_a_move_has_the_etag_of_the_view_after_it(board: Board) -> None:
    seat, body = board.next_body()
    assert board.post(body, seat).headers["ETag"] == etag(board, seat)


def test_if_match_says_which_version_a_move_was_made_for(board: Board) -> None:
    seat, body = board.next_body()
    tag = etag(board, seat)
    assert board.post({"move": body["move"]}, seat, If_Match=tag).status_code == 200
    stale = board.post({"move": {"type": "arboretum.draw", "source": "pile", "seat": 1}}, seat, If_Match=tag)
    assert (stale.status_code, stale.json["state_version"]) == (412, 2)


def test_if_match_and_the_body_may_say_the_same(board: Board) -> None:
    seat, body = board.next_body()
    assert board.post(body, seat, If_Match=etag(board, seat)).status_code == 200


def test_an_etag_of_an_older_build_of_the_server_still_names_its_version(board: Board) -> None:
    """A deploy between looking and playing changes nothing about the match."""
    seat, body = board.next_body()
    tag = etag(board, seat)[:-9] + '00000000"'
    assert tag != etag(board, seat)
    assert board.post({"move": body["move"]}, seat, If_Match=tag).status_code == 200


def test_a_new_build_sends_views_again(board: Board, services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    tag = etag(board)
    monkeypatch.setattr(context, "VERSION", "another")
    newer = Http(create_app(services).test_client())
    assert newer.get(board.path, board.tokens[0], If_None_Match=tag).status_code == 200


@pytest.mark.parametrize(
    "header", ['"1-s0-12345678", "2-s0-12345678"', "*", "1", '"1"', "", '"0-s0-12345678"', "'1-s0-12345678'"]
)
def test_an_if_match_that_is_not_one_etag_of_ours_is_refused(board: Board, header: str) -> None:
    answer = board.post({"move": {"type": "arboretum.draw", "source": "deck"}}, 0, If_Match=header)
    assert (answer.status_code, answer.json["code"]) == (400, "bad_if_match")


def test_answers_for_one_viewer_are_not_for_shared_caches(board: Board) -> None:
    answer = board.http.get(board.path, board.tokens[0])
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["Vary"] == "Authorization"
    made = board.http.post("/v1/matches", {"game": "arboretum", "seats": [{"kind": "person"}] * 2})
    assert made.headers["Cache-Control"] == "no-store"
