"""Applejack (Uwe Rosenberg): the table of contents of the game; docs/games/applejack.md tells its rules."""

from services.rules.contract import Game

from .components import COMPONENTS, SEATS
from .facts import tell
from .moves import (
    MAX_ACTION,
    MAX_LEGAL,
    MAX_STEPS,
    apply,
    is_legal,
    is_over,
    legal_actions,
    random_action,
    reveals,
    to_act,
)
from .notation import Draw, Lay, Pasture, Take, decode, encode, explain, label
from .options import OPTIONS
from .scoring import ranking, scores
from .state import State, deal, rebuild, redact, redeal
from .view import describe

GAME = Game(
    slug="applejack",
    title="Applejack",
    seats=SEATS,
    rules_version=COMPONENTS.version("1"),
    State=State,
    options=OPTIONS,
    moves=(Draw, Take, Lay, Pasture),
    max_legal=MAX_LEGAL,
    max_action=MAX_ACTION,
    max_steps=MAX_STEPS,
    score_span=(0, 150),
    deal=deal,
    to_act=to_act,
    is_over=is_over,
    legal_actions=legal_actions,
    is_legal=is_legal,
    random_action=random_action,
    apply=apply,
    scores=scores,
    ranking=ranking,
    redeal=redeal,
    redact=redact,
    rebuild=rebuild,
    encode=encode,
    decode=decode,
    label=label,
    explain=explain,
    describe=describe,
    tell=tell,
    reveals=reveals,
)
