"""Time that passes for one match and for nothing else, so that no test has to wait for it."""

from typing import Any

from services.rules.keys import keys_of

APP = "dev"


def let_pass(redis: Any, match_id: str, seconds: float) -> None:
    """Let everything in the match have happened so much earlier."""
    keys, micros = keys_of(APP, match_id), round(seconds * 1e6)
    log = redis.xrange(keys.log)
    redis.delete(keys.log)
    redis.hset(keys.match, "layout", "")  # the snapshot is made anew from the log
    for name, fields in log:
        redis.xadd(keys.log, fields | {b"t": _earlier(fields[b"t"], micros)}, id=name)
    for field in ("created", "updated"):
        redis.hset(keys.match, field, _earlier(redis.hget(keys.match, field), micros))
    for waiting in (keys.due, keys.ends):
        if redis.zscore(waiting, keys.member) is not None:
            redis.zincrby(waiting, -seconds, keys.member)


def _earlier(time: bytes, micros: int) -> str:
    """A time of the store, so many microseconds earlier."""
    seconds, _, fraction = time.decode().partition(".")
    earlier = int(seconds) * 1_000_000 + int(fraction) - micros
    return f"{earlier // 1_000_000}.{earlier % 1_000_000:06d}"
