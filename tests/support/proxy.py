"""A proxy for tests: routes by the table of all proxies, to any of the processes of a part, and remembers nothing."""

import contextlib
import http.client
import random
import threading
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar, Final, Self
from urllib.parse import urlsplit

from tests.support.routes import Routes

PATIENCE: Final = 60.0
_ALONE: Final = {"connection", "keep-alive", "transfer-encoding", "te", "upgrade"}
"""Headers between two neighbours only."""


class Proxy:
    """Listens on a free port of loopback."""

    def __init__(self, processes: Mapping[str, Sequence[str]]) -> None:
        """`processes`: the addresses of each part's processes."""
        handler = type("Handler", (_Handler,), {"routes": Routes.read(), "processes": processes})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        """Begin."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop; streams that are open end with the processes that send them."""
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    """Hands a request on."""

    routes: ClassVar[Routes]
    processes: ClassVar[Mapping[str, Sequence[str]]]

    def pass_on(self) -> None:
        """Send the request to a process of its part, and the answer back as it comes."""
        self.close_connection = True
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        part = self.routes.part_of(urlsplit(self.path).path)
        if part is None:
            self.send_error(404)
            return
        with contextlib.closing(self._reach(self.processes[part])) as client:
            try:
                client.request(self.command, self.path, body or None, self._headers())
                answer = client.getresponse()
            except (OSError, http.client.HTTPException):
                self.send_error(502)  # it may have been done: whether to send it again is the client's to say
                return
            with contextlib.suppress(OSError, http.client.HTTPException):  # either side is gone: the other sees it
                self._answer(answer)

    def _reach(self, urls: Sequence[str]) -> http.client.HTTPConnection:
        """A connection to any process that takes one: who refuses it has heard nothing, so another may be asked."""
        for url in random.sample(urls, len(urls)):
            client = http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
            try:
                client.connect()
            except OSError:
                client.close()
            else:
                return client
        return http.client.HTTPConnection(urlsplit(urls[0]).netloc, timeout=PATIENCE)

    def _headers(self) -> dict[str, str]:
        return {name: value for name, value in self.headers.items() if name.lower() not in _ALONE}

    def _answer(self, answer: http.client.HTTPResponse) -> None:
        self.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in _ALONE:
                self.send_header(name, value)
        self.end_headers()
        while part := answer.read1(65536):
            self.wfile.write(part)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = pass_on  # noqa: N815 - the library's names

    def log_message(self, *_: object) -> None:
        """Say nothing."""
