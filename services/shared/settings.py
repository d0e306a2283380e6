"""The settings of every Pomona process: one table, read once from the environment."""

import os
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, Literal, Self, get_args
from urllib.parse import urlsplit

from environs import EnvError, FileAwareEnv, ValidationError, validate

from services.shared import addresses

PREFIX = "POMONA_"
MIN_SECRET = 32

STREAMS: Final = "streams"
PARTS: Final = ("rules", "matchmaking", "ai", STREAMS)
"""The parts of the API, which may be served by processes of their own."""
ALL_PARTS: Final = "all"

Fsync = Literal["always", "everysec"]
Bots = Literal["compiled", "plain"]
Solver = Literal["yes", "no"]
LogLevel = Literal["debug", "info", "warning", "error"]
Log = Literal["json", "text"]


class SettingsError(Exception):
    """A setting has a wrong value; the text is one line for the person who starts Pomona."""


def row(kind: str, unit: str, text: str, *checks: Callable[[Any], Any]) -> Mapping[str, Any]:
    """Describe one setting: how it is read, its unit, what it does and its limits."""
    return {"kind": kind, "unit": unit, "text": text, "checks": checks}


def _is_address(url: str) -> None:
    try:
        addresses.check(url)
    except addresses.AddressError as error:
        raise ValidationError(str(error)) from None


def _is_broker(url: str) -> None:
    try:
        addresses.check_broker(url)
    except addresses.AddressError as error:
        raise ValidationError(str(error)) from None


def _long_enough(secrets: list[str]) -> None:
    if any(len(secret) < MIN_SECRET for secret in secrets):
        raise ValidationError(f"Each secret must have at least {MIN_SECRET} characters.")


def _are_origins(origins: list[str]) -> None:
    for origin in origins:
        parts = urlsplit(origin)
        if parts.scheme not in {"http", "https"} or origin != f"{parts.scheme}://{parts.netloc}" or not parts.hostname:
            raise ValidationError("Each must be a scheme and a host, as https://play.example, and nothing behind.")


def default_data() -> Path:
    """Where matches live when nothing is said: the user's own data folder."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pomona"


def default_cache() -> Path:
    """Where compiled searches are kept when nothing is said: the user's own cache folder."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pomona"


