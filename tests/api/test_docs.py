"""docs/api.md is true: what stands in it is run."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from api.client import Client
from tests.api.test_openapi import check
from tests.support.web import Web

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text()


def blocks(language: str) -> list[str]:
    """The code of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("jq")), reason="needs curl and jq")
def test_the_walk_through_works_as_it_is_written(web: Web, tmp_path: Path) -> None:
    script = "set -euo pipefail\n" + "\n".join(blocks("bash"))
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={"POMONA": web.url, "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    assert said[:2] == ["2", "true"]
    assert "Draw from the deck" in said
    assert '"resigned"' in done.stdout
    assert json.loads((tmp_path / "move.json").read_text()) == {
        "move": {"type": "arboretum.draw", "source": "deck"},
        "version": 2,
    }


def test_examples_of_answers_are_as_documented() -> None:
    examples = re.findall(r"^```json (\w+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert {name for name, _ in examples} == {
        "SolveJob", "HintJob", "ReviewJob", "BankClockNow", "Spans", "Greeted", "TicketToPlay", "Invitation", "Rematch",
        "Ratings", "Leaderboard",
    }  # fmt: skip
    for name, text in examples:
        check(json.loads(text), name)


def test_the_bot_plays_whole_matches(web: Web, tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(blocks("python")[0])
    with Client(web.url) as client:
        match, tokens = client.create("arboretum", [{"kind": "person"}] * 2)
        bots = [
            subprocess.Popen(
                [sys.executable, program, web.url, match, str(token)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
            )
            for token in tokens
        ]
        said = [bot.communicate(timeout=100)[0].decode() for bot in bots]
        assert client.table(match).look()["result"]["reason"] == "played", said
        assert all("'reason': 'played'" in text for text in said)
