"""Exact questions over HTTP: asked once, answered later, told in every way that a client may listen."""

import threading
from typing import Any

import pytest

from services.ai import questions as module
from services.ai.jobs import Jobs
from services.ai.working import Impossible, Part, Working
from services.wiring import Services
from tests.api.playing import KEY, Answer, Http
from tests.api.test_openapi import fits
from tests.api.test_streams import messages

Json = dict[str, Any]
ASKED: Json = {"question": {"cards": 3, "fields": ["oak"]}}
PATH = "/v1/solve/arboretum/most"
FOUND: Json = {
    "plan": ["oak-1"], "value": 4, "bound": 5, "optimal": False, "deterministic": False, "source": "solver",
    "work": 1.0,
}  # fmt: skip


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question of these tests alone."""
    schema = {
        "type": "object",
        "properties": {
            "cards": {"type": "integer", "minimum": 0, "maximum": 9},
            "fields": {"type": "array", "items": {"enum": ["oak", "maple"]}},
        },
        "required": ["cards"],
        "additionalProperties": False,
    }
    about = {"name": "most", "description": "The most.", "schema": schema, "example": ASKED["question"]}
    monkeypatch.setattr(module, "written", lambda: {"arboretum": [about], "applejack": []})
    monkeypatch.setattr(module, "solves", lambda: True)


def work(jobs: Jobs, answer: Answer, outcome: Json | None = None) -> None:
    """Be the worker that does the job of an answer."""

    def found(_: Part) -> Json:
        if outcome is None:
            raise Impossible("bad_question", "The oak stands twice.", pointer="/question/fields/0")
        return outcome

    assert Working(jobs, {"solve": found}).work("dev", answer.json["job"], 0)


def test_a_question_is_asked_and_its_answer_stands_at_its_location(http: Http, services: Services) -> None:
    asked = http.post(PATH, ASKED)
    fits(asked, "solve")
    assert (asked.status_code, asked.json["state"], asked.headers["Retry-After"]) == (202, "queued", "1")
    assert asked.headers["Location"] == f"/v1/solve/{asked.json['job']}"
    assert asked.json["asks"] == {
        "game": "arboretum", "question": "most", "limits": {"work": 1.0, "seed": 0},
    }  # fmt: skip
    waiting = http.get(asked.headers["Location"])
    fits(waiting, "getAnswer")
    assert (waiting.json, waiting.headers["Retry-After"]) == (asked.json, "1")
    work(services.jobs, asked, FOUND)
    answer = http.get(asked.headers["Location"])
    fits(answer, "getAnswer")
    assert (answer.json["state"], answer.json["result"]) == ("done", FOUND)
    assert "Retry-After" not in answer.headers


def test_polling_with_an_etag_costs_nothing_until_something_changes(http: Http, services: Services) -> None:
    asked = http.post(PATH, ASKED)
    path = asked.headers["Location"]
    tag = http.get(path).headers["ETag"]
    assert tag.startswith('"')
    again = http.get(path, If_None_Match=tag)
    assert (again.status_code, again.data, again.headers["Retry-After"]) == (304, b"", "1")
    work(services.jobs, asked, FOUND)
    assert http.get(path, If_None_Match=tag).status_code == 200


def test_a_retried_question_is_the_same_job(http: Http) -> None:
    first = http.post(PATH, ASKED, Idempotency_Key=KEY)
    again = http.post(PATH, ASKED, Idempotency_Key=KEY)
    assert (again.status_code, again.json["job"]) == (202, first.json["job"])
    reused = http.post(PATH, {"question": {"cards": 4}}, Idempotency_Key=KEY)
    fits(reused, "solve")
    assert reused.json["code"] == "key_reused"
    assert http.post(PATH, ASKED).json["job"] != first.json["job"]


@pytest.mark.parametrize(
    ("question", "pointers"),
    [
        ({"cards": 10}, ["/question/cards"]),
        ({"cards": 1.0}, ["/question/cards"]),
        ({"cards": True}, ["/question/cards"]),
        ({}, ["/question"]),
        (None, ["/question"]),
        ({"cards": 1, "fields": ["oak", "yew", 7]}, ["/question/fields/1", "/question/fields/2"]),
        ({"cards": 1, "more": 1}, ["/question"]),
        ([], ["/question"]),
    ],
)
def test_what_does_not_fit_is_pointed_at_before_anything_is_begun(
    http: Http, services: Services, question: Any, pointers: list[str]
) -> None:
    answer = http.post(PATH, {"question": question})
    fits(answer, "solve")
    code = "invalid_body" if question is None else "bad_question"
    assert (answer.status_code, answer.json["code"]) == (422, code)
    assert [error["pointer"] for error in answer.json["errors"]] == pointers
    assert list(services.jobs.store.due()) == []


@pytest.mark.parametrize(
    ("limits", "pointer"),
    [
        ({"work": 0}, "/limits/work"),
        ({"work": 5.1}, "/limits/work"),
        ({"work": "1"}, "/limits/work"),
        ({"seed": -1}, "/limits/seed"),
        ({"seconds": 1}, "/limits/seconds"),
    ],
)
def test_more_than_the_limits_may_not_be_spent(http: Http, limits: Json, pointer: str) -> None:
    answer = http.post(PATH, ASKED | {"limits": limits})
    fits(answer, "solve")
    assert answer.json["errors"][0]["pointer"] == pointer


def test_what_only_the_solver_can_tell_is_a_failure_with_a_pointer(http: Http, services: Services) -> None:
    asked = http.post(PATH, ASKED)
    work(services.jobs, asked)
    failed = http.get(asked.headers["Location"])
    fits(failed, "getAnswer")
    assert failed.json["state"] == "failed"
    assert failed.json["failure"] == {
        "code": "bad_question", "text": "The oak stands twice.", "pointer": "/question/fields/0",
    }  # fmt: skip


def test_questions_are_listed_with_their_schemas(http: Http) -> None:
    listing = http.get("/v1/solve")
    fits(listing, "listQuestions")
    (line,) = listing.json["items"]
    assert line["game"] == "arboretum"
    assert line["questions"][0]["example"] == ASKED["question"]


def test_what_cannot_be_asked_is_not_found(http: Http, monkeypatch: pytest.MonkeyPatch) -> None:
    for path, code in (
        ("/v1/solve/chess/most", "no_such_game"),
        ("/v1/solve/applejack/most", "no_such_question"),
        ("/v1/solve/arboretum/least", "no_such_question"),
    ):
        answer = http.post(path, ASKED)
        fits(answer, "solve")
        assert (answer.status_code, answer.json["code"]) == (404, code)
    missing = http.get("/v1/solve/nothing")
    fits(missing, "getAnswer")
    assert missing.json["code"] == "no_such_job"
    monkeypatch.setattr(module, "solves", lambda: False)
    assert http.get("/v1/solve").json["items"] == []
    assert http.post(PATH, ASKED).json["code"] == "no_such_question"


def test_a_stream_tells_the_job_as_it_changes_and_ends_with_it(http: Http, services: Services) -> None:
    asked = http.post(PATH, ASKED)
    path = f"/v1/streams/jobs/{asked.json['job']}"
    fits(http.get(f"{path}?wait=0"), "streamJob")
    work(services.jobs, asked, FOUND)
    told = messages(http.get(path).text)
    assert [kind for _, kind, _ in told] == ["", "end"]
    assert told[0][2] == http.get(asked.headers["Location"]).json
    assert told[1][2] == {"version": int(told[0][0]), "state": "done"}
    assert http.get(path, Last_Event_ID=told[1][0]).status_code == 204
    assert http.get(path, Last_Event_ID="x").json["code"] == "invalid_query"


def test_a_long_poll_answers_as_soon_as_the_job_has_changed(http: Http, services: Services) -> None:
    asked = http.post(PATH, ASKED)
    path = f"/v1/streams/jobs/{asked.json['job']}?after={asked.json['version']}"
    timer = threading.Timer(0.3, work, (services.jobs, asked, FOUND))
    timer.start()
    states = [http.get(f"{path}&wait=20").json["state"]]
    timer.join()
    states.append(http.get(f"{path}&wait=20").json["state"])
    assert states[0] in {"running", "done"}
    assert states[1] == "done"
    assert http.get("/v1/streams/jobs/nothing?wait=0").json["code"] == "no_such_job"
