"""A door in front of a real Redis through which its answers come late, or changed."""

import contextlib
import socket
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

Edit = Callable[[bytes], bytes]
"""Changes what Redis has answered, and not its length."""
MOST: Final = 65536


class _Both(socketserver.BaseRequestHandler):
    """One connection to the door, and one behind it."""

    behind: str
    edit: Edit
    late: float

    def handle(self) -> None:
        """Hand on what is asked, and what is answered."""
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as far:
            far.connect(self.behind)
            asking = threading.Thread(target=self._ask, args=(far,), daemon=True)
            asking.start()
            while answer := far.recv(MOST):
                time.sleep(self.late)
                self.request.sendall(type(self).edit(answer))

    def _ask(self, far: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while asked := self.request.recv(MOST):
                far.sendall(asked)
            far.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def edited(redis_url: str, edit: Edit = bytes, late: float = 0.0) -> Iterator[str]:
    """The address of a door to the Redis on this socket, whose answers are edited and come so many seconds late."""
    handler = type("Both", (_Both,), {"behind": redis_url.removeprefix("unix://"), "edit": edit, "late": late})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield f"redis://127.0.0.1:{server.server_address[1]}/0"
        finally:
            server.shutdown()
