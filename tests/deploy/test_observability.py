"""The dashboard and the alerts name metrics that there are, and the manual describes all of them."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from services.described import labels_of, metrics_table, settings_table
from services.gauges import DESCRIBED
from services.shared.metrics import COUNTED
from tests.support.web import ROOT

FOLDER = ROOT / "k8s" / "observability"
MANUAL = (ROOT / "docs" / "operations.md").read_text()
ENDINGS = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum")}


def known() -> dict[str, set[str]]:
    """Every series, and its labels."""
    found = {name: set(labels) for name, (_, labels) in DESCRIBED.items()}
    for metric in COUNTED:
        for family in metric.describe():
            for ending in ENDINGS[family.type]:
                found[family.name + ending] = set(labels_of(metric)) | ({"le"} if ending == "_bucket" else set())
    return found


def expressions() -> Iterator[tuple[str, str]]:
    board = json.loads((FOLDER / "dashboard.json").read_text())
    for panel in board["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"]
    for group in rules()["spec"]["groups"]:
        for rule in group["rules"]:
            yield rule["alert"], rule["expr"]


def rules() -> Any:
    return yaml.safe_load((FOLDER / "alerts.yaml").read_text())


EXPRESSIONS = list(expressions())


@pytest.mark.parametrize(("title", "expression"), EXPRESSIONS, ids=[title for title, _ in EXPRESSIONS])
def test_every_expression_names_metrics_and_labels_that_there_are(title: str, expression: str) -> None:
    series = known()
    names = re.findall(r"pomona_\w+", expression)
    assert names, title
    assert [name for name in names if name not in series] == []
    allowed = set().union(*(series[name] for name in names))
    said = {label.strip() for group in re.findall(r"by \(([^)]*)\)", expression) for label in group.split(",")}
    said |= set(re.findall(r"[{,]\s*(\w+)\s*[=!]", expression))
    assert said <= allowed, title
    assert all(expression.count(a) == expression.count(b) for a, b in ("()", "{}", "[]"))


def test_every_metric_is_shown_or_watched() -> None:
    shown = {name for _, expression in EXPRESSIONS for name in re.findall(r"pomona_\w+", expression)}
    bare = {re.sub("_(total|bucket|count|sum)$", "", name) for name in shown}
    assert {re.sub("_total$", "", name) for name in known() if not re.search("_(bucket|count|sum)$", name)} <= bare


def test_panels_have_their_own_place_and_number() -> None:
    panels = json.loads((FOLDER / "dashboard.json").read_text())["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    assert len({(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}) == len(panels)


def test_every_alert_says_for_how_long_how_bad_and_what_to_do() -> None:
    found = rules()
    assert (found["apiVersion"], found["kind"]) == ("monitoring.coreos.com/v1", "PrometheusRule")
    for rule in (rule for group in found["spec"]["groups"] for rule in group["rules"]):
        assert re.fullmatch(r"\d+m", rule["for"])
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert rule["annotations"]["summary"].endswith(".")
        assert rule["annotations"]["description"].endswith(".")


@pytest.mark.parametrize("table", [settings_table(), metrics_table()], ids=["settings", "metrics"])
def test_the_manual_has_the_tables_that_the_command_prints(table: list[str]) -> None:
    assert "\n".join(table) in MANUAL
