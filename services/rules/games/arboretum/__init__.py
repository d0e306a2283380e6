"""Arboretum (Dan Cassar): the table of contents of the game; docs/games/arboretum.md tells its rules."""

from services.rules.contract import Game

from .components import SEATS
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
from .notation import Discard, Draw, Plant, decode, encode, explain, label
from .options import OPTIONS
from .scoring import ranking, scores
from .sheet import score_sheet
from .state import State, deal, rebuild, redact, redeal
from .view import describe, tell

GAME = Game(
    slug="arboretum",
    title="Arboretum",
    seats=SEATS,
    rules_version="1",
    State=State,
    options=OPTIONS,
    moves=(Draw, Plant, Discard),
    max_legal=MAX_LEGAL,
    max_action=MAX_ACTION,
    max_steps=MAX_STEPS,
    score_span=(0, 50),
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
    score_sheet=score_sheet,
)