@dataclass(frozen=True)
class Settings:
    """Everything that can be set; `POMONA_<NAME>` holds a value, `POMONA_<NAME>_FILE` the path of a file with it."""

    host: str = field(default="127.0.0.1", metadata=row("str", "address", "where the web process listens"))
    port: int = field(
        default=8000,
        metadata=row("int", "TCP port", "where the web process listens; 0 takes a free one", validate.Range(0, 65535)),
    )
    parts: tuple[str, ...] = field(
        default=(ALL_PARTS,),
        metadata=row(
            "list",
            "comma-separated",
            "the parts of the API that the web process serves: rules, matchmaking, ai, streams, or all",
            validate.Length(1),
            validate.ContainsOnly((*PARTS, ALL_PARTS)),
        ),
    )
    data: Path = field(
        default_factory=default_data,
        metadata=row("path", "folder", "where the bundled Redis keeps the matches"),
    )
    appendfsync: Fsync = field(
        default="always",
        metadata=row(
            "str",
            "always or everysec",
            "when the bundled Redis syncs to disk; everysec may lose the last acknowledged moves",
            validate.OneOf(get_args(Fsync)),
        ),
    )
    redis_url: str | None = field(
        default=None, metadata=row("str", "URL", "a Redis to use instead of the bundled one", _is_address)
    )
    broker_url: str | None = field(
        default=None,
        metadata=row("str", "URL", "the Redis of the task queue, never a cluster (default: the same)", _is_broker),
    )
    secrets: tuple[str, ...] = field(
        default=(),
        metadata=row(
            "list",
            "comma-separated",
            "one or two server secrets, the signing one first (default: a file in the data folder)",
            validate.Length(1, 2),
            _long_enough,
        ),
    )
    workers: int = field(
        default=0,
        metadata=row("int", "processes", "bots that think at once; 0 takes one a core", validate.Range(0, 256)),
    )
    bots: Bots | None = field(
        default=None,
        metadata=row(
            "str",
            "compiled or plain",
            "whether the workers have numba, so that every bot can be offered (default: whether it is installed here)",
            validate.OneOf(get_args(Bots)),
        ),
    )
    solver: Solver | None = field(
        default=None,
        metadata=row(
            "str",
            "yes or no",
            "whether the workers have OR-Tools, which plans and answers exact questions (default: whether it is here)",
            validate.OneOf(get_args(Solver)),
        ),
    )
    alive_file: Path | None = field(
        default=None,
        metadata=row(
            "path", "file", "which a worker or a sweeper touches whenever it has proved that it works (default: none)"
        ),
    )
    log_level: LogLevel = field(
        default="info",
        metadata=row("str", "debug, info, warning or error", "how much is logged", validate.OneOf(get_args(LogLevel))),
    )
    log: Log | None = field(
        default=None,
        metadata=row(
            "str",
            "json or text",
            "how lines of the log are written (default: text on a terminal, else json)",
            validate.OneOf(get_args(Log)),
        ),
    )
    metrics_port: int = field(
        default=0,
        metadata=row(
            "int",
            "TCP port",
            "where a worker or a sweeper tells its metrics; web processes do at /metrics; 0: nowhere",
            validate.Range(0, 65534),
        ),
    )
    threads: int = field(
        default=16,
        metadata=row(
            "int", "threads", "requests that a web process without streams answers at once", validate.Range(1, 256)
        ),
    )
    cors_origins: tuple[str, ...] = field(
        default=(),
        metadata=row(
            "list",
            "comma-separated",
            "origins whose pages may use the API, as https://play.example (default: none)",
            _are_origins,
        ),
    )
    dev: bool = field(
        default=False, metadata=row("bool", "on or off", "development: matches with a seed chosen by the caller")
    )
    cache_dir: Path = field(
        default_factory=default_cache, metadata=row("path", "folder", "where compiled searches are kept")
    )
    job_minutes: int = field(
        default=60,
        metadata=row(
            "int", "minutes", "how long answers and hints are kept after their last change", validate.Range(1, 10_080)
        ),
    )
    ticket_minutes: int = field(
        default=60,
        metadata=row("int", "minutes", "how long tickets are kept once they have ended", validate.Range(1, 10_080)),
    )
    tickets_per_player: int = field(
        default=4, metadata=row("int", "tickets", "with which a player may wait at once", validate.Range(1, 100))
    )
    tickets_per_app: int = field(
        default=20_000, metadata=row("int", "tickets", "of an app that may wait at once", validate.Range(1, 1_000_000))
    )
    invitations_per_player: int = field(
        default=10,
        metadata=row("int", "invitations", "of a player that may be open at once", validate.Range(1, 1_000)),
    )
    limit_new: int = field(
        default=120,
        metadata=row(
            "int",
            "requests a minute",
            "for matches, players, tickets and the like, by player or address; 0: no limit",
            validate.Range(0, 1_000_000),
        ),
    )
    limit_join: int = field(
        default=240,
        metadata=row(
            "int",
            "requests a minute",
            "to join and to look at codes, by player or address; 0: no limit",
            validate.Range(0, 1_000_000),
        ),
    )
    limit_profile: int = field(
        default=600,
        metadata=row(
            "int",
            "requests a minute",
            "about a player, by player or address; 0: no limit",
            validate.Range(0, 1_000_000),
        ),
    )
    limit_moves: int = field(
        default=0,
        metadata=row(
            "int", "moves a second", "of an app in one web process; 0: no limit", validate.Range(0, 1_000_000)
        ),
    )

    finished_days: int = field(
        default=30,
        metadata=row("int", "days", "how long a match is kept after its end", validate.Range(1, 36_500)),
    )
    abandoned_days: int = field(
        default=90,
        metadata=row("int", "days", "how long a match is kept in which nothing happens", validate.Range(1, 36_500)),
    )
    open_hours: int = field(
        default=48,
        metadata=row("int", "hours", "how long a match waits for people to sit down", validate.Range(1, 87_600)),
    )
    archive: bool = field(
        default=True,
        metadata=row("bool", "on or off", "whether a match is written into the archive before it is deleted"),
    )
    archive_dir: Path | None = field(
        default=None,
        metadata=row("path", "folder", "where the archive is (default: `archive` in the data folder)"),
    )

    leaderboard_games: int = field(
        default=5,
        metadata=row(
            "int", "games", "rated games after which a player is listed on leaderboards", validate.Range(1, 1000)
        ),
    )

    @classmethod
    def read(cls) -> Self:
        """Read the environment. Raises SettingsError."""
        env = FileAwareEnv(prefix=PREFIX, strip_whitespace=True)
        values: dict[str, Any] = {each.name: _read(env, each) for each in fields(cls)}
        made = cls(**values)
        if made.broker is not None and addresses.is_cluster(made.broker):
            raise SettingsError(
                "POMONA_BROKER_URL (URL): Must be set where POMONA_REDIS_URL is a cluster, on which no queue can be."
            )
        return made

    @property
    def broker(self) -> str | None:
        """The URL of the queue's Redis."""
        return self.broker_url or self.redis_url

    @property
    def archive_folder(self) -> Path | None:
        """Where matches are written before they are deleted; None: they are not."""
        return (self.archive_dir or self.data / "archive") if self.archive else None

    @property
    def served(self) -> tuple[str, ...]:
        """The parts of the API that the web process serves."""
        return PARTS if ALL_PARTS in self.parts else self.parts

    @property
    def processes(self) -> int:
        """How many bots think at once."""
        return self.workers or os.cpu_count() or 1

    def with_redis(self, url: str) -> Self:
        """Return the same settings for a Redis at this address."""
        return replace(self, redis_url=url)

    def environment(self) -> dict[str, str]:
        """Say these settings as environment variables, for processes started from here."""
        values = {_variable(each): getattr(self, each.name) for each in fields(self)}
        return {name: _write(value) for name, value in values.items() if value not in {None, ()}}


def _variable(each: Field[Any]) -> str:
    return PREFIX + each.name.upper()


def _read(env: FileAwareEnv, each: Field[Any]) -> object:
    """Read one setting; an empty variable counts as not set."""
    default = each.default if each.default_factory is MISSING else each.default_factory()
    if os.environ.get(_variable(each)) == "":
        return default
    try:
        read = getattr(env, each.metadata["kind"])
        value = read(each.name.upper(), default, validate=each.metadata["checks"])
    except (EnvError, ValueError) as error:
        reasons = getattr(error, "error_messages", None) or [str(error)]
        raise SettingsError(f"{_variable(each)} ({each.metadata['unit']}): {' '.join(map(str, reasons))}") from error
    return tuple(value) if isinstance(value, list) else value


def _write(value: object) -> str:
    if isinstance(value, Path):
        return str(value.absolute())  # a child may work in another folder
    return ",".join(value) if isinstance(value, tuple) else str(value)
