"""The task queue: a cheap way to send, and the Celery app that workers run.

A message holds nothing but ids. Sending does not load Celery: it writes the message that Celery itself would write
(its protocol 2, as kombu keeps it in a Redis list) in one command, at a quarter of the cost of `apply_async`.
"""

import base64
import logging
import os
import socket
import time
import uuid
from typing import TYPE_CHECKING, Any, Final

import orjson

from services.shared import addresses
from services.shared.logs import carried
from services.shared.redis import AWAY, SENTINEL_SECONDS, Direct, connect
from services.shared.tasks import HARD_SECONDS, LIGHT, SOFT_SECONDS, VISIBILITY_SECONDS

if TYPE_CHECKING:
    from celery import Celery

_ORIGIN: Final = f"{os.getpid()}@{socket.gethostname()}"
SENT: Final = "sent"
"""The header that says when a message was sent, in seconds since 1970."""
_log = logging.getLogger(__name__)


class Queue:
    """The sending end of the queue, for processes that have no worker in them."""

    def __init__(self, broker_url: str) -> None:
        """Connect at the first message."""
        self._redis = Direct(connect(broker_url))

    def send(self, task: str, *ids: str | int, queue: str = LIGHT) -> bool:
        """Send a task by its name. False, and a line in the log, if the broker is away: never an exception."""
        try:
            self._redis.send("LPUSH", queue, message(task, ids, queue))
        except AWAY as error:
            _log.warning("The broker is away, %s%s was not sent: %s", task, ids, error)
            return False
        return True

    def close(self) -> None:
        """Close the connections."""
        self._redis.close()


def message(task: str, ids: tuple[str | int, ...], queue: str) -> bytes:
    """Write a task as Celery does."""
    name = str(uuid.uuid4())
    body = [ids, {}, {"callbacks": None, "errbacks": None, "chain": None, "chord": None}]
    return orjson.dumps(
        {
            "body": base64.b64encode(orjson.dumps(body)).decode(),
            "content-encoding": "utf-8",
            "content-type": "application/json",
            "headers": _headers(task, ids, name),
            "properties": {
                "correlation_id": name,
                "reply_to": "",
                "delivery_mode": 2,
                "delivery_info": {"exchange": "", "routing_key": queue},
                "priority": 0,
                "body_encoding": "base64",
                "delivery_tag": str(uuid.uuid4()),
            },
        }
    )


def _headers(task: str, ids: tuple[str | int, ...], name: str) -> dict[str, Any]:
    return {
        "lang": "py",
        "task": task,
        "id": name,
        "shadow": None,
        "eta": None,
        "expires": None,
        "group": None,
        "group_index": None,
        "retries": 0,
        "timelimit": [None, None],
        "root_id": name,
        "parent_id": None,
        "argsrepr": repr(ids),
        "kwargsrepr": "{}",
        "origin": _ORIGIN,
        "ignore_result": True,
        "replaced_task_nesting": 0,
        "stamped_headers": None,
        "stamps": {},
        SENT: time.time(),
        **carried(),
    }


def celery_app(broker_url: str, *, visibility: int = VISIBILITY_SECONDS) -> "Celery":
    """Make the Celery app of a worker, with the cure for workers that lose their Redis.

    A task is acknowledged when it is done, so it may run twice, and is given to another worker when its own is lost:
    at once if only the child died, after `visibility` seconds otherwise.
    """
    from celery import Celery  # noqa: PLC0415 (those who only send do without it)

    from services.shared import kombu_cure  # noqa: PLC0415 (the same)

    kombu_cure.apply()
    app = Celery("pomona", broker=_kombu_url(broker_url))
    app.conf.update(
        broker_use_ssl=_kombu_tls(broker_url),
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        task_ignore_result=True,
        task_serializer="json",
        accept_content=["json"],
        task_soft_time_limit=SOFT_SECONDS,
        task_time_limit=HARD_SECONDS,
        task_default_queue=LIGHT,
        worker_prefetch_multiplier=1,
        worker_hijack_root_logger=False,
        worker_cancel_long_running_tasks_on_connection_loss=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        broker_transport_options=_behind_sentinels(broker_url)
        | {
            "visibility_timeout": visibility,
            "unacked_restore_interval": 2,
            "unacked_restore_throttle": 1,
            "queue_order_strategy": "priority",
            "priority_steps": [0],
            "health_check_interval": 10,
            "socket_keepalive": True,
        },
    )
    return app


def _kombu_url(url: str) -> str:
    """Spell an address as kombu does."""
    watched = addresses.watched(url)
    if watched is not None:
        return watched.kombu_url()
    return f"redis+socket{url.removeprefix('unix')}" if url.startswith("unix://") else addresses.without_tls(url)


def _kombu_tls(url: str) -> dict[str, Any] | bool:
    """How kombu is to speak TLS: told nothing, it believes every certificate."""
    tls = {name: value for name, value in addresses.tls_of(url).items() if name != "ssl"}
    return {"ssl_cert_reqs": "required", **tls} if url.startswith("rediss") else False


def _behind_sentinels(url: str) -> dict[str, Any]:
    """What kombu must know of sentinels that it does not take from the address."""
    watched = addresses.watched(url)
    if watched is None:
        return {}
    patience = {"socket_timeout": SENTINEL_SECONDS, "socket_connect_timeout": SENTINEL_SECONDS}
    return {"master_name": watched.service, "sentinel_kwargs": {**watched.sentinel_login, **watched.tls, **patience}}
