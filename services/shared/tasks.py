"""The tasks that workers do: their names, their queues, their limits."""

from typing import Final

THINK: Final = "pomona.ai.think"
WORK: Final = "pomona.ai.work"
ALIVE: Final = "pomona.worker.alive"

LIGHT: Final = "bots-light"
HEAVY: Final = "bots-heavy"
JOBS: Final = "jobs"
REVIEWS: Final = "reviews"
QUEUES: Final = (LIGHT, HEAVY, JOBS, REVIEWS)
"""All queues, the most urgent first: a worker takes from the first one that has something. At a table people wait for a
bot; for a hint or an answer one person does; a review is read later."""

SOFT_SECONDS: Final = 25
HARD_SECONDS: Final = 30
VISIBILITY_SECONDS: Final = 60
"""When a task whose worker was lost is given to another; always longer than a task may take."""

WORKER_OPTIONS: Final = ("--without-gossip", "--without-mingle", "--without-heartbeat", "-Q", ",".join(QUEUES))
