"""A worker proves that it consumes: it sends itself a task through the broker, and doing it leaves a sign.

Celery's own signs of life come from its event loop, which can go on turning while nothing is taken from the queues any
more. The task goes through a queue that only this worker takes from, before all others; a child of its pool does it.
"""

import uuid
from collections.abc import Callable, Sequence
from typing import Any, Final

from celery import Celery
from celery.bootsteps import StartStopStep
from celery.signals import worker_ready

from services.shared import metrics_door
from services.shared.queue import message
from services.shared.reach import reach
from services.shared.redis import AWAY, Direct, connect
from services.shared.server_secrets import server_secrets
from services.shared.settings import Settings
from services.shared.stamps import Stamps
from services.shared.tasks import ALIVE

PING_SECONDS: Final = 10.0
FORGET_SECONDS: Final = 120
"""After which the broker forgets what a worker that is gone has sent itself."""


def proof_of(settings: Settings, queues: Sequence[str]) -> Callable[[], None]:
    """How a worker of these queues proves that it consumes: it touches a file, and says so in Redis."""
    ours, broker = Stamps(reach(str(settings.redis_url))), Stamps(connect(str(settings.broker)))
    secrets = server_secrets(settings)

    def prove() -> None:
        if settings.alive_file is not None:
            settings.alive_file.touch()
        try:
            broker.consumes(queues)
            ours.believes("worker", secrets)
        except AWAY:
            return  # the file says what a probe must know

    return prove


def tell_metrics(settings: Settings) -> None:
    """Serve the metrics of all children once they are there: they shall not be forked with a thread beside them."""
    if settings.metrics_port:

        @worker_ready.connect(weak=False)
        def serve(**_: Any) -> None:
            metrics_door.serve(settings.host, settings.metrics_port)


def prove_alive(app: Celery, prove: Callable[[], None], broker_url: str) -> str:
    """Let the workers of this app prove it again and again while they consume; the queue for it."""
    queue = f"alive-{uuid.uuid4().hex}"

    # Acknowledged as it is taken: nobody else may be given it when this worker dies.
    @app.task(name=ALIVE, acks_late=False)
    def alive() -> None:
        """Prove it."""
        prove()

    app.steps["consumer"].add(_pinger(queue, broker_url))
    return queue


def _pinger(queue: str, broker_url: str) -> type[StartStopStep]:
    """A part of a consumer that sends to this queue, as Celery wants to have it."""

    class Pinger(StartStopStep):
        """Sends itself a task every few seconds while the worker is connected."""

        requires = ("celery.worker.consumer.tasks:Tasks",)
        _timer: Any = None

        def start(self, parent: Any) -> None:
            """Begin."""
            broker = Direct(connect(broker_url))
            self._timer = parent.timer.call_repeatedly(PING_SECONDS, _ping, (broker, queue))
            _ping(broker, queue)

        def stop(self, parent: Any) -> None:  # noqa: ARG002 - as Celery calls it
            """End, at a stop or when the connection was lost."""
            if self._timer is not None:
                self._timer.cancel()

    return Pinger


def _ping(broker: Direct, queue: str) -> None:
    """Send one task, unless one is still waiting; a broker that is away is asked again the next time."""
    try:
        if not broker.send("LLEN", queue):
            broker.send("LPUSH", queue, message(ALIVE, (), queue))
        for key in (queue, f"_kombu.binding.{queue}"):
            broker.send("EXPIRE", key, FORGET_SECONDS)
    except AWAY:
        return
