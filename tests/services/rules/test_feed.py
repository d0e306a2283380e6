"""The feed of live events: what is heard of Redis going away and coming back."""

import logging
import os
import signal
from functools import partial

import pytest

from services.rules.feed import Feed, Listener
from services.shared.embedded import Embedded
from tests.support.house import APP, House
from tests.support.waiting import eventually


def test_each_loss_of_redis_is_told_once_and_who_listens_is_woken_when_it_is_back(
    durable: tuple[Embedded, House], caplog: pytest.LogCaptureFixture
) -> None:
    server, house = durable
    match = house.create("person", "person")

    def told(times: int) -> bool:
        return times == sum("the feed lost Redis" in record.message for record in caplog.records)

    with caplog.at_level(logging.WARNING), Feed(server.url).listen(APP, match) as listener:
        for losses in (1, 2):
            quiet(listener)
            os.kill(server.pid, signal.SIGKILL)
            assert eventually(partial(told, losses))
            server.start()
            assert listener.wait(20)
        house.play(match)
        assert listener.wait(20)
        assert told(2)


def quiet(listener: Listener) -> None:
    """Wait until nothing is told for a second."""
    while listener.wait(1):
        """What came before, and a reader that begins."""
