"""What tests of matchmaking may ask for."""

import pytest

from tests.services.matchmaking.meeting import Meeting
from tests.support.house import House


@pytest.fixture
def meeting(house: House) -> Meeting:
    """Players on an empty store."""
    return Meeting(house)
