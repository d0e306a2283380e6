"""Redis behind sentinels: the master is found, and found again when it has failed."""

import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import pytest

from services.shared.addresses import AddressError, check, clustered, watched, without_password
from services.shared.queue import celery_app
from services.shared.redis import AWAY, Direct, connect
from tests.support.house import House, settings_for
from tests.support.running import SWEEPER, WORKER, running
from tests.support.sentinels import PASSWORD, SENTINEL_PASSWORD, Pair
from tests.support.waiting import eventually
from tests.support.web import Web
from worker.doctor import findings


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    with Pair.run(tmp_path / "pair") as made:
        yield made


def came_back(direct: Direct) -> bool:
    try:
        return bool(direct.send("SET", "after", "a"))
    except AWAY:
        return False


def test_the_master_is_found_though_a_sentinel_is_away_and_again_when_it_has_failed(pair: Pair) -> None:
    with connect(pair.url.replace("@", "@127.0.0.1:1,")) as client:
        direct = Direct(client)
        direct.send("SET", "before", "b")
        assert client.info("replication")["role"] == "master"
        pair.fail()
        assert eventually(lambda: came_back(direct), 30)
        assert (direct.send("GET", "before"), client.get("after")) == (b"b", b"a")
        assert client.connection_pool.master_address[1] == pair.master
        direct.close()


@pytest.mark.timeout(300)
def test_a_match_with_a_bot_goes_on_after_its_master_has_failed(pair: Pair, tmp_path: Path) -> None:
    settings = settings_for(pair.url, tmp_path, secrets=("s" * 32,), log_level="debug", archive=False)
    house = House(settings)
    with Web(settings, tmp_path / "web.log") as web, running(settings, WORKER) as worker, running(settings, SWEEPER):
        match = house.create("person", "greedy")
        house.play(match)
        assert house.answered(match, 60)
        pair.fail()
        assert eventually(lambda: web.status("/readyz") == 200, 30)
        asked = house.play(match).version
        assert house.answered(match, 90), worker.log.read_text()
        assert house.consistent(match)[asked].by == "bot:greedy"
        found = {each.name: each for each in findings(settings, [web.url])}
        assert all(found[name].well for name in ("redis version", "broker", "secrets", "sweeper", f"web {web.url}"))
        said = web.said + "".join(path.read_text() for path in tmp_path.glob("*.log"))
        assert PASSWORD not in said
        assert SENTINEL_PASSWORD not in said
    house.close()


def test_requests_are_counted_behind_sentinels_too(pair: Pair, tmp_path: Path) -> None:
    settings = settings_for(pair.url, tmp_path, secrets=("s" * 32,), limit_new=2)

    def make() -> int:
        request = urllib.request.Request(  # noqa: S310 - an address of ours
            f"{web.url}/v1/players", b"{}", {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - the same
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    with Web(settings, tmp_path / "web.log") as web:
        assert [make() for _ in range(3)] == [201, 201, 429]


# Addresses -----------------------------------------------------------------------------------------------------------


def test_an_address_of_sentinels_says_all_there_is_to_say() -> None:
    found = watched("redis+sentinel://ada:p%40ss@one,[::1]:7/main/3?sentinel_password=s%26t")
    assert found is not None
    assert found.sentinels == (("one", 26379), ("::1", 7))
    assert (found.service, found.database) == ("main", 3)
    assert found.login == {"username": "ada", "password": "p@ss"}
    assert found.sentinel_login == {"password": "s&t"}
    assert found.kombu_url() == "sentinel://ada:p%40ss@one:26379/3;sentinel://ada:p%40ss@[::1]:7/3"
    assert watched("redis://one/3") is None


@pytest.mark.parametrize(
    "url",
    [
        "redis+sentinel://one",
        "redis+sentinel:///main",
        "redis+sentinel://one,/main",
        "redis+sentinel://one:port/main",
        "redis+sentinel://one/main/x",
        "redis+sentinel://one/main?password=x",
        "redis+sentinel://one/main?ssl_ca_certs=x",
        "rediss+sentinel://one",
        "redis+cluster:///",
        "redis+cluster://one/1",
        "redis+cluster://one,two:port",
        "redis+cluster://one?password=x",
        "redis+cluster://one?ssl_ca_certs=x",
        "http://one",
        "one:6379",
    ],
)
def test_an_address_that_cannot_be_used_is_refused_without_telling_it(url: str) -> None:
    with pytest.raises(AddressError) as refused:
        check(url)
    assert "\n" not in str(refused.value)
    assert url not in str(refused.value)


def test_an_address_of_a_cluster_says_some_of_its_nodes() -> None:
    found = clustered("rediss+cluster://:p%40ss@one,[::1]:7/0?ssl_ca_certs=%2Fca.pem&ssl_check_hostname=False")
    assert found is not None
    assert found.nodes == (("one", 6379), ("::1", 7))
    assert found.login == {"password": "p@ss"}
    assert found.tls == {"ssl": True, "ssl_ca_certs": "/ca.pem", "ssl_check_hostname": False}
    assert clustered("redis+sentinel://one/main") is None


@pytest.mark.parametrize(
    "url",
    ["redis+sentinel://ada:p%40ss@one,[::1]:7/main", "redis+cluster://one,[::1]:7", "rediss+cluster://one,[::1]?"],
)
def test_pythons_that_know_one_host_a_url_never_see_several(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the newer ones look at brackets, whichever this one is."""

    def strict(text: str) -> SplitResult:
        before, bracket, _ = text.partition("//")[2].partition("[")
        if bracket and before:
            raise ValueError("Invalid IPv6 URL")
        return urlsplit(text)

    monkeypatch.setattr("services.shared.addresses.urlsplit", strict)
    check(url)
    found = watched(url) or clustered(url)
    assert "::1" in str(found)
    assert without_password(url).endswith(url.rpartition("@")[2].rstrip("?"))


def test_an_address_is_told_without_its_passwords() -> None:
    told = without_password(f"redis+sentinel://:{PASSWORD}@one,two:7/main?sentinel_password={SENTINEL_PASSWORD}")
    assert told == "redis+sentinel://one,two:7/main"


def test_celery_is_told_the_service_and_the_password_of_the_sentinels() -> None:
    app = celery_app(f"redis+sentinel://:{PASSWORD}@one/main?sentinel_password={SENTINEL_PASSWORD}")
    options = app.conf.broker_transport_options
    assert (options["master_name"], options["sentinel_kwargs"]["password"]) == ("main", SENTINEL_PASSWORD)
    assert "master_name" not in celery_app("redis://one").conf.broker_transport_options
