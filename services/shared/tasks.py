"""The tasks that workers do: their names, their queues, their limits."""

from typing import Final

THINK: Final = "pomona.ai.think"

LIGHT: Final = "bots-light"
HEAVY: Final = "bots-heavy"
QUEUES: Final = (LIGHT, HEAVY)
"""All queues, the most urgent first: a worker takes from the first one that has something."""

SOFT_SECONDS: Final = 25
HARD_SECONDS: Final = 30
VISIBILITY_SECONDS: Final = 60
"""When a task whose worker was lost is given to another; always longer than a task may take."""

WORKER_OPTIONS: Final = ("--without-gossip", "--without-mingle", "--without-heartbeat", "-Q", ",".join(QUEUES))
