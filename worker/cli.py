"""What the commands `worker`, `sweeper` and `warmup` do."""

import logging
import os
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from services.shared.settings import Settings, SettingsError
from services.shared.tasks import QUEUES, WORKER_OPTIONS

if TYPE_CHECKING:
    from celery import Celery

LINE: Final = "%(asctime)s %(levelname)s %(process)d %(name)s: %(message)s"
TALKATIVE: Final = ("celery.app.trace", "celery.worker.strategy")
"""Write two lines a task; `debug` hears them."""


def run_worker(settings: Settings, queues: Sequence[str] = QUEUES, processes: int = 0, *, warm: bool = True) -> int:
    """Run a worker on these queues, the most urgent first, until it is told to stop; the exit code."""
    from ai.cache import numba_version
    from worker.app import make_app
    from worker.warm import warm_at_start

    _tell(settings)
    if settings.bots == "compiled" and numba_version() is None:
        raise SettingsError("POMONA_BOTS is compiled, but numba is not installed here.")
    unknown = set(queues) - set(QUEUES)
    if unknown:
        raise SettingsError(f"There is no queue {', '.join(sorted(unknown))}; queues are {', '.join(QUEUES)}.")
    app = make_app(settings)
    if warm:
        warm_at_start()
    return celery_worker(app, settings, queues, processes)


def celery_worker(app: "Celery", settings: Settings, queues: Sequence[str] = QUEUES, processes: int = 0) -> int:
    """Run a worker of this app; the exit code."""
    from worker.alive import prove_alive

    _tell(settings)
    # Celery fears pickled tasks of strangers; ours are JSON of a few ids, and containers like to be root.
    warnings.filterwarnings("ignore", "You're running the worker with superuser privileges")
    # The user of an image is a number, which no file of the image gives a name.
    warnings.filterwarnings("ignore", "An entry for the specified gid or egid was not found")
    if settings.alive_file is not None:
        queues = (prove_alive(app, settings.alive_file, str(settings.broker)), *queues)
    size = ["--concurrency", str(processes or settings.processes), "--loglevel", settings.log_level]
    node = ["--hostname", f"pomona-{os.getpid()}@%h"]
    command = ["--quiet", "worker", *WORKER_OPTIONS, "-Q", ",".join(queues), *size, *node]
    return int(cast("Any", app).worker_main(command) or 0)


def run_sweeper(settings: Settings) -> int:
    """Run a sweeper until it is told to stop; the exit code."""
    from worker.sweeper import Sweeper
    from worker.wiring import wire_workshop

    _tell(settings)
    Sweeper(wire_workshop(settings).handle_due, settings.alive_file).run()
    return 0


def run_warmup(slugs: Sequence[str] = ()) -> bool:
    """Compile the searches of these games, or of all; False where numba is not installed."""
    from ai.engines import warm_up
    from services.rules.registry import GAMES

    return all(warm_up(game) for slug, game in GAMES.items() if not slugs or slug in slugs)


def _tell(settings: Settings) -> None:
    """Log as the settings say; Celery leaves alone what it finds."""
    logging.basicConfig(level=settings.log_level.upper(), format=LINE)
    if settings.log_level != "debug":
        for name in TALKATIVE:
            logging.getLogger(name).setLevel(logging.WARNING)
