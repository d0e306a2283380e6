"""The tools that only these tests need."""

import json
import shutil
import zipfile
from pathlib import Path

import pytest

from tests.deploy import kustomize
from tests.support.web import ROOT

TOOLS = ROOT / "tests" / "deploy" / "tools"


def test_the_lock_of_npm_has_hashes_and_no_addresses() -> None:
    packages = json.loads((TOOLS / "package-lock.json").read_text())["packages"]
    wanted = packages.pop("")["devDependencies"]
    assert wanted == json.loads((TOOLS / "package.json").read_text())["devDependencies"]
    assert {name.removeprefix("node_modules/") for name in packages} == set(wanted)
    for package in packages.values():
        assert package["integrity"].startswith("sha512-")
        assert "resolved" not in package


def test_the_schema_of_compose_comes_with_its_licence() -> None:
    folder = ROOT / "tests" / "deploy"
    assert json.loads((folder / "compose-spec.json").read_text())["title"] == "Compose Specification"
    assert "Apache License" in (folder / "compose-spec.LICENSE").read_text()


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without kubectl, and the package of npm with a stand-in."""
    layer = tmp_path / "layer.zip"
    with zipfile.ZipFile(layer, "w") as made:
        made.writestr("kubectl/kubectl", "#!/bin/sh\necho from npm\n")
    monkeypatch.setattr(kustomize, "_LAYER", layer)
    monkeypatch.setattr(kustomize, "_UNPACKED", tmp_path / "kubectl")
    monkeypatch.setattr(shutil, "which", lambda _: None)


@pytest.mark.usefixtures("packed")
def test_where_there_is_no_kubectl_the_one_of_the_package_is_taken(tmp_path: Path) -> None:
    assert kustomize.kubectl.__wrapped__() == str(tmp_path / "kubectl")
    assert (tmp_path / "kubectl").stat().st_mode & 0o100
    assert [path.name for path in tmp_path.glob("*.part")] == []
