"""Click A Tree (Uwe Rosenberg): the table of contents of the game; docs/games/click_a_tree.md tells its rules."""

from services.rules.contract import Game

from .actions import (
    MAX_ACTION,
    MAX_LEGAL,
    MAX_STEPS,
    is_legal,
    is_over,
    legal_actions,
    random_action,
    to_act,
)
from .components import LOADED, SEATS
from .display import rebuild
from .moves import apply, reveals
from .notation import MOVES, decode, encode, explain, label
from .options import OPTIONS
from .scoring import ranking, scores
from .setup import deal
from .state import State, redact, redeal
from .story import tell
from .view import describe

GAME = Game(
    slug="click_a_tree",
    title="Click A Tree",
    seats=SEATS,
    rules_version=LOADED.version("1"),
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
