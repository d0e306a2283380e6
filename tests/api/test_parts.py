"""The parts of the API, deployed apart."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask

from api.app import DOCUMENTS, VIEWS, create_app
from api.problems import MEDIA_TYPE
from services.shared.settings import PARTS, Settings
from services.wiring import Services
from tests.api.playing import Http
from tests.support.web import ROOT, Web

DOCUMENT = json.loads((ROOT / "docs" / "openapi.json").read_text())


def rules_of(app: Flask) -> set[str]:
    """The addresses under /v1 that an app knows."""
    return {rule.rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/v1/")}


def test_every_part_has_its_views_and_together_they_are_the_api(services: Services) -> None:
    assert set(VIEWS) == set(PARTS)
    apart = [rules_of(create_app(services, [part])) for part in PARTS]
    assert sum(map(len, apart)) == len(set.union(*apart)), "no address is answered by two"
    assert set.union(*apart) == rules_of(create_app(services))


@pytest.mark.parametrize("part", PARTS)
def test_an_address_of_another_part_is_not_known(services: Services, part: str) -> None:
    here = Http(create_app(services, [part]).test_client())
    for other in set(PARTS) - {part}:
        for rule in rules_of(create_app(services, [other])):
            answer = here.get(re.sub("<.*?>", "x", rule))
            assert (answer.status_code, answer.content_type) == (404, MEDIA_TYPE), rule
            assert answer.json["code"] == "not_found"
    assert here.get("/healthz").status_code == 200


def test_one_part_describes_the_whole_api(services: Services) -> None:
    for part in PARTS:
        answer = Http(create_app(services, [part]).test_client()).get("/openapi.json")
        assert answer.status_code == (200 if part == DOCUMENTS else 404)
        if part == DOCUMENTS:
            assert answer.json == DOCUMENT


@pytest.mark.parametrize("part", [part for part in PARTS if part != DOCUMENTS])
def test_a_process_of_one_part_loads_no_view_of_another(part: str) -> None:
    script = f"""if True:
        import sys
        from api.app import create_app
        from services.shared.settings import Settings
        from services.wiring import wire
        create_app(wire(Settings(redis_url="unix:///nowhere/s", secrets=("s" * 32,))), ["{part}"])
        print(*(name for name in sys.modules if name.startswith("api.views.")))"""
    told = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    borrowed = {"games"} if part in {"ai", "matchmaking"} else set()  # both are asked about a game
    assert {name.rpartition(".")[2] for name in told.split()} == {"docs", "health", *VIEWS[part], *borrowed}


def test_the_command_serves_the_parts_it_is_told(settings: Settings, tmp_path: Path) -> None:
    with Web(settings, tmp_path / "log", "-m", "pomona", "web", "--parts", "ai,streams") as web:
        assert web.status("/v1/bots") == 200
        assert web.status("/v1/games") == 404
    assert "Traceback" not in web.said


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("POMONA_PARTS", "chess", "Error: POMONA_PARTS (comma-separated): "),
        ("POMONA_REDIS_URL", "", "Error: POMONA_REDIS_URL is not set; "),
        (
            "POMONA_DATA",
            "/proc/nowhere",
            "Error: POMONA_SECRETS is not set, and /proc/nowhere/secrets cannot be used: ",
        ),
    ],
)
def test_a_wrong_or_missing_setting_stops_the_start_with_one_line(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, name: str, value: str, line: str
) -> None:
    for each, said in settings.environment().items():
        monkeypatch.setenv(each, said)
    monkeypatch.delenv("POMONA_SECRETS")
    monkeypatch.setenv(name, value)
    command = [sys.executable, "-m", "pomona", "web"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert told.returncode == 1
    assert told.stderr.startswith(line)
    assert told.stderr.count("\n") == 1
