"""What the tests of Applejack may ask for."""

from pathlib import Path

import pytest

from .table import Maker, maker


@pytest.fixture
def play_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Maker:
    """Make tables with the tiles that a test needs: `play_with(tile(...), tile(...), seats=3)`."""
    return maker(tmp_path, monkeypatch)
