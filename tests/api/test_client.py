"""The Python client: it retries what may be retried, keeps its keys, and says what was refused."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from api.client import Client, Refused, Unreachable
from tests.support.web import Web

PEOPLE = [{"kind": "person", "name": "Ada"}, {"kind": "open"}]
DRAW = {"type": "arboretum.draw", "source": "deck"}


@contextmanager
def cutting(port: int, cuts: int, held: list[socket.socket] | None = None) -> Iterator[int]:
    """A door in front of a server that passes each request on but hangs up on the first answers.

    `held`: where it puts both ends of every connection, for who wants to cut them later.
    """
    door = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        left = cuts
        while True:
            try:
                near, _ = door.accept()
            except OSError:
                return
            # Who has hung up wants no answer; an error here would be told by whatever test comes next.
            with suppress(OSError), near, socket.create_connection(("127.0.0.1", port)) as far:
                if held is not None:
                    held.extend([near, far])
                threading.Thread(target=_pass_on, args=(near, far), daemon=True).start()
                while answer := far.recv(65536):
                    if left:
                        left -= 1
                        near.shutdown(socket.SHUT_RDWR)
                        break
                    near.sendall(answer)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield int(door.getsockname()[1])
    finally:
        door.shutdown(socket.SHUT_RDWR)
        door.close()


def _pass_on(near: socket.socket, far: socket.socket) -> None:
    """Pass requests on until the client hangs up."""
    with suppress(OSError):
        while request := near.recv(65536):
            far.sendall(request)


def test_two_people_play_with_the_client(web: Web) -> None:
    with Client(web.url) as client:
        match, tokens = client.create("arboretum", PEOPLE, options={"path_bonus": "uniform"})
        tables = [client.table(match, tokens[0]), client.join(match, "Grace")]
        view = tables[0].look()
        assert view["options"]["path_bonus"] == "uniform"
        while view["version"] < 12:
            table = tables[view["to_act"]]
            move = table.moves()[-1]["body"]
            view = table.play(move["move"], move["version"])
        assert tables[0].wait(view["version"] - 1)["events"][0]["version"] == view["version"]
        assert tables[0].step(5)["version"] == 5
        assert len(tables[1].history()) == 12
        assert tables[0].resign(12)["result"]["places"] == [2, 1]


def test_all_pages_of_a_list_come_as_one(web: Web) -> None:
    with Client(web.url) as client:
        match, tokens = client.create("arboretum", [{"kind": "person"}] * 2)
        tables = [client.table(match, token) for token in tokens]
        view = tables[0].look()
        while view["status"] == "playing":
            table = tables[view["to_act"]]
            body = table.moves()[0]["body"]
            view = table.play(body["move"], body["version"])
        assert len(tables[0].history()) == view["version"] > 60
        assert len(tables[0].history(as_seat=1)) == view["version"]


def test_a_refusal_carries_its_problem(web: Web) -> None:
    with Client(web.url) as client:
        match, tokens = client.create("arboretum", [{"kind": "person"}] * 2)
        with pytest.raises(Refused) as refused:
            client.table(match, tokens[1]).play(DRAW, 1)
        assert refused.value.code == "not_your_turn"
        assert refused.value.problem["params"] == {"to_act": 0}


def test_a_request_whose_answer_is_lost_is_sent_again_and_carried_out_once(web: Web) -> None:
    with cutting(web.port, cuts=3) as port, Client(f"http://127.0.0.1:{port}") as far, Client(web.url) as near:
        match, tokens = far.create("arboretum", [{"kind": "person"}] * 2)
        assert far.table(match, tokens[0]).play(DRAW, 1)["version"] == 2
        assert [event["type"] for event in near.table(match).history()] == ["created", "played"]


def test_a_server_that_is_not_there_is_given_up_in_time() -> None:
    with Client("http://127.0.0.1:1", patience=0.2) as client, pytest.raises(Unreachable):
        client.games()


def test_a_stream_that_was_silent_for_long_goes_on_after_a_cut(web: Web) -> None:
    held: list[socket.socket] = []
    with cutting(web.port, cuts=0, held=held) as port, Client(web.url) as near:
        match, tokens = near.create("arboretum", [{"kind": "person"}] * 2)
        events = Client(f"http://127.0.0.1:{port}", patience=0).table(match).follow()
        assert next(events)["version"] == 1
        time.sleep(0.1)  # longer than its patience with a server that does not answer; this one has
        for end in held:
            end.shutdown(socket.SHUT_RDWR)
        near.table(match, tokens[0]).play(DRAW, 1)
        assert next(events)["version"] == 2
