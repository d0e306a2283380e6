"""What waits in Redis, for Prometheus and for `pomona doctor`: looked up when it is asked for, counted by nobody.

It stands beside the services, for it belongs to no entry point; sweepers tell it on their port, any one of them all.
"""

import time
from collections.abc import Iterator
from typing import Any, Final

import orjson
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from services.matchmaking.keys import apps_keys, hall
from services.rules.keys import due_keys, keys_of
from services.shared.overdue import Overdue
from services.shared.queue import SENT
from services.shared.reach import Client, direct
from services.shared.redis import AWAY
from services.shared.stamps import Stamps
from services.shared.tasks import QUEUES

MOST: Final = 200
"""Matches of each bucket whose phase is looked up, the first to be due; others are of the phase `more`."""
PHASES: Final = ("unsent", "sent", "thinking", "clock", "more")

DESCRIBED: Final = {
    "pomona_due": ("Matches that wait for a bot or a clock, by phase.", ("phase",)),
    "pomona_due_oldest_seconds": ("For how long the oldest match has been due that nobody looked after.", ()),
    "pomona_queue_length": ("Tasks that wait in a queue.", ("queue",)),
    "pomona_queue_age_seconds": ("For how long the oldest task of a queue has waited.", ("queue",)),
    "pomona_queue_silence_seconds": ("Since when no worker of a queue has proved that it consumes.", ("queue",)),
    "pomona_tickets_waiting": ("Tickets that wait.", ()),
}
"""Every metric that is found here: its text and its labels."""


class Gauges(Collector):
    """Looks up what waits."""

    def __init__(self, client: Client, broker: Client) -> None:
        """`client` has the matches, `broker` the queues."""
        self._redis, self._broker, self._stamps = direct(client), direct(broker), Stamps(broker)
        self._due = Overdue(self._redis, "due")

    def describe(self) -> list[Metric]:
        """Nothing: what is not described is not looked up when it is registered."""
        return []

    def collect(self) -> Iterator[Metric]:
        """All that is there to be told; nothing while Redis is away."""
        try:
            yield from [*self._of_matches(), *self._of_queues()]
        except AWAY:
            return

    def late(self) -> float:
        """For how many seconds the oldest match has been due."""
        return self._due.longest()

    def age(self, queue: str) -> float:
        """For how many seconds the oldest task of a queue has waited; 0: none waits."""
        oldest = self._broker.send("LINDEX", queue, -1)
        return max(0.0, time.time() - sent_at(orjson.loads(oldest)["headers"])) if oldest else 0.0

    def _of_matches(self) -> Iterator[Metric]:
        phases = dict.fromkeys(PHASES, 0)
        for key in due_keys():
            members = self._redis.send("ZRANGE", key, 0, MOST - 1)
            for member in members:
                task = self._redis.send("HGET", keys_of(*member.decode().split("/")).match, "task")
                name = task.decode() if task else ""
                phases[name if name in phases else "more"] += 1
            phases["more"] += max(0, self._redis.send("ZCARD", key) - len(members))
        yield _gauge("pomona_due", phases)
        yield _gauge("pomona_due_oldest_seconds", {"": self.late()})
        apps = [app.decode() for key in apps_keys() for app in self._redis.send("SMEMBERS", key)]
        waiting = sum(self._redis.send("HLEN", hall(app).waiting) for app in apps)
        yield _gauge("pomona_tickets_waiting", {"": waiting})

    def _of_queues(self) -> Iterator[Metric]:
        yield _gauge("pomona_queue_length", {name: self._broker.send("LLEN", name) for name in QUEUES})
        yield _gauge("pomona_queue_age_seconds", {name: self.age(name) for name in QUEUES})
        silence = {name: self._stamps.silence(name) for name in QUEUES}
        known = {name: seconds for name, seconds in silence.items() if seconds is not None}
        yield _gauge("pomona_queue_silence_seconds", known)


def sent_at(headers: dict[str, Any]) -> float:
    """When a message was sent, in seconds since 1970; now, if it does not say so."""
    return float(headers.get(SENT) or time.time())


def _gauge(name: str, values: dict[str, Any]) -> GaugeMetricFamily:
    text, labels = DESCRIBED[name]
    gauge = GaugeMetricFamily(name, text, labels=labels)
    for label, value in values.items():
        gauge.add_metric([label] if labels else [], value)
    return gauge
