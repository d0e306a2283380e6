"""What is counted and timed, for Prometheus: every metric of every process stands here or in `services.gauges`.

Labels have few values, all known beforehand: no ids, no names that anybody outside may choose.
"""

from typing import Final

from prometheus_client import Counter, Histogram

SHORT_TIMES: Final = (0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
"""Bounds in seconds for what takes milliseconds."""
LONG_TIMES: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 6.0, 10.0, 30.0, 60.0)
"""The same for what takes seconds."""

REQUESTS: Final = Counter("pomona_requests", "Requests that were answered.", ("method", "route", "status"))
REQUEST_SECONDS: Final = Histogram(
    "pomona_request_seconds", "From a request to the head of its answer.", ("method", "route"), buckets=SHORT_TIMES
)
MOVES: Final = Counter("pomona_moves", "Moves that were played, by whom.", ("game", "by"))
LOST_RACES: Final = Counter("pomona_lost_races", "Commits that came too late: the match had moved on.", ("game",))
THINKING_SECONDS: Final = Histogram(
    "pomona_thinking_seconds", "How long bots think about a decision.", ("bot",), buckets=LONG_TIMES
)
TURN_WAIT_SECONDS: Final = Histogram(
    "pomona_turn_wait_seconds", "How long turns of bots wait in their queue.", ("bot",), buckets=LONG_TIMES
)
SHORT_DECISIONS: Final = Counter("pomona_short_decisions", "Decisions that had less time than promised.", ("bot",))
STAND_IN_DECISIONS: Final = Counter(
    "pomona_stand_ins", "Decisions that a stand-in made, for a bot that failed.", ("bot",)
)
JOB_PARTS: Final = Counter("pomona_job_parts", "Parts of jobs that were done, or not.", ("kind", "end"))
SWEPT: Final = Counter("pomona_swept", "What sweepers found to do.", ("kind",))
TICKETS_ENDED: Final = Counter("pomona_tickets_ended", "Tickets that have ended, and how.", ("state", "reason"))
RATED: Final = Counter("pomona_rated", "Matches that were rated.")
REDIS_SECONDS: Final = Histogram("pomona_redis_seconds", "How long calls of Redis take.", buckets=SHORT_TIMES)
REDIS_AWAY: Final = Counter("pomona_redis_away", "Calls that Redis did not answer.")

COUNTED: Final = (
    REQUESTS, REQUEST_SECONDS, MOVES, LOST_RACES, THINKING_SECONDS, TURN_WAIT_SECONDS, SHORT_DECISIONS,
    STAND_IN_DECISIONS, JOB_PARTS, SWEPT, TICKETS_ENDED, RATED, REDIS_SECONDS, REDIS_AWAY,
)  # fmt: skip
"""All of them, for their description."""
