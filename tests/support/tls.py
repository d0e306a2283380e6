"""Doors that speak TLS in front of real servers, for the bundled one does not; certificates for them."""

import contextlib
import select
import shutil
import socket
import socketserver
import ssl
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Final
from urllib.parse import urlencode

import pytest

MOST: Final = 65536
_HANDSHAKE: Final = 0x16
"""The first byte of whoever speaks TLS."""


def _major() -> int:
    """The version of OpenSSL on the path, which makes the certificates; 0 if it is another program, or none."""
    if shutil.which("openssl") is None:
        return 0
    said = subprocess.run(["openssl", "version"], capture_output=True, text=True, check=False).stdout.split()
    return int(said[1].partition(".")[0]) if said[:1] == ["OpenSSL"] else 0


needs_openssl = pytest.mark.skipif(_major() < 3, reason="OpenSSL 3 makes the certificates")


@dataclass(frozen=True)
class Certificates:
    """Files of an authority, and of what it has signed: for 127.0.0.1 alone."""

    authority: Path
    certificate: Path
    key: Path

    @classmethod
    def make(cls, folder: Path) -> "Certificates":
        """Make them."""
        folder.mkdir()
        signer, signed = folder / "ca.pem", folder / "server.pem"
        keys = {each: each.with_suffix(".key") for each in (signer, signed)}
        kind = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
        new = ("openssl", "req", "-x509", *kind)
        _run(*new, "-subj", "/CN=authority", "-keyout", keys[signer], "-out", signer)
        named = ("-subj", "/CN=redis", "-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=CA:FALSE")
        _run(*new, *named, "-CA", signer, "-CAkey", keys[signer], "-keyout", keys[signed], "-out", signed)
        return cls(signer, signed, keys[signed])

    @property
    def query(self) -> str:
        """What an address says of them: whom to believe, and who we are."""
        files = {"ssl_ca_certs": self.authority, "ssl_certfile": self.certificate, "ssl_keyfile": self.key}
        return urlencode(files)


@dataclass
class Door:
    """A port behind which is another one."""

    port: int
    encrypted: int = 0
    plain: int = 0
    """Connections that came, of each kind."""


@dataclass
class Doors:
    """Doors that want to see a certificate; a plain connection is let through too, for servers among themselves."""

    certificates: Certificates
    opened: list[Door] = field(default_factory=list)

    @contextlib.contextmanager
    def open(self, behind: int | str) -> Iterator[Door]:
        """A door in front of this port or socket, until the end of the block."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificates.certificate, self.certificates.key)
        context.load_verify_locations(self.certificates.authority)
        context.verify_mode = ssl.CERT_REQUIRED
        handler: Any = type("Through", (_Through,), {"behind": behind, "context": context})
        with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
            server.daemon_threads = True
            handler.door = Door(server.server_address[1])
            self.opened.append(handler.door)
            threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
            try:
                yield handler.door
            finally:
                server.shutdown()


class _Through(socketserver.BaseRequestHandler):
    """One connection to the door, and one behind it."""

    behind: ClassVar[int | str]
    context: ClassVar[ssl.SSLContext]
    door: ClassVar[Door]

    def handle(self) -> None:
        """Hand on what comes from either side."""
        near: socket.socket = self.request
        with contextlib.suppress(OSError):
            first = near.recv(1, socket.MSG_PEEK)
            if first and first[0] == _HANDSHAKE:
                near = self.context.wrap_socket(near, server_side=True)
                self.door.encrypted += 1
            else:
                self.door.plain += 1
            with near, self._far() as far:
                _hand_on(near, far)

    def _far(self) -> socket.socket:
        if isinstance(self.behind, int):
            return socket.create_connection(("127.0.0.1", self.behind))
        far = socket.socket(socket.AF_UNIX)
        far.connect(self.behind)
        return far


def _hand_on(near: socket.socket, far: socket.socket) -> None:
    """In one thread: a TLS connection is not safe to be read and written at once."""
    while True:
        waiting = isinstance(near, ssl.SSLSocket) and near.pending() > 0
        ready = [near] if waiting else select.select([near, far], [], [])[0]
        for side in ready:
            said = side.recv(MOST)
            if not said:
                return
            (far if side is near else near).sendall(said)


def _run(*command: str | Path) -> None:
    subprocess.run(list(map(str, command)), check=True, capture_output=True)
