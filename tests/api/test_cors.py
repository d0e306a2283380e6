"""Pages of other origins are let in only by name."""

from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from services.shared.settings import Settings, SettingsError
from services.wiring import wire

FRIEND = "https://play.example"
PREFLIGHT = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}


def client(settings: Settings, *origins: str) -> FlaskClient:
    return create_app(wire(replace(settings, cors_origins=origins))).test_client()


def test_by_default_nobody_is_let_in(settings: Settings) -> None:
    asks = client(settings)
    for answer in (
        asks.get("/v1/games", headers={"Origin": FRIEND}),
        asks.options("/v1/matches", headers={"Origin": FRIEND} | PREFLIGHT),
    ):
        assert not [name for name in answer.headers.keys() if name.startswith("Access-Control")]  # noqa: SIM118 - pairs


def test_who_is_on_the_list_may_ask_and_read(settings: Settings) -> None:
    asks = client(settings, "https://other.example", FRIEND)
    answer = asks.get("/v1/games", headers={"Origin": FRIEND})
    assert answer.headers["Access-Control-Allow-Origin"] == FRIEND
    assert "ETag" in answer.headers["Access-Control-Expose-Headers"]
    assert "Origin" in answer.vary
    before = asks.options("/v1/matches", headers={"Origin": FRIEND} | PREFLIGHT)
    assert before.status_code == 200
    assert "POST" in before.headers["Access-Control-Allow-Methods"]
    assert "Idempotency-Key" in before.headers["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Credentials" not in before.headers
    refused = asks.get("/v1/nowhere", headers={"Origin": FRIEND})
    assert (refused.status_code, refused.headers["Access-Control-Allow-Origin"]) == (404, FRIEND)


@pytest.mark.parametrize("origin", ["https://play.example.evil", "http://play.example", "null", "*"])
def test_who_only_looks_like_it_is_not_and_no_cache_may_mix_them(settings: Settings, origin: str) -> None:
    answer = client(settings, FRIEND).get("/v1/games", headers={"Origin": origin})
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert "Origin" in answer.vary


@pytest.mark.parametrize("wrong", ["*", "play.example", "https://play.example/", "https://play.example/x", "ftp://x"])
def test_a_list_that_names_no_origin_is_refused(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    monkeypatch.setenv("POMONA_CORS_ORIGINS", wrong)
    with pytest.raises(SettingsError, match="POMONA_CORS_ORIGINS"):
        Settings.read()


def test_pages_say_what_browsers_may_do(settings: Settings) -> None:
    headers = client(settings).get("/docs").headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert (headers["X-Content-Type-Options"], headers["Referrer-Policy"]) == ("nosniff", "no-referrer")
