"""Addresses of Redis: one server, the master that sentinels name, or a cluster.

`redis://` and `rediss://` (TLS) as redis-py has them, `unix://` for a socket, for sentinels

    redis+sentinel://[[user]:password@]host[:26379][,host[:port]...]/service[/database][?sentinel_password=...]

and for a cluster, of which one node that answers is enough to find the others,

    redis+cluster://[[user]:password@]host[:6379][,host[:port]...]

User and password are those of the servers; sentinels that want one of their own are told it behind the question mark
(`sentinel_username`, `sentinel_password`). `rediss+sentinel://` (sentinels and servers) and `rediss+cluster://` speak
TLS. Where the certificates are is told behind the question mark, in all forms alike: see `TLS`.
"""

import re
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlencode, urlsplit

SERVERS: Final = ("redis", "rediss", "unix")
SENTINELS: Final = ("redis+sentinel", "rediss+sentinel")
CLUSTERS: Final = ("redis+cluster", "rediss+cluster")
PORT: Final = 6379
SENTINEL_PORT: Final = 26379
TLS: Final = ("ssl_ca_certs", "ssl_certfile", "ssl_keyfile", "ssl_check_hostname", "ssl_cert_reqs")
"""What an address may say of TLS: the file of the authorities to believe (else those of the system), our own
certificate and its key, whether the certificate must name the host (True), and whether there must be one (required)."""
_ASKED: Final = {"sentinel_username": "username", "sentinel_password": "password"}
_SENTINELS_FORM: Final = "Sentinels are told as redis+sentinel://host:26379,host:26379/service/0"
_CLUSTER_FORM: Final = "A cluster is told as redis+cluster://host:6379,host:6379"
_FALSE: Final = ("0", "f", "false", "n", "no")

Hosts = tuple[tuple[str, int], ...]


class AddressError(Exception):
    """This is no address that we can use; the text is one line, without the address, which may hold a password."""


@dataclass(frozen=True)
class Watched:
    """A server that sentinels watch over: they know its address, which changes when it fails."""

    sentinels: Hosts
    service: str
    database: int = 0
    login: dict[str, str] = field(default_factory=dict)
    """`username` and `password` of the servers, where there are any."""
    sentinel_login: dict[str, str] = field(default_factory=dict)
    """The same of the sentinels."""
    tls: dict[str, Any] = field(default_factory=dict)
    """How TLS is spoken, as redis-py names it; empty: it is not."""

    def kombu_url(self) -> str:
        """All sentinels as kombu spells them."""
        user, password = (quote(self.login.get(name, ""), safe="") for name in ("username", "password"))
        login = f"{user}:{password}@" if password else ""
        return ";".join(f"sentinel://{login}{_host(name)}:{port}/{self.database}" for name, port in self.sentinels)


@dataclass(frozen=True)
class Clustered:
    """A cluster: some of its nodes, who know the others."""

    nodes: Hosts
    login: dict[str, str] = field(default_factory=dict)
    """`username` and `password` of all nodes, where there are any."""
    tls: dict[str, Any] = field(default_factory=dict)
    """How TLS is spoken, as redis-py names it; empty: it is not."""


def check(url: str) -> None:
    """Raise AddressError if this is no address that we can use."""
    scheme = _parts(url).scheme
    if not clustered(url) and not watched(url) and scheme not in SERVERS:
        raise AddressError("Must begin with redis://, rediss://, unix://, redis+sentinel:// or redis+cluster://.")


def check_broker(url: str) -> None:
    """Raise AddressError if this is no address at which the queue can be."""
    if is_cluster(url):
        raise AddressError(
            "The queue cannot be on a cluster, on which Celery cannot work: take one server, or redis+sentinel://"
            " for one that is replaced when it fails."
        )
    check(url)


def is_cluster(url: str) -> bool:
    """Whether this is the address of a cluster."""
    return _parts(url).scheme in CLUSTERS


def watched(url: str) -> Watched | None:
    """What an address of sentinels says; None: it is another one. Raises AddressError."""
    parts = _parts(url)
    if parts.scheme not in SENTINELS:
        return None
    service, _, database = parts.path.strip("/").partition("/")
    asked = _asked(parts, _ASKED, _SENTINELS_FORM)
    if not service or not (database or "0").isdecimal():
        raise AddressError(f"{_SENTINELS_FORM}.")
    return Watched(
        _hosts(parts, SENTINEL_PORT, _SENTINELS_FORM),
        unquote(service),
        int(database or 0),
        _login(parts),
        {_ASKED[name]: value for name, value in asked.items() if name in _ASKED},
        tls_of(url),
    )


def clustered(url: str) -> Clustered | None:
    """What an address of a cluster says; None: it is another one. Raises AddressError."""
    parts = _parts(url)
    if parts.scheme not in CLUSTERS:
        return None
    _asked(parts, {}, _CLUSTER_FORM)
    if parts.path.strip("/") not in {"", "0"}:
        raise AddressError(f"{_CLUSTER_FORM}: it has no databases.")
    return Clustered(_hosts(parts, PORT, _CLUSTER_FORM), _login(parts), tls_of(url))


def tls_of(url: str) -> dict[str, Any]:
    """How TLS is spoken at this address, as redis-py names it; empty: it is not."""
    parts = _parts(url)
    if not parts.scheme.startswith("rediss"):
        return {}
    told: dict[str, Any] = {name: value for name, value in parse_qsl(parts.query) if name in TLS}
    if "ssl_check_hostname" in told:
        told["ssl_check_hostname"] = told["ssl_check_hostname"].lower() not in _FALSE
    return {"ssl": True, **told}


def without_tls(url: str) -> str:
    """The same address without what it says of TLS behind the question mark."""
    parts = _parts(url)
    rest = [(name, value) for name, value in parse_qsl(parts.query) if name not in TLS]
    return parts._replace(query=urlencode(rest)).geturl()


def without_password(url: str) -> str:
    """An address as it may be told."""
    parts = _parts(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()


def _parts(url: str) -> SplitResult:
    """The parts of an address.

    Several hosts are no host of a URL: the newer Pythons refuse an IPv6 address behind another host, so `urlsplit` does
    not see the hosts.
    """
    scheme, slashes, rest = url.partition("://")
    hosts = re.split("[/?#]", rest, maxsplit=1)[0] if slashes else ""
    return urlsplit(f"{scheme}{slashes}{rest.removeprefix(hosts)}")._replace(netloc=hosts)


def _asked(parts: SplitResult, known: dict[str, str], form: str) -> dict[str, str]:
    """What stands behind the question mark, of which everything must be known."""
    asked = dict(parse_qsl(parts.query, keep_blank_values=True))
    if asked.keys() - known.keys() - (set(TLS) if parts.scheme.startswith("rediss") else set()):
        raise AddressError(f"{form}.")
    return asked


def _login(parts: SplitResult) -> dict[str, str]:
    user, _, password = parts.netloc.rpartition("@")[0].partition(":")
    named = {"username": unquote(user), "password": unquote(password)}
    return {name: value for name, value in named.items() if value}


def _hosts(parts: SplitResult, port: int, form: str) -> Hosts:
    return tuple(_place(each, port, form) for each in parts.netloc.rpartition("@")[2].split(","))


def _place(text: str, port: int, form: str) -> tuple[str, int]:
    try:
        parts = urlsplit(f"//{text}")
        host, port = parts.hostname or "", parts.port or port
    except ValueError as error:
        raise AddressError(f"{form}: {error}.") from None
    if not host:
        raise AddressError(f"{form}.")
    return host, port


def _host(name: str) -> str:
    return f"[{name}]" if ":" in name else name
