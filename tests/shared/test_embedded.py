"""The bundled server: it locks its folder, keeps its engine, ends with its starter and never before."""

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from services.shared import embedded, engines
from services.shared.embedded import Embedded, EmbeddedError
from services.shared.engines import Engine
from services.shared.redis import connect
from tests.support.waiting import eventually, gone

STARTER = """
import sys, time
from pathlib import Path
from services.shared.embedded import Embedded
server = Embedded(Path(sys.argv[1]))
print(server.start(), server.pid, flush=True)
time.sleep(60)
"""


def test_what_was_written_is_there_after_a_stop_and_a_start(tmp_path: Path) -> None:
    with Embedded(tmp_path / "a folder") as server, connect(server.url) as client:
        client.set("k", b"v")
    with Embedded(tmp_path / "a folder") as server, connect(server.url) as client:
        assert client.get("k") == b"v"


def test_it_syncs_every_write_evicts_nothing_and_listens_on_a_private_socket_only(tmp_path: Path) -> None:
    with Embedded(tmp_path) as server, connect(server.url) as client:
        wanted = {
            "appendonly": "yes",
            "appendfsync": "always",
            "maxmemory-policy": "noeviction",
            "port": "0",
            "save": "",
        }
        assert {name: client.config_get(name)[name] for name in wanted} == wanted
        path = Path(server.url.removeprefix("unix://"))
        assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(path.parent.stat().st_mode) == stat.S_IRWXU
        assert len(os.fsencode(path)) <= embedded.LONGEST_SOCKET
    assert not path.parent.exists()


def test_a_very_long_temporary_folder_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long = tmp_path / ("long" * 25)
    long.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(long))
    with Embedded(tmp_path / "data") as server, connect(server.url) as client:
        assert client.ping()
    assert list(long.iterdir()) == []


def test_a_second_start_on_a_used_folder_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "LOCK_SECONDS", 0.05)
    with Embedded(tmp_path) as first:
        with pytest.raises(EmbeddedError, match=r"^The data folder .* is in use by another Pomona: [^\n]*$"):
            Embedded(tmp_path).start()
        assert first.answers()
    with Embedded(tmp_path) as second:
        assert second.answers()


def test_the_server_itself_holds_the_lock_when_its_starter_lets_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "LOCK_SECONDS", 0.05)
    server = Embedded(tmp_path)
    server.start()
    server.release()
    with pytest.raises(EmbeddedError, match="in use"):
        Embedded(tmp_path).start()
    server.stop()
    with Embedded(tmp_path) as second:
        assert second.answers()


def test_the_server_ends_with_its_killed_starter_and_the_folder_is_free_again(tmp_path: Path) -> None:
    starter = subprocess.Popen([sys.executable, "-c", STARTER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert starter.stdout
    url, pid = starter.stdout.readline().split()
    with connect(url) as client:
        client.set("k", b"v")
    starter.kill()
    starter.communicate()
    with Embedded(tmp_path) as server, connect(server.url) as client:
        assert client.get("k") == b"v"
    assert eventually(lambda: gone(int(pid)))


def test_a_server_killed_hard_starts_again_on_the_same_address(tmp_path: Path) -> None:
    with Embedded(tmp_path) as server:
        url = server.url
        with connect(url) as client:
            client.set("k", b"v")
            os.kill(server.pid, signal.SIGKILL)
            assert server.start() == url
            assert client.get("k") == b"v"


def test_the_engine_is_recorded_beside_the_data(tmp_path: Path) -> None:
    with Embedded(tmp_path):
        record = json.loads((tmp_path / engines.RECORD).read_text())
    assert record["flavour"] in {"valkey", "redis"}
    assert tuple(map(int, record["version"].split("."))) >= engines.OLDEST


@pytest.mark.parametrize(("flavour", "version"), [("redis", "7.0.15"), ("valkey", "99.0.0")])
def test_data_of_another_or_a_newer_engine_is_refused_in_one_line(tmp_path: Path, flavour: str, version: str) -> None:
    engines.record(tmp_path, Engine(flavour, version, "/nowhere"))
    valkey = Engine("valkey", "9.1.2", "/bin/valkey-server")
    with pytest.raises(engines.EngineError, match=rf"written by {flavour} {version}.*found: valkey 9\.1\.2[^\n]*$"):
        engines.choose(tmp_path, [valkey])


def test_a_refused_folder_is_left_as_it_was_and_not_locked(tmp_path: Path) -> None:
    engines.record(tmp_path, Engine("valkey", "99.0.0", "/nowhere"))
    before = (tmp_path / engines.RECORD).read_bytes()
    for _ in range(2):
        with pytest.raises(EmbeddedError, match=r"written by valkey 99\.0\.0"):
            Embedded(tmp_path).start()
    assert (tmp_path / engines.RECORD).read_bytes() == before


def test_the_engine_of_the_data_goes_before_the_preferred_one(tmp_path: Path) -> None:
    redis, valkey = Engine("redis", "7.2.4", "/bin/redis"), Engine("valkey", "9.1.2", "/bin/valkey")
    assert engines.choose(tmp_path, [valkey, redis]) == valkey
    engines.record(tmp_path, Engine("redis", "7.0.15", "/old/redis"))
    assert engines.choose(tmp_path, [valkey, redis]) == redis


def test_without_any_engine_the_way_out_is_told(tmp_path: Path) -> None:
    with pytest.raises(engines.EngineError, match=r"No Valkey or Redis >= 7.*POMONA_REDIS_URL"):
        engines.choose(tmp_path, [])


def test_an_old_server_or_another_program_is_no_engine(tmp_path: Path) -> None:
    old = tmp_path / "redis-server"
    old.write_text("#!/bin/sh\necho 'Redis server v=6.2.14 sha=00000000:0 malloc=libc bits=64 build=0'\n")
    old.chmod(0o700)
    assert engines.identify(str(old)) is None
    assert engines.identify("/bin/true") is None
    assert engines.identify(str(tmp_path / "nothing")) is None


def test_data_that_the_engine_refuses_is_told_in_its_own_words(tmp_path: Path) -> None:
    with Embedded(tmp_path) as server, connect(server.url) as client:
        client.set("k", b"v")
    for part in (tmp_path / "appendonlydir").glob("*.incr.aof"):
        part.write_bytes(b"not an append-only file at all\n" * 40)
    with pytest.raises(EmbeddedError, match=r"^The server does not start on .*: .*Bad file format[^\n]*server\.log\)$"):
        Embedded(tmp_path).start()


def test_a_folder_that_cannot_be_made_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EmbeddedError, match=r"^The data folder .* cannot be used: [^\n]*$"):
        Embedded(tmp_path / "file" / "data").start()
