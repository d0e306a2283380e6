"""Redis clusters: each call finds who has its key, wherever that has gone to, and says when nobody answers."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis.exceptions import RedisClusterException, ResponseError

from services.rules.keys import feed_keys
from services.rules.store import Store
from services.shared.cluster import Cluster
from services.shared.embedded import Embedded
from services.shared.ids import BUCKETS, hash_tag
from services.shared.reach import direct, reach, scan, scan_hash, servers
from services.shared.redis import AWAY, Commands, Direct, Script, ping
from tests.support.clusters import Nodes
from tests.support.waiting import eventually

KEYS = [f"{hash_tag(number)}:key" for number in range(BUCKETS)]


@pytest.fixture
def cluster(nodes: Nodes) -> Iterator[Cluster]:
    nodes.empty()
    made = reach(nodes.url)
    assert isinstance(made, Cluster)
    with made:
        yield made


def answered(redis: Commands, *command: str) -> object:
    """What Redis says, or nothing while it is away."""
    try:
        return redis.send(*command)
    except AWAY:
        return None


def test_buckets_lie_on_every_master_and_each_call_finds_its_own(cluster: Cluster, nodes: Nodes) -> None:
    assert len({nodes.master_of(key).port for key in feed_keys()}) == len(nodes.nodes)
    for key in KEYS:
        cluster.send("SET", key, key)
    assert [cluster.send("GET", key) for key in KEYS] == [key.encode() for key in KEYS]
    assert sorted(scan(cluster, "{b*}:key")) == sorted(key.encode() for key in KEYS)


def test_answers_are_those_of_one_server(cluster: Cluster, redis_server: Embedded) -> None:
    with reach(redis_server.url) as client:
        one = direct(client)
        assert isinstance(one, Direct)
        for command in (
            ("DEL", "{b00}:h", "{b00}:z", "{b00}:s"),
            ("HSET", "{b00}:h", "a", "1", "b", b"\x00\xff"),
            ("HGETALL", "{b00}:h"),
            ("HMGET", "{b00}:h", "a", "c"),
            ("ZADD", "{b00}:z", 1.5, "a", 2, "b"),
            ("ZRANGE", "{b00}:z", 0, -1, "WITHSCORES"),
            ("ZSCORE", "{b00}:z", "a"),
            ("XADD", "{b00}:s", "1-0", "m", "x"),
            ("XRANGE", "{b00}:s", "-", "+"),
            ("XREAD", "BLOCK", 10, "STREAMS", "{b00}:s", "0"),
            ("XREAD", "BLOCK", 10, "STREAMS", "{b00}:s", "1-0"),
            ("SET", "{b00}:n", "1", "EX", 60),
            ("EVAL", "return {KEYS[1], 1, false, {'x'}}", 1, "{b00}:h"),
        ):
            assert cluster.send(*command) == one.send(*command), command
        assert dict(scan_hash(cluster, "{b00}:h")) == {b"a": b"1", b"b": b"\x00\xff"} == dict(scan_hash(one, "{b00}:h"))


def test_a_command_of_several_slots_is_an_error_and_no_cluster_that_is_away(cluster: Cluster) -> None:
    with pytest.raises(RedisClusterException, match="same key slot"):
        cluster.send("EVAL", "return 1", 2, *KEYS[:2])
    cluster.send("SET", KEYS[0], "v")
    with pytest.raises(ResponseError, match="WRONGTYPE"):
        cluster.send("HGET", KEYS[0], "a")


def test_a_bucket_that_moves_to_another_master_is_followed(cluster: Cluster, nodes: Nodes) -> None:
    cluster.send("SET", KEYS[3], "v")
    before = nodes.master_of(KEYS[3]).port
    nodes.move(KEYS[3])
    assert nodes.master_of(KEYS[3]).port != before
    assert cluster.wait(KEYS[3], "XREAD", "BLOCK", 10, "STREAMS", f"{hash_tag(3)}:none", "0") is None
    nodes.move(KEYS[3])
    assert cluster.send("GET", KEYS[3]) == b"v"


def test_scripts_are_loaded_on_every_master(cluster: Cluster, nodes: Nodes) -> None:
    for node in nodes.nodes:
        node.ask("SCRIPT", "FLUSH")
    script = Script(cluster, "return KEYS[1]")
    assert [script((key,)) for key in KEYS] == [key.encode() for key in KEYS]
    assert all(node.ask("SCRIPT", "EXISTS", script.sha) == [True] for node in nodes.nodes)
    store = Store(cluster)
    assert store.ready()
    for loaded in store._scripts.values():  # noqa: SLF001 - a server is asked for each of them
        assert all(node.ask("SCRIPT", "EXISTS", loaded.sha) == [True] for node in nodes.nodes)


def test_there_is_a_client_of_each_master(cluster: Cluster, nodes: Nodes) -> None:
    found = servers(cluster)
    try:
        assert {each.config_get("port")["port"] for each in found} == {str(node.port) for node in nodes.nodes}
    finally:
        for each in found:
            each.close()


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_fork_does_not_speak_on_the_connections_of_its_parent(cluster: Cluster) -> None:
    (mine,) = {send("CLIENT", "ID") for send in cluster.masters()[:1]}
    child = os.fork()
    if child == 0:
        os._exit(0 if cluster.masters()[0]("CLIENT", "ID") != mine else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert cluster.send("SET", KEYS[0], "v") == b"OK"


def test_a_cluster_that_is_away_is_told_as_any_redis_that_is() -> None:
    with reach("redis+cluster://127.0.0.1:1") as client:
        assert not ping(client)
        with pytest.raises(AWAY):
            direct(client).send("GET", "k")


def test_one_server_that_is_no_cluster_is_told_so(tmp_path: Path) -> None:
    with (
        Nodes.run(tmp_path / "nodes", masters=1, cluster_enabled="no") as nodes,
        reach(nodes.url) as client,
        pytest.raises(AWAY, match="Cluster mode is not enabled"),
    ):
        direct(client).send("GET", "k")


def test_a_client_comes_back_with_the_whole_cluster(tmp_path: Path) -> None:
    with Nodes.run(tmp_path / "nodes") as nodes, reach(nodes.url) as client:
        redis = direct(client)
        for key in KEYS:
            redis.send("SET", key, "v")
        for node in nodes.nodes:
            node.kill()
        assert not ping(client)
        assert answered(redis, "GET", KEYS[0]) is None
        nodes.restart()
        assert eventually(lambda: [answered(redis, "GET", key) for key in KEYS] == [b"v"] * BUCKETS, 30)


def test_a_master_that_fails_is_replaced_though_the_address_names_no_other(tmp_path: Path) -> None:
    with Nodes.run(tmp_path / "nodes", replica=True) as nodes, reach(nodes.url) as client:
        redis = direct(client)
        for key in KEYS:
            redis.send("SET", key, "v")
        nodes.fail()
        assert eventually(lambda: [answered(redis, "GET", key) for key in KEYS] == [b"v"] * BUCKETS, 30)
