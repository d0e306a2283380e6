"""compose.yaml: valid, and it says of every service what it needs to run restricted."""

import json
import re
from typing import Any

import pytest
import yaml
from jsonschema import Draft201909Validator

from services.shared.settings import PARTS, PREFIX, Settings
from services.shared.tasks import HARD_SECONDS
from tests.deploy.dockerfile import read
from tests.support.web import ROOT

TEXT = (ROOT / "compose.yaml").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load(TEXT)
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
STAGES = read((ROOT / "Dockerfile").read_text(), {})
OURS = {name: service for name, service in SERVICES.items() if "build" in service}


def refused(document: dict[str, Any]) -> list[str]:
    """What the schema of the Compose Specification says against a document."""
    schema = json.loads((ROOT / "tests" / "deploy" / "compose-spec.json").read_text())
    return [error.message for error in Draft201909Validator(schema).iter_errors(document)]


def test_it_is_a_compose_file() -> None:
    assert refused(COMPOSE) == []


@pytest.mark.parametrize(("name", "value"), [("imagine", "x"), ("command", 7), ("depends_on", {"redis": {}})])
def test_a_mistake_would_be_found(name: str, value: Any) -> None:
    assert refused(COMPOSE | {"services": {"rules": SERVICES["rules"] | {name: value}}})


def test_every_part_and_every_role_runs() -> None:
    assert set(SERVICES) == {"redis", "proxy", "worker", "sweeper", *PARTS}
    for part in PARTS:
        assert SERVICES[part]["command"] == ["web", "--parts", part]
    assert (SERVICES["worker"]["command"], SERVICES["sweeper"]["command"]) == (["worker"], ["sweeper"])


def test_images_are_built_from_stages_of_the_dockerfile_or_pinned_by_version() -> None:
    for service in SERVICES.values():
        if "build" in service:
            assert STAGES[service["build"]["target"]].entrypoint == ["python", "-m", "pomona"]
            assert service["image"] == f"pomona-{service['build']['target']}"
        else:
            assert re.fullmatch(r"[\w/.-]+:\d+\.\d+\.\d+[\w.-]*", service["image"]), service["image"]
    assert SERVICES["worker"]["build"]["target"] == "worker"


def test_one_port_is_published_and_only_on_this_machine() -> None:
    ports = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert ports == {"proxy": ["127.0.0.1:${POMONA_PORT:-8000}:8080"]}
    assert "listen 8080;" in (ROOT / "k8s" / "proxy.conf").read_text()


@pytest.mark.parametrize("service", SERVICES.values(), ids=SERVICES)
def test_every_service_runs_restricted(service: dict[str, Any]) -> None:
    assert service["read_only"] is True
    assert service["tmpfs"] == ["/tmp"]  # noqa: S108 - in a container
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["restart"] == "unless-stopped"


def test_everybody_waits_for_the_health_of_what_it_needs() -> None:
    needs = {name: service.get("depends_on", {}) for name, service in SERVICES.items()}
    assert {name: set(needed) for name, needed in needs.items()} == {
        "redis": set(), "proxy": set(PARTS), **{name: {"redis"} for name in OURS},
    }  # fmt: skip
    for name in {name for needed in needs.values() for name in needed}:
        built = STAGES[SERVICES[name]["build"]["target"]].healthcheck if name in OURS else None
        assert built or SERVICES[name]["healthcheck"]["test"]
    assert {tuple(need.items()) for needed in needs.values() for need in needed.values()} == {
        (("condition", "service_healthy"),)
    }


def test_redis_keeps_what_it_has_acknowledged() -> None:
    words = " ".join(SERVICES["redis"]["command"])
    assert "--appendonly yes" in words
    assert "--appendfsync always" in words
    assert "--maxmemory-policy noeviction" in words
    assert SERVICES["redis"]["volumes"] == ["redis:/data"]


def test_nobody_archives_into_a_folder_that_does_not_last() -> None:
    for service in OURS.values():
        assert service["environment"]["POMONA_ARCHIVE"] == "off" or "POMONA_ARCHIVE_DIR" in service["environment"]


def test_a_worker_may_finish_its_task() -> None:
    assert int(SERVICES["worker"]["stop_grace_period"].removesuffix("s")) > HARD_SECONDS


def test_settings_are_ours_and_secrets_are_not_in_the_file() -> None:
    ours = {f"{PREFIX}{name}".upper() for name in Settings.__dataclass_fields__}
    for service in OURS.values():
        assert set(service["environment"]) <= ours
        assert service["environment"]["POMONA_SECRETS"].startswith("${POMONA_SECRETS:?")
    assert "PASSWORD" not in TEXT.upper()
