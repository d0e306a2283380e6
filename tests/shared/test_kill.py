"""SIGKILL of the server itself, at any moment: each acknowledged write is there afterwards."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from redis import Redis

from services.shared.embedded import Embedded
from services.shared.redis import AWAY, connect
from tests.support.kill import Writer, survive

SOURCE = Path(__file__).parents[1] / "support" / "slow_sync.c"


class Server:
    """The bundled server as something to kill."""

    def __init__(self, embedded: Embedded) -> None:
        """Take a server that runs."""
        self.embedded = embedded

    def kill(self) -> None:
        """SIGKILL it."""
        os.kill(self.embedded.pid, signal.SIGKILL)

    def start(self) -> str:
        """Start it again."""
        return self.embedded.start()


def writer(url: str) -> Writer[int]:
    """Make a client that sets one key a write."""
    client = connect(url)

    def write(number: int) -> int:
        client.set(f"k{number}", number)
        return number

    return Writer(write, AWAY)


def missing(client: Redis, numbers: list[int]) -> list[int]:
    """Return the numbers whose key is not as it was written."""
    values = client.mget([f"k{number}" for number in numbers]) if numbers else []
    return [number for number, value in zip(numbers, values, strict=True) if value != b"%d" % number]


def kill_often(embedded: Embedded, rounds: int, seconds: tuple[float, float] = (0.02, 0.12)) -> int:
    """Kill a server with four busy clients; return how many writes survived."""
    with embedded, connect(embedded.url) as client:
        writers = [writer(embedded.url) for _ in range(4)]
        return survive(Server(embedded), writers, lambda acks: missing(client, acks), rounds=rounds, seconds=seconds)


@pytest.fixture(scope="session")
def slow_sync(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the library that slows every sync down."""
    compiler = shutil.which("gcc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("needs gcc on Linux to slow the disk down")
    library = tmp_path_factory.mktemp("slow") / "slow_sync.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl"], check=True)
    return library


def test_each_acknowledged_write_survives_twenty_kills_in_a_row(tmp_path: Path) -> None:
    assert kill_often(Embedded(tmp_path), rounds=20) > 20


def test_each_acknowledged_write_survives_on_a_slow_disk(tmp_path: Path, slow_sync: Path) -> None:
    count = tmp_path / "count"
    env = {"LD_PRELOAD": str(slow_sync), "SLOW_SYNC_MS": "15", "SLOW_SYNC_COUNT": str(count)}
    assert kill_often(Embedded(tmp_path / "data", env=env), rounds=20) > 20
    assert count.stat().st_size > 20


def test_each_acknowledged_write_survives_while_the_file_is_rewritten(tmp_path: Path) -> None:
    with Embedded(tmp_path) as embedded, connect(embedded.url) as client:
        client.eval("for i = 1, 100000 do redis.call('SET', 'old' .. i, string.rep('x', 100)) end", 0)
        for seed in range(3):
            client.bgrewriteaof()
            survive(
                Server(embedded),
                [writer(embedded.url)],
                lambda acks: missing(client, acks),
                rounds=1,
                seconds=(0.0, 0.08),
                seed=seed,
            )
            assert client.exists("old1", "old50000", "old100000") == 3


def test_the_harness_sees_what_is_lost(tmp_path: Path, slow_sync: Path) -> None:
    env = {"LD_PRELOAD": str(slow_sync), "SLOW_SYNC_MS": "1500"}
    with pytest.raises(AssertionError, match="acknowledged writes are lost"):
        kill_often(Embedded(tmp_path, appendfsync="everysec", env=env), rounds=3, seconds=(1.9, 2.0))
