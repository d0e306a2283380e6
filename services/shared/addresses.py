"""Addresses of Redis: one server, or the master that sentinels name.

`redis://` and `rediss://` (TLS) as redis-py has them, `unix://` for a socket, and for sentinels

    redis+sentinel://[[user]:password@]host[:26379][,host[:port]...]/service[/database][?sentinel_password=...]

User and password are those of the servers; sentinels that want one of their own are told it behind the question mark
(`sentinel_username`, `sentinel_password`).
"""

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import parse_qsl, quote, unquote, urlsplit

SERVERS: Final = ("redis", "rediss", "unix")
SENTINELS: Final = "redis+sentinel"
CLUSTERS: Final = ("redis+cluster", "rediss+cluster")
SENTINEL_PORT: Final = 26379
_ASKED: Final = {"sentinel_username": "username", "sentinel_password": "password"}
_FORM: Final = "redis+sentinel://host:26379,host:26379/service/0"


class AddressError(Exception):
    """This is no address that we can use; the text is one line, without the address, which may hold a password."""


@dataclass(frozen=True)
class Watched:
    """A server that sentinels watch over: they know its address, which changes when it fails."""

    sentinels: tuple[tuple[str, int], ...]
    service: str
    database: int = 0
    login: dict[str, str] = field(default_factory=dict)
    """`username` and `password` of the servers, where there are any."""
    sentinel_login: dict[str, str] = field(default_factory=dict)
    """The same of the sentinels."""

    def kombu_url(self) -> str:
        """All sentinels as kombu spells them."""
        user, password = (quote(self.login.get(name, ""), safe="") for name in ("username", "password"))
        login = f"{user}:{password}@" if password else ""
        return ";".join(f"sentinel://{login}{_host(name)}:{port}/{self.database}" for name, port in self.sentinels)


def check(url: str) -> None:
    """Raise AddressError if this is no address that we can use."""
    scheme = urlsplit(url).scheme
    if scheme in CLUSTERS:
        raise AddressError(
            "A cluster cannot be used: take one server, or redis+sentinel:// for one that is replaced when it fails."
        )
    if scheme == SENTINELS:
        watched(url)
    elif scheme not in SERVERS:
        raise AddressError("Must begin with redis://, rediss://, unix:// or redis+sentinel://.")


def watched(url: str) -> Watched | None:
    """What an address of sentinels says; None: it is the address of a server. Raises AddressError."""
    parts = urlsplit(url)
    if parts.scheme != SENTINELS:
        return None
    login, _, hosts = parts.netloc.rpartition("@")
    service, _, database = parts.path.strip("/").partition("/")
    asked = dict(parse_qsl(parts.query))
    if not hosts or not service or not (database or "0").isdecimal() or asked.keys() - _ASKED.keys():
        raise AddressError(f"Sentinels are told as {_FORM}.")
    user, _, password = login.partition(":")
    named = {"username": unquote(user), "password": unquote(password)}
    return Watched(
        tuple(_sentinel(each) for each in hosts.split(",")),
        unquote(service),
        int(database or 0),
        {name: value for name, value in named.items() if value},
        {_ASKED[name]: value for name, value in asked.items()},
    )


def without_password(url: str) -> str:
    """An address as it may be told."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()


def _sentinel(text: str) -> tuple[str, int]:
    try:
        parts = urlsplit(f"//{text}")
        host, port = parts.hostname, parts.port or SENTINEL_PORT
    except ValueError as error:
        raise AddressError(f"Sentinels are told as {_FORM}: {error}.") from None
    if not host:
        raise AddressError(f"Sentinels are told as {_FORM}.")
    return host, port


def _host(name: str) -> str:
    return f"[{name}]" if ":" in name else name
