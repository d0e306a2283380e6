"""The command `doctor`: looks at a deployment from inside, and says in words what is wrong and what to do about it."""

import importlib.util
import os
import platform
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

import click
import orjson
import redis

from services.shared.addresses import is_cluster
from services.shared.command_line import settled
from services.shared.settings import Settings, SettingsError
from services.shared.tasks import HARD_SECONDS, QUEUES

if TYPE_CHECKING:
    from services.shared.reach import Client

SLOW_MS: Final = 20.0
SKEW_SECONDS: Final = 2.0
LATE_SECONDS: Final = 30.0
SILENT_SECONDS: Final = 3.0 * HARD_SECONDS
"""Past these something is wrong."""
LEAST_VERSION: Final = (7, 0)
ANSWER_SECONDS: Final = 5.0
PINGS: Final = 5


class Finding(NamedTuple):
    """What was looked at, whether it is well, what was found, and what to do if it is not."""

    name: str
    well: bool
    found: str
    advice: str = ""


@click.command()
@click.option("--url", "urls", multiple=True, help="The address of a web process that must answer; repeat it.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
def doctor(urls: tuple[str, ...], *, as_json: bool) -> None:
    """Look whether this deployment is well; exit code 1, and what to do, if it is not.

    Run it where the processes run, with their settings.
    """
    settled(examine, urls, as_json=as_json)


def examine(settings: Settings, urls: Sequence[str] = (), *, as_json: bool = False) -> int:
    """Print all that was found; the exit code."""
    found = list(findings(settings, urls))
    if as_json:
        click.echo(orjson.dumps([each._asdict() for each in found]).decode())
    else:
        for each in found:
            click.echo(f"{'well ' if each.well else 'WRONG'}  {each.name}: {each.found}")
            if not each.well:
                click.echo(f"       {each.advice}")
    return 0 if all(each.well for each in found) else 1


def findings(settings: Settings, urls: Sequence[str] = ()) -> Iterator[Finding]:
    """Look at one thing after the other; what needs Redis is left out where there is none."""
    from services.shared.reach import reach  # noqa: PLC0415 - other commands do without
    from services.shared.redis import AWAY  # noqa: PLC0415 - the same

    yield Finding("settings", well=True, found="all can be read")
    yield from _folders(settings)
    yield from _tools(settings)
    for url in urls:
        yield _web(url)
    if settings.redis_url is None:
        yield Finding(
            "redis", well=False, found="POMONA_REDIS_URL is not set", advice="Set it as the processes have it."
        )
        return
    ours, broker = reach(settings.redis_url), reach(str(settings.broker))
    for name, client, checks in (
        ("redis", ours, (_servers, _secrets, _late)),
        ("broker", broker, (_broker, _queues)),
    ):
        try:
            for check in checks:
                yield from check(settings, client)
        except AWAY as error:
            setting = "POMONA_REDIS_URL" if name == "redis" else "POMONA_BROKER_URL"
            yield Finding(
                name,
                well=False,
                found=f"it does not answer: {error}",
                advice=f"Start it, or mend {setting} and the network in between.",
            )


# Redis ---------------------------------------------------------------------------------------------------------------


def _servers(settings: Settings, client: "Client") -> Iterator[Finding]:
    """What is found of each server that has matches; of several, the worst."""
    from services.shared.reach import servers  # noqa: PLC0415 - other commands do without

    found: dict[str, Finding] = {}
    asked = servers(client)
    for server in asked:
        with server:
            for check in (_version, _one_server, _durable, _speed):
                for each in check(settings, server):
                    told = each if len(asked) == 1 else each._replace(found=f"{each.found}, on {_place(server)}")
                    if each.name not in found or found[each.name].well:
                        found[each.name] = told
    yield from found.values()


def _place(server: redis.Redis) -> str:
    how = server.connection_pool.connection_kwargs
    return f"{how['host']}:{how['port']}"


def _version(_settings: Settings, client: redis.Redis) -> Iterator[Finding]:
    info: Any = client.info("server")
    said = str(info.get("valkey_version") or info["redis_version"])
    well = tuple(int(part) for part in said.split(".")[:2]) >= LEAST_VERSION
    yield Finding("redis version", well, said, f"Use {'.'.join(map(str, LEAST_VERSION))} or newer.")


def _one_server(settings: Settings, client: redis.Redis) -> Iterator[Finding]:
    if _in_cluster(client) and not is_cluster(str(settings.redis_url)):
        yield Finding(
            "redis",
            well=False,
            found="a node of a cluster",
            advice="Name the cluster in POMONA_REDIS_URL, as redis+cluster://host:6379,host:6379.",
        )


def _in_cluster(client: redis.Redis) -> bool:
    info: Any = client.info("cluster")
    return bool(int(info.get("cluster_enabled", 0)))


def _durable(_settings: Settings, client: redis.Redis) -> Iterator[Finding]:
    try:
        said: Any = client.config_get("appendonly", "appendfsync", "maxmemory-policy")
    except redis.ResponseError as error:
        yield Finding("redis durability", well=True, found=f"cannot be asked here ({error}); see to it where it runs")
        return
    keeps = said.get("appendonly") == "yes"
    policy = said.get("maxmemory-policy", "noeviction")
    yield Finding(
        "redis durability",
        keeps,
        f"appendonly {said.get('appendonly')}, appendfsync {said.get('appendfsync')}",
        "Set `appendonly yes`: without it a restart loses matches; `appendfsync always` loses no acknowledged move.",
    )
    yield Finding(
        "redis eviction",
        policy == "noeviction",
        f"maxmemory-policy {policy}",
        "Set `maxmemory-policy noeviction`: others delete matches that are being played.",
    )


def _speed(_settings: Settings, client: redis.Redis) -> Iterator[Finding]:
    took = []
    for _ in range(PINGS):
        began = time.perf_counter()
        client.ping()
        took.append((time.perf_counter() - began) * 1000)
    best = min(took)
    yield Finding(
        "redis latency",
        best < SLOW_MS,
        f"{best:.1f} ms",
        "Bring Redis nearer: a move takes two calls, one after the other.",
    )
    seconds, micros = client.time()
    skew = abs(time.time() - seconds - micros / 1e6)
    yield Finding(
        "clock",
        skew < SKEW_SECONDS,
        f"{skew:.1f} s from that of Redis",
        "Set the clocks by NTP: stream tickets and queue ages are told by this one.",
    )


def _secrets(settings: Settings, client: "Client") -> Iterator[Finding]:
    from services.shared.server_secrets import server_secrets  # noqa: PLC0415 - other commands do without
    from services.shared.stamps import Stamps  # noqa: PLC0415 - the same

    if not settings.secrets and not (settings.data / "secrets").exists():
        yield Finding(
            "secrets",
            well=False,
            found=f"POMONA_SECRETS is not set, and {settings.data} has none",
            advice="Set POMONA_SECRETS as all processes have it.",
        )
        return
    try:
        strangers = Stamps(client).strangers(server_secrets(settings))
    except SettingsError as error:
        yield Finding("secrets", well=False, found=str(error), advice="Mend it.")
        return
    found = f"others than those of: {', '.join(strangers)}" if strangers else "the same as those of all who were seen"
    yield Finding(
        "secrets",
        not strangers,
        found,
        "Give all processes the same POMONA_SECRETS and start them again: they do not believe each other's tokens.",
    )


def _late(_settings: Settings, client: "Client") -> Iterator[Finding]:
    from services.gauges import Gauges  # noqa: PLC0415 - other commands do without

    late = Gauges(client, client).late()
    yield Finding(
        "sweeper",
        late < LATE_SECONDS,
        f"the oldest match has been due for {late:.0f} s",
        "Start `pomona sweeper`, or look into its log: nobody looks after what is due.",
    )


# The broker ----------------------------------------------------------------------------------------------------------


def _broker(_settings: Settings, client: "Client") -> Iterator[Finding]:
    from services.shared.reach import servers  # noqa: PLC0415 - other commands do without

    alone = not any(map(_in_cluster, servers(client)))
    yield Finding(
        "broker",
        alone,
        "one server" if alone else "a cluster",
        "Set POMONA_BROKER_URL to a Redis that is no cluster: Celery cannot work on one.",
    )


def _queues(_settings: Settings, client: "Client") -> Iterator[Finding]:
    from services.gauges import Gauges  # noqa: PLC0415 - other commands do without
    from services.shared.stamps import Stamps  # noqa: PLC0415 - the same

    stamps, gauges = Stamps(client), Gauges(client, client)
    for name in QUEUES:
        silent, age = stamps.silence(name), gauges.age(name)
        seen = "no worker has taken from it" if silent is None else f"a worker took from it {silent:.0f} s ago"
        well = silent is not None and silent < SILENT_SECONDS
        yield Finding(
            f"queue {name}",
            well,
            f"{seen}; its oldest task has waited for {age:.0f} s",
            f"Start `pomona worker --queues {name}`, or look into its log.",
        )


# Here ----------------------------------------------------------------------------------------------------------------


def _folders(settings: Settings) -> Iterator[Finding]:
    wanted: dict[str, Path] = {} if settings.redis_url and settings.secrets else {"POMONA_DATA": settings.data}
    if settings.archive_folder:
        wanted["POMONA_ARCHIVE_DIR"] = settings.archive_folder
    for name, folder in wanted.items():
        there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
        well = there.is_dir() and os.access(there, os.W_OK | os.X_OK)
        yield Finding(
            f"folder {name}",
            well,
            f"{folder} {'can' if well else 'cannot'} be written",
            f"Let the user of the processes write to {there}, or name another folder in {name}.",
        )


def _tools(settings: Settings) -> Iterator[Finding]:
    from ai.cache import is_warm, numba_version  # noqa: PLC0415 - other commands do without
    from services.rules.registry import GAMES  # noqa: PLC0415 - the same

    version = numba_version()
    if version is None:
        here = "numba is not installed here; bots think in plain Python, or elsewhere"
        yield Finding("compiler", well=True, found=here)
    else:
        cold = [slug for slug, game in GAMES.items() if not is_warm(game)]
        cpu = os.environ.get("NUMBA_CPU_NAME") or platform.machine()
        found = (
            f"no compiled search of {', '.join(cold)} for {cpu}" if cold else f"numba {version}, all compiled for {cpu}"
        )
        yield Finding(
            "compiler",
            not cold,
            found,
            f"Run `pomona warmup` with POMONA_CACHE_DIR={settings.cache_dir}: until then bots think in plain Python.",
        )
    solver = importlib.util.find_spec("ortools") is not None
    yield Finding(
        "solver",
        solver or version is None,
        "OR-Tools is installed" if solver else "OR-Tools is not installed here",
        "Install it where workers run: questions and reviews need it.",
    )


def _web(url: str) -> Finding:
    """Whether a web process is there and ready."""
    advice = "Look into its log, and whether the address is right."
    if urlsplit(url).scheme not in {"http", "https"}:
        return Finding(f"web {url}", well=False, found="this is no http:// address", advice=advice)
    try:
        with urllib.request.urlopen(f"{url.rstrip('/')}/readyz", timeout=ANSWER_SECONDS):  # noqa: S310 - seen above
            return Finding(f"web {url}", well=True, found="ready")
    except (OSError, urllib.error.URLError) as error:
        return Finding(f"web {url}", well=False, found=f"not ready: {error}", advice=advice)
