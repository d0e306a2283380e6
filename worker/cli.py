"""What the commands `worker`, `sweeper` and `warmup` do."""

import importlib.util
import os
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from services.shared import metrics_door
from services.shared.settings import Settings, SettingsError
from services.shared.tasks import QUEUES, WORKER_OPTIONS

if TYPE_CHECKING:
    from celery import Celery


def run_worker(settings: Settings, queues: Sequence[str] = QUEUES, processes: int = 0, *, warm: bool = True) -> int:
    """Run a worker on these queues, the most urgent first, until it is told to stop; the exit code."""
    if settings.metrics_port:
        metrics_door.share()
    from ai.cache import numba_version
    from worker.app import make_app
    from worker.warm import warm_at_start

    if settings.bots == "compiled" and numba_version() is None:
        raise SettingsError("POMONA_BOTS is compiled, but numba is not installed here.")
    if settings.solver == "yes" and importlib.util.find_spec("ortools") is None:
        raise SettingsError("POMONA_SOLVER is yes, but OR-Tools is not installed here.")
    unknown = set(queues) - set(QUEUES)
    if unknown:
        raise SettingsError(f"There is no queue {', '.join(sorted(unknown))}; queues are {', '.join(QUEUES)}.")
    app = make_app(settings)
    _tell(settings)
    if warm:
        warm_at_start()
    return celery_worker(app, settings, queues, processes)


def celery_worker(app: "Celery", settings: Settings, queues: Sequence[str] = QUEUES, processes: int = 0) -> int:
    """Run a worker of this app; the exit code."""
    from worker.alive import proof_of, prove_alive, tell_metrics

    _tell(settings)
    # Celery fears pickled tasks of strangers; ours are JSON of a few ids, and containers like to be root.
    warnings.filterwarnings("ignore", "You're running the worker with superuser privileges")
    # The user of an image is a number, which no file of the image gives a name.
    warnings.filterwarnings("ignore", "An entry for the specified gid or egid was not found")
    tell_metrics(settings)
    queues = (prove_alive(app, proof_of(settings, queues), str(settings.broker)), *queues)
    size = ["--concurrency", str(processes or settings.processes), "--loglevel", settings.log_level]
    node = ["--hostname", f"pomona-{os.getpid()}@%h"]
    command = ["--quiet", "worker", *WORKER_OPTIONS, "-Q", ",".join(queues), *size, *node]
    return int(cast("Any", app).worker_main(command) or 0)


def run_sweeper(settings: Settings) -> int:
    """Run a sweeper until it is told to stop; the exit code."""
    from worker.sweeper import Sweeper, tell_metrics
    from worker.wiring import wire_workshop

    _tell(settings)
    workshop = wire_workshop(settings)
    tell_metrics(settings)
    Sweeper(workshop.sweep, settings.alive_file).run()
    return 0


def run_warmup(slugs: Sequence[str] = ()) -> bool:
    """Compile the searches of these games, or of all; False where numba is not installed."""
    from ai.engines import warm_up
    from services.rules.registry import GAMES

    return all(warm_up(game) for slug, game in GAMES.items() if not slugs or slug in slugs)


def _tell(settings: Settings) -> None:
    """Log as the settings say; Celery leaves alone what it finds."""
    from services.shared import logs

    logs.configure(settings)
