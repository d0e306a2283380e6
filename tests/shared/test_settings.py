"""Settings: read once, checked once, told in one line when wrong."""

import os
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

from services.shared.settings import PARTS, PREFIX, Settings, SettingsError

SECRET = "s" * 32


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin with no setting in the environment."""
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        monkeypatch.delenv(name)


def test_every_row_has_a_unit_and_a_text() -> None:
    assert all(row.metadata["unit"] and row.metadata["text"] for row in fields(Settings))


def test_nothing_set_gives_the_defaults() -> None:
    settings = Settings.read()
    assert settings == Settings()
    assert (settings.port, settings.appendfsync, settings.redis_url, settings.broker) == (8000, "always", None, None)
    assert settings.processes >= 1


def test_an_empty_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POMONA_REDIS_URL", "")
    monkeypatch.setenv("POMONA_PORT", "")
    assert Settings.read() == Settings()


def test_settings_cannot_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings().port = 1  # type: ignore[misc]


def test_what_is_handed_to_a_child_is_what_it_reads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given = Settings(
        "::1", 0, ("ai", "rules"), tmp_path, "everysec", "unix:///tmp/s", "redis://b/2", (SECRET, "t" * 40), 3,
        "plain", "no", tmp_path / "alive", "debug", dev=True,
    )  # fmt: skip
    for name, value in given.environment().items():
        monkeypatch.setenv(name, value)
    assert Settings.read() == given


def test_a_web_process_serves_all_parts_unless_told_otherwise() -> None:
    assert Settings().served == PARTS
    assert Settings(parts=("rules", "all")).served == PARTS
    assert Settings(parts=("ai",)).served == ("ai",)


def test_the_queue_uses_the_same_redis_unless_told_otherwise() -> None:
    assert Settings(redis_url="redis://a").broker == "redis://a"
    assert Settings(redis_url="redis://a", broker_url="redis://b").broker == "redis://b"


def test_a_setting_may_stand_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(f"{SECRET}\n")
    monkeypatch.setenv("POMONA_SECRETS_FILE", str(tmp_path / "secret"))
    assert Settings.read().secrets == (SECRET,)


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("PORT", "http", "Not a valid integer."),
        ("PORT", "65536", "Must be greater than or equal to 0 and less than or equal to 65535."),
        ("WORKERS", "-1", "Must be greater than or equal to 0"),
        ("PARTS", "rules,chess", "not in: rules, matchmaking, ai, streams, all"),
        ("PARTS", ",", "not in: rules, matchmaking, ai, streams, all"),
        ("BOTS", "fast", "Must be one of: compiled, plain."),
        ("APPENDFSYNC", "no", "Must be one of: always, everysec."),
        ("LOG_LEVEL", "loud", "Must be one of: debug"),
        ("REDIS_URL", "redis+cluster://one:6379/3", "A cluster is told as redis+cluster://"),
        ("BROKER_URL", "redis+cluster://one:6379", "The queue cannot be on a cluster"),
        ("REDIS_URL", "redis+sentinel://one:26379", "Sentinels are told as redis+sentinel://"),
        (
            "REDIS_URL",
            "localhost:6379",
            "Must begin with redis://, rediss://, unix://, redis+sentinel:// or redis+cluster://.",
        ),
        ("BROKER_URL", "amqp://localhost", "Must begin with redis://"),
        ("DEV", "perhaps", "Not a valid boolean."),
        ("SECRETS", "short", "at least 32 characters"),
        ("SECRETS", ",".join([SECRET] * 3), "Length must be between 1 and 2."),
        ("SECRETS_FILE", "/nowhere/at/all", "must be a readable file path"),
    ],
)
def test_a_wrong_value_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch, name: str, value: str, reason: str) -> None:
    monkeypatch.setenv(f"POMONA_{name}", value)
    with pytest.raises(SettingsError) as refused:
        Settings.read()
    assert str(refused.value).startswith(f"POMONA_{name.removesuffix('_FILE')} (")
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_refused_secret_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POMONA_SECRETS", "hush")
    with pytest.raises(SettingsError) as refused:
        Settings.read()
    assert "hush" not in str(refused.value)
