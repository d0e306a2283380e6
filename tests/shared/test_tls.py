"""TLS to one server, to what sentinels name, and to a cluster; no stranger is believed."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kombu.exceptions import OperationalError

from services.shared.embedded import Embedded
from services.shared.queue import celery_app
from services.shared.reach import direct, reach
from services.shared.redis import AWAY, ping
from tests.support.clusters import Nodes
from tests.support.house import House, settings_for
from tests.support.running import SWEEPER, WORKER, running
from tests.support.sentinels import Pair
from tests.support.tls import Certificates, Doors, needs_openssl
from tests.support.web import Web

pytestmark = needs_openssl


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    """Of an authority of these tests."""
    return Certificates.make(tmp_path_factory.mktemp("tls") / "files")


@pytest.fixture
def doors(certificates: Certificates) -> Doors:
    return Doors(certificates)


@pytest.fixture
def url(doors: Doors, redis_server: Embedded, redis: Any) -> Iterator[str]:  # noqa: ARG001 - emptied
    """The address of the private server, through a door."""
    with doors.open(redis_server.url.removeprefix("unix://")) as door:
        yield f"rediss://127.0.0.1:{door.port}/0?{doors.certificates.query}"


def speaks(url: str) -> None:
    """What is written is read again."""
    with reach(url) as client:
        redis = direct(client)
        assert redis.send("SET", "{b00}:k", "v") == b"OK"
        assert redis.send("GET", "{b00}:k") == b"v"
        assert ping(client)


def refused(url: str, reason: str) -> None:
    """Nobody speaks at this address."""
    with reach(url) as client:
        with pytest.raises(AWAY, match=reason):
            direct(client).send("GET", "{b00}:k")
        assert not ping(client)


def a_bot_answers(settings: Any) -> None:
    """A match goes through a web process, a worker and a sweeper, all at these addresses."""
    settings = replace(settings, secrets=("s" * 32,), archive=False)
    house = House(settings)
    with Web(settings, settings.data / "web"), running(settings, WORKER) as worker, running(settings, SWEEPER):
        match = house.create("person", "greedy")
        asked = house.play(match).version
        assert house.answered(match, 60), worker.log.read_text()
        assert house.consistent(match)[asked].by == "bot:greedy"
    house.close()


def test_one_server_speaks_tls_to_who_believes_its_authority(url: str, doors: Doors) -> None:
    speaks(url)
    (door,) = doors.opened
    assert (door.encrypted > 0, door.plain) == (True, 0)


def test_a_certificate_of_a_stranger_is_not_believed_unless_the_address_says_so(url: str) -> None:
    place, _, files = url.partition("?")
    refused(place, "CERTIFICATE_VERIFY_FAILED")
    ours = files.partition("&")[2]
    refused(f"{place}?{ours}", "CERTIFICATE_VERIFY_FAILED")
    speaks(f"{place}?{ours}&ssl_cert_reqs=none")


def test_a_certificate_for_another_host_is_not_believed_unless_the_address_says_so(url: str) -> None:
    other = url.replace("127.0.0.1", "localhost")
    refused(other, "Hostname mismatch")
    speaks(f"{other}&ssl_check_hostname=False")


@pytest.mark.timeout(180)
def test_a_bot_answers_though_both_addresses_speak_tls(url: str, doors: Doors, tmp_path: Path) -> None:
    a_bot_answers(settings_for(url, tmp_path))
    assert doors.opened[0].plain == 0


def test_a_worker_believes_no_stranger_either(url: str) -> None:
    with celery_app(url).connection_for_read() as connection:
        channel: Any = connection.default_channel
        assert channel.client.ping()
    with (
        celery_app(url.partition("?")[0]).connection_for_read() as connection,
        pytest.raises(OperationalError, match="CERTIFICATE_VERIFY_FAILED"),
    ):
        connection.ensure_connection(max_retries=1, interval_start=0)


@pytest.mark.timeout(180)
def test_sentinels_and_what_they_name_speak_tls_before_and_after_a_failure(doors: Doors, tmp_path: Path) -> None:
    with Pair.run(tmp_path / "pair", doors) as pair:
        of_sentinel = doors.opened[2]
        between = [door.plain for door in doors.opened]
        speaks(pair.url)
        a_bot_answers(settings_for(pair.url, tmp_path))
        assert [door.plain for door in doors.opened] == between, "only they speak in plain text, among themselves"
        pair.fail()
        speaks(pair.url)
        assert of_sentinel.encrypted > 0
        assert of_sentinel.plain == 0
        refused(pair.url.partition("&ssl")[0], "No sentinel")


@pytest.mark.timeout(180)
def test_a_cluster_speaks_tls(doors: Doors, url: str, tmp_path: Path) -> None:
    with Nodes.run(tmp_path / "nodes", doors=doors) as nodes:
        speaks(nodes.url)
        a_bot_answers(settings_for(nodes.url, tmp_path, broker_url=url))
        assert all(door.encrypted > 0 for door in doors.opened)
        assert all(door.plain == 0 for door in doors.opened)
        refused(nodes.url.partition("?")[0], "CERTIFICATE_VERIFY_FAILED")
