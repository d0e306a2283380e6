"""One table says which part answers which addresses, and everybody holds to it."""

import json
import re

import pytest

from api.app import DOCUMENTS, create_app
from services.shared.settings import PARTS, Settings
from services.wiring import wire
from tests.support.routes import Route, Routes
from tests.support.web import ROOT

ROUTES = Routes.read()
PROXY = (ROOT / "k8s" / "proxy.conf").read_text()
PATHS = sorted(json.loads((ROOT / "docs" / "openapi.json").read_text())["paths"])
SETTINGS = Settings(redis_url="unix:///nowhere/s", secrets=("s" * 32,))


def test_every_part_has_its_addresses_and_no_address_has_two() -> None:
    assert {row.part for row in ROUTES.rows} == set(PARTS)
    assert len({row.path for row in ROUTES.rows}) == len(ROUTES.rows)
    prefixes = [row for row in ROUTES.rows if not row.exact]
    assert [(a, b) for a in prefixes for b in prefixes if a != b and a.covers(b.path)] == [], "none lies below another"


@pytest.mark.parametrize("path", PATHS)
def test_every_address_of_the_document_is_sent_to_the_part_that_knows_it(path: str) -> None:
    known = {
        part for part in PARTS if path in {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(rule)) for rule in rules_of(part)}
    }
    everywhere = {"/healthz", "/readyz"}
    assert known == (set(PARTS) if path in everywhere else {ROUTES.part_of(path)})


def rules_of(part: str) -> set[str]:
    return {rule.rule for rule in create_app(wire(SETTINGS), [part]).url_map.iter_rules()}


def test_the_description_is_reached_too() -> None:
    assert {ROUTES.part_of(path) for path in ("/", "/docs", "/docs.css", "/openapi.json")} == {DOCUMENTS}


def test_what_is_for_the_inside_only_is_not_reached_from_outside() -> None:
    assert [ROUTES.part_of(path) for path in ("/metrics", "/v1", "/v2/games", "/v1/gamesome", "/docs/x")] == [None] * 5


def test_the_proxy_of_compose_routes_by_the_table() -> None:
    locations = re.findall(r"location (= )?(\S+) \{ proxy_pass \$(\w+); \}", PROXY)
    assert {Route(path, bool(exact), part) for exact, path, part in locations} == ROUTES.rows
    assert len(re.findall(r"^\s*location ", PROXY, re.MULTILINE)) == len(ROUTES.rows) + 1, "and refuses all else"
    assert dict(re.findall(r"set \$(\w+) http://(\w+):8000;", PROXY)) == {part: part for part in PARTS}


def test_the_longest_way_counts_and_an_exact_one_first() -> None:
    rows = {
        Route("/a", exact=False, part="x"),
        Route("/a/b", exact=False, part="y"),
        Route("/a/b", exact=True, part="z"),
    }
    routes = Routes(frozenset(rows))
    assert [routes.part_of(path) for path in ("/a", "/a/c", "/a/b", "/a/b/c", "/ab", "/")] == [
        "x", "x", "z", "y", None, None,
    ]  # fmt: skip
