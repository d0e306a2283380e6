"""A dead child comes back, ever later if it keeps dying."""

import sys
import time

from services.shared import children, supervise
from services.shared.supervise import Child


def child() -> Child:
    """A child that ends at once."""
    return Child("child", lambda: children.start([sys.executable, "-c", ""]))


def test_a_child_that_keeps_dying_rests_twice_as_long_each_time_up_to_ten_seconds() -> None:
    dying = child()
    dying.started = time.monotonic()
    assert [dying.rest() for _ in range(9)] == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0]


def test_a_child_that_lived_well_comes_back_soon() -> None:
    dying = child()
    dying.started = time.monotonic()
    for _ in range(5):
        dying.rest()
    dying.started -= supervise.GOOD_LIFE + 1
    assert dying.rest() == 0.1
