"""Hints, made: for workers. Whoever thinks gets the state as the seat saw it, and nothing else of the match."""

import hashlib
import hmac
from typing import Any, Final

from ai.advice import ADVISER, Advice, advise
from ai.choose import rng_of
from ai.outlook import Outlook
from services.ai.engines import prepare, prepared
from services.ai.working import Impossible, Part
from services.rules.notation import Json
from services.rules.positions import Position, position
from services.rules.store import Store

_SEED_BYTES: Final = 12


def hint(store: Store, secret: bytes, part: Part) -> Json:
    """The hint for a decision; raises Impossible."""
    match_id, seat, version = (part.asks[name] for name in ("match", "seat", "version"))
    seen = position(store, part.app, match_id, version, seat)
    if seen is None:
        raise Impossible("match_gone", "The match is no longer there.")
    prepare(seen.game)
    number = number_of(secret, "hint", part.app, match_id, version, seat)
    return told(seen, advise(seen.game, seen.state, number, prepared(seen.game)), number)


def number_of(secret: bytes, purpose: str, app: str, match_id: str, version: int, seat: int) -> int:
    """What everything is drawn from: whoever does it again draws the same, and it has nothing to do with the match."""
    which = f"{purpose} {app} {match_id} {version} {seat}"
    return int.from_bytes(hmac.digest(secret, which.encode(), hashlib.sha256)[:_SEED_BYTES])


def told(seen: Position, advice: Advice, number: int) -> Json:
    """Advice as it stands in the API."""
    world = seen.game.imagine(seen.state, seen.seat, rng_of(number))
    decision, plan = advice.decision, advice.plan
    return {
        "moves": [
            {
                **move_json(seen, world, each.action),
                "by": list(each.by),
                **outlook_json(each.outlook),
                "reasons": [reason.json() for reason in each.reasons],
            }
            for each in advice.moves
        ],
        "search": {"bot": ADVISER, "iterations": decision.iterations, "short": decision.short},
        "planner": None
        if plan is None
        else {
            "plan": list(plan.plan),
            "value": round(plan.value, 2),
            "bound": round(plan.bound, 2),
            "optimal": plan.optimal,
            "deterministic": plan.deterministic,
            "source": plan.source,
        },
    }


def move_json(seen: Position, world: Any, action: int) -> Json:
    """A move in its notation and in words, from a world that the seat imagines."""
    return {"move": seen.game.decode(world, action).json(), "label": seen.game.label(world, action)}


def outlook_json(outlook: Outlook) -> Json:
    """What a move leads to."""
    return {
        "win_share": None if outlook.win_share is None else round(outlook.win_share, 3),
        "score": round(outlook.score, 2),
        "margin": None if outlook.margin is None else round(outlook.margin, 2),
        "games": outlook.games,
    }
