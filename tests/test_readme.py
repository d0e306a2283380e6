"""The README does what it says."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.pomona import ROOT, running

OURS_FIRST = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
"""The script starts Python hundreds of times, and a shim in front of it would take most of all this."""
README = (ROOT / "README.md").read_text()


def curl_game() -> str:
    found = re.search(r"```bash\n(.*?)```", README, re.DOTALL)
    assert found
    return found[1]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("bot", ["greedy", pytest.param("mcts", marks=pytest.mark.slow)])
def test_the_curl_game_of_the_readme_ends_with_a_result(bot: str, tmp_path: Path) -> None:
    with running(tmp_path / "data") as (_, url):
        script = curl_game().replace("http://127.0.0.1:8000", url).replace('"mcts"', f'"{bot}"')
        bash = ["bash", "-euo", "pipefail", "-c", script]
        done = subprocess.run(bash, env=OURS_FIRST, capture_output=True, text=True, timeout=540, check=True)
    told = json.loads(done.stdout)
    assert told["reason"] == "played"
    assert sorted(told["places"]) in ([1, 1], [1, 2])
    assert len(told["scores"]) == 2


def test_the_curl_game_has_about_ten_lines_with_curl_at_its_heart() -> None:
    lines = curl_game().strip().splitlines()
    assert len(lines) <= 16
    assert sum("curl" in line for line in lines) >= 5


def test_every_file_that_the_readme_links_to_is_there() -> None:
    for path in re.findall(r"\]\((?!http)([^)#]+)", README):
        assert (ROOT / path).exists(), path


def test_the_readme_has_100_to_150_lines() -> None:
    assert 100 <= len(README.splitlines()) <= 150
