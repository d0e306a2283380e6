"""Tree Society (Matthew Dunstan, Brett J. Gilbert): table of contents; docs/games/tree_society.md tells its rules."""

from services.rules.contract import Game

from .actions import MAX_ACTION, MAX_LEGAL, MAX_STEPS
from .chance import random_action
from .components import BOX, SEATS
from .facts import tell
from .legal import is_legal, legal_actions
from .moves import apply, is_over, reveals, to_act
from .notation import MOVES, decode, encode, label
from .options import OPTIONS
from .refusals import explain
from .scoring import ranking, scores
from .state import State, deal, rebuild, redact, redeal
from .view import describe

GAME = Game(
    slug="tree_society",
    title="Tree Society",
    seats=SEATS,
    rules_version=BOX.version("1"),
    State=State,
    options=OPTIONS,
    moves=MOVES,
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
)
