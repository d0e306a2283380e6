"""What is seen of Pomona from outside: metrics of all processes, a log line a request, and nothing that is secret."""

import json
import re
import urllib.request
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from structlog.contextvars import clear_contextvars

from services.gauges import DESCRIBED, PHASES
from services.rules.games.arboretum.components import NAMES
from services.rules.setup import Place, Setup
from services.shared import logs
from services.shared.metrics import COUNTED
from services.shared.queue import Queue
from services.shared.settings import Settings
from services.shared.tasks import LIGHT, THINK
from tests.support.house import House
from tests.support.running import SWEEPER, WORKER, running
from tests.support.waiting import eventually
from tests.support.web import Web, free_port

LABELS = {
    "method", "route", "status", "game", "by", "bot", "kind", "end", "state", "reason", "phase", "queue", "le",
    "implementation", "major", "minor", "patchlevel", "version", "generation",
}  # fmt: skip
ID = re.compile(r"\b(?:[a-z2-7]{26}|[0-9a-f]{32})\b")
TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


def samples(url: str) -> list[tuple[str, dict[str, str], float]]:
    with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310 - an address of ours
        text = answer.read().decode()
    families = text_string_to_metric_families(text)
    return [(each.name, each.labels, each.value) for family in families for each in family.samples]


def total(found: list[tuple[str, dict[str, str], float]], name: str, **labels: str) -> float:
    return sum(value for key, has, value in found if key == name and labels.items() <= has.items())


def ask(web: Web, path: str, body: Any = None, **headers: str) -> tuple[Any, Any]:
    """(JSON, headers) of an answer."""
    request = urllib.request.Request(  # noqa: S310 - an address of ours
        f"{web.url}{path}",
        None if body is None else json.dumps(body).encode(),
        {"Content-Type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()},
    )
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - the same
        return json.loads(answer.read()), answer.headers


@pytest.fixture
def watched(house: House) -> Settings:
    return replace(house.settings, log="json", log_level="debug", metrics_port=free_port())


def test_two_processes_count_together_without_ids_and_the_log_tells_each_request_but_no_secret(
    house: House, watched: Settings, tmp_path: Path
) -> None:
    two = ("-m", "gunicorn", "--config", "python:api.gunicorn_settings", "--workers", "2", "api.wsgi:app")
    sight, tokens = house.matches.create("dev", Setup("arboretum", (Place("person"), Place("person"))))
    path, match, random, moves = f"/v1/matches/{sight.match.id}", sight.match, Random(4), 0
    with Web(watched, tmp_path / "log", *two) as web:
        for _ in range(40):
            if match.over:
                break
            seat = match.to_act or 0
            bearer = {"Authorization": f"Bearer {tokens[seat]}"}
            items = ask(web, f"{path}/moves", **bearer)[0]["items"]
            ask(
                web, f"{path}/moves", random.choice(items)["body"], **bearer, Idempotency_Key=f"watched-move-{moves:06}"
            )
            moves, match = moves + 1, house.match(sight.match.id)
        found = samples(f"{web.url}/metrics")
        said = web.said
    assert moves == 40
    assert total(found, "pomona_moves_total", game="arboretum", by="person") == moves
    route = "/v1/matches/<match_id>/moves"
    assert total(found, "pomona_requests_total", route=route, method="POST", status="200") == moves
    assert total(found, "pomona_request_seconds_count", route=route, method="POST") == moves
    assert total(found, "pomona_redis_seconds_count") >= 2 * moves
    assert {label for _, labels, _ in found for label in labels} <= LABELS
    assert not any(ID.search(value) for _, labels, _ in found for value in labels.values())
    lines = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    posts = [line for line in lines if line.get("route") == route and line["method"] == "POST"]
    assert len(posts) == moves
    assert {(line["match"], line["app"], line["status"]) for line in posts} == {(match.id, "dev", 200)}
    assert all(line["ms"] > 0 and line["request"] for line in posts)
    secrets = [*tokens, match.seed.hex(), *(each.decode() for each in house.services.secrets), *NAMES]
    assert [secret for secret in secrets if str(secret) in said] == []


def test_a_request_is_named_by_whoever_asks_or_by_us(house: House, watched: Settings, tmp_path: Path) -> None:
    with Web(watched, tmp_path / "log") as web:
        assert ask(web, "/v1/games", X_Request_Id="of-a-client-1")[1]["X-Request-Id"] == "of-a-client-1"
        for bad in ("short", "with space", "x" * 65, 'quo"te99'):
            assert ID.fullmatch(str(ask(web, "/v1/games", X_Request_Id=bad)[1]["X-Request-Id"])), bad
        seats = [{"kind": "bot", "bot": "random"}, {"kind": "person", "name": "Ada"}]
        body = {"game": "arboretum", "seats": seats}
        ask(web, "/v1/matches", body, X_Request_Id="makes-a-match", traceparent=TRACE)
    (raw,) = [house.broker.lindex(name, -1) for name in (LIGHT,)]
    headers = json.loads(raw)["headers"] if isinstance(raw, bytes) else {}
    assert (headers["request"], headers["traceparent"]) == ("makes-a-match", TRACE)


def test_a_worker_logs_its_task_as_part_of_the_request_and_counts_for_all_its_children(
    house: House, watched: Settings
) -> None:
    logs.begin("asks-for-a-bot", TRACE)
    try:
        assert Queue(str(watched.broker)).send(THINK, "dev", "a" * 26, 1, 0)
        match = house.create("random", "person")
    finally:
        clear_contextvars()
    with running(watched, WORKER) as worker:
        assert worker.said(f"dropped: match {'a' * 26}")
        (line,) = [line for line in worker.log.read_text().splitlines() if "a" * 26 in line and "dropped" in line]
        assert house.answered(match)
        url = f"http://127.0.0.1:{watched.metrics_port}/metrics"
        assert eventually(lambda: total(samples(url), "pomona_moves_total", by="bot") >= 1)
        found = samples(url)
    told = json.loads(line)
    assert (told["request"], told["traceparent"], told["match"]) == ("asks-for-a-bot", TRACE, "a" * 26)
    assert total(found, "pomona_thinking_seconds_count", bot="random") >= 1
    assert total(found, "pomona_turn_wait_seconds_count", bot="random") == 1


def test_a_sweeper_tells_what_waits(house: House, watched: Settings) -> None:
    house.create("greedy", "person")
    with running(watched, SWEEPER):
        url = f"http://127.0.0.1:{watched.metrics_port}/metrics"
        assert eventually(lambda: _answers(url), 30)
        found = samples(url)
    assert total(found, "pomona_queue_length", queue=LIGHT) >= 1
    assert total(found, "pomona_queue_age_seconds", queue=LIGHT) > 0
    assert {labels["phase"] for name, labels, _ in found if name == "pomona_due"} == set(PHASES)
    assert total(found, "pomona_due") == 1
    assert {name for name in DESCRIBED if name != "pomona_queue_silence_seconds"} <= {name for name, _, _ in found}
    assert {label for _, labels, _ in found for label in labels} <= LABELS


def _answers(url: str) -> bool:
    try:
        return bool(samples(url))
    except OSError:
        return False


def test_every_metric_has_a_text_of_its_own() -> None:
    described = [family for metric in COUNTED for family in metric.describe()]
    assert all(family.documentation.endswith(".") and family.name.startswith("pomona_") for family in described)
    assert len({family.name for family in described}) == len(COUNTED)
