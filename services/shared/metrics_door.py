"""How metrics leave: of one process, or of all that share a folder; over the API, or a port of their own.

The Prometheus client chooses once, when it is loaded, whether a process writes into a shared folder. So the parent of
several makes the folder before anything that counts is imported, and this module imports the client late.
"""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from prometheus_client.registry import Collector

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable by which the client knows the folder."""
MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_PREFIX: Final = "pomona-metrics-"


def share() -> None:
    """Let this process and its children count together; its private folder goes when it ends."""
    if "prometheus_client" in sys.modules:
        raise RuntimeError("what counts was loaded before it was said that it counts for several processes")
    _forget_the_dead()
    folder, parent = tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"), os.getpid()
    os.environ[FOLDER] = folder

    def forget() -> None:
        if os.getpid() == parent:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(forget)


def _forget_the_dead() -> None:
    """Remove folders of parents that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        owner = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if owner.isdecimal() and not _lives(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True  # of another user
    return True


def text() -> bytes:
    """All metrics, in the text format of Prometheus."""
    from prometheus_client import REGISTRY, CollectorRegistry, generate_latest  # noqa: PLC0415 - see above
    from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415 - see above

    if FOLDER not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def serve(host: str, port: int, *more: "Collector") -> None:
    """Serve them on a port of their own, from a thread, with what these collectors find at each scrape."""
    from prometheus_client import REGISTRY, CollectorRegistry, start_http_server  # noqa: PLC0415 - see above
    from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415 - see above

    registry = REGISTRY
    if FOLDER in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    for each in more:
        registry.register(each)
    start_http_server(port, host, registry)
