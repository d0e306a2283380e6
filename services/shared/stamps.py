"""Signs of life that processes leave in Redis, for who asks from beside them: who consumes, and by which secrets."""

import hashlib
import hmac
import time
from collections.abc import Iterable, Sequence
from typing import Final

from services.shared.reach import Client, direct

SECRETS_KEY: Final = "pomona:secrets"
"""Hash: `<role> <digests>`, when a process of this role was last seen with these secrets."""
TOGETHER_SECONDS: Final = 60.0
"""Processes of a role that were seen within so long of the last one count as running beside it."""
FORGET_SECONDS: Final = 7 * 24 * 3600


class Stamps:
    """Signs of life in one Redis."""

    def __init__(self, client: Client) -> None:
        """Of consumers: the broker's. Of secrets: the one that has the matches."""
        self._redis = direct(client)

    def consumes(self, queues: Iterable[str]) -> None:
        """A task of this worker came through: it takes from these queues."""
        for queue in queues:
            self._redis.send("SET", f"pomona:consumes:{queue}", time.time(), "EX", FORGET_SECONDS)

    def silence(self, queue: str) -> float | None:
        """Seconds since a worker of this queue proved that it consumes; None: none has for a week."""
        at = self._redis.send("GET", f"pomona:consumes:{queue}")
        return None if at is None else max(0.0, time.time() - float(at))

    def believes(self, role: str, secrets: Sequence[bytes]) -> None:
        """A process of this role works with these secrets."""
        self._redis.send("HSET", SECRETS_KEY, f"{role} {','.join(map(digest_of, secrets))}", time.time())
        self._redis.send("EXPIRE", SECRETS_KEY, FORGET_SECONDS)

    def strangers(self, secrets: Sequence[bytes]) -> list[str]:
        """The roles whose processes share none of these secrets."""
        found = self._redis.send("HGETALL", SECRETS_KEY)
        pairs = found.items() if isinstance(found, dict) else zip(found[::2], found[1::2], strict=True)
        seen = [(*field.decode().split(" "), float(at)) for field, at in pairs]
        last = {role: max(at for other, _, at in seen if other == role) for role, _, _ in seen}
        ours = set(map(digest_of, secrets))
        return sorted(
            {
                role
                for role, digests, at in seen
                if at > last[role] - TOGETHER_SECONDS and not ours & set(digests.split(","))
            }
        )


def digest_of(secret: bytes) -> str:
    """What may be told of a secret: enough to tell it from others, nothing to find it by."""
    return hmac.digest(secret, b"which secret this is", hashlib.sha256).hex()[:16]
