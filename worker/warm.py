"""The warm start: a worker loads the compiled searches if there are any, else has them made beside it."""

import logging
import sys

from ai import cache
from services.ai.engines import prepare
from services.rules.registry import GAMES
from services.shared import children

log = logging.getLogger(__name__)


def warm_at_start() -> children.Running | None:
    """Load what is compiled, or start the process that compiles it.

    It is loaded once for all children of the worker, which are forked later. What is missing they load when it is
    there, and until then bots think in plain Python. Several workers may start such a process; all but one wait at the
    lock and find the work done.
    """
    if cache.numba_version() is None:
        log.warning("numba is not installed: bots think in plain Python")
        return None
    cold = [game.slug for game in GAMES.values() if not cache.is_warm(game)]
    for game in GAMES.values():
        if game.slug not in cold:
            prepare(game)
    if not cold:
        return None
    log.info("compiling %s beside the worker", ", ".join(cold))
    return children.start([sys.executable, "-m", "pomona", "warmup"])
