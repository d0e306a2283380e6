"""What a search works in: its nodes, its plan, and the buffers that both modes hand to it."""

from typing import Any

from services.rules.contract import Game
from services.rules.kernel import Record, field

MOST_WEIGHTS = 64
LINE = 8
"""Actions of a turn that is thought of as a whole; a longer one is played on from there."""
MOST_LINES = 64
"""Such turns at most."""


class Node(Record):
    """A node of the tree: an action, and how it has fared for the seat that chose it."""

    action: int = field("i4")
    seat: int = field("i4")
    first: int = field("i4")  # child, -1 without one; its siblings follow by `next`
    next: int = field("i4")
    visits: int = field("i4")
    available: int = field("i4")  # how often the parent was visited when the action was legal
    reward: float = field("f8")  # sum over the visits


class Plan(Record):
    """What is asked of a search, and how far it has come."""

    seats: int = field("i4")
    seat: int = field("i4")  # for which it thinks
    capacity: int = field("i4")  # nodes
    size: int = field("i4")  # nodes in use
    explore: float = field("f8")
    margin: float = field("f8")  # share of the margin in a reward; the rest is the share of the win
    widen: float = field("f8")  # a node may have 1 + widen * sqrt(visits) children
    guide: int = field("i4")  # of 100 new children, so many are what knowledge proposes
    sifted: int = field("i4")  # actions that the root starts with; 0: all that are legal
    turns: int = field("i4")  # turns that a game is played on beyond the tree before it is judged unfinished
    steps: int = field("i4")  # the most actions of these turns
    chance: int = field("i4")  # of 100 of these actions, so many are any legal ones
    open: int = field("i4")  # 1: the root is the true state and the seat may know it; nothing is dealt anew
    tries: int = field("i4")  # proposals of the playout, of which the one that is judged best is played
    swing: float = field("f8")  # points ahead that are half way from an even game to a won one; 0: judge by points
    weights: list[float] = field("f8", MOST_WEIGHTS)  # of the evaluation
    learned: int = field("i4")  # features of the learned value, which judges games broken off; 0: the evaluation does
    value: list[float] = field("f8", MOST_WEIGHTS)  # weight of each feature
    beam: int = field("i4")  # whole turns that are kept while they are looked for
    lines: int = field("i4")  # whole turns that are candidates; 0: single actions are
    depth: int = field("i4")  # actions of the longest of them
    going: int = field("i4")  # of them have not ended
    low: int = field("i4")  # usual scores
    high: int = field("i4")


Desk = tuple[list[Any], list[Any], list[Any], list[Any]]
"""Boxes of states: the root, which is only read, an imagined world, the game that goes on in it, and one to try in."""

MOST_SEATS = 8
MOST_NODES = 200_000
"""The bound of a tree: 32 bytes a node compiled (6.4 MB), about 0.4 kB in plain Python."""


class Room(Record):
    """Buffers, made once per game and engine and used again by every search; `room_for` knows their sizes."""

    actions: list[int]
    """max_legal: the legal actions; after a search, the actions that it tried at the root."""
    untried: list[int]
    """max_legal"""
    visits: list[int]
    """max_legal: after a search, the visits of each action tried at the root."""
    values: list[float]
    """max_legal: after a search, the mean reward of each."""
    marks: list[int]
    """max_action: zeros but inside `select`."""
    chosen: list[int]
    """max_legal: candidates that are tried side by side."""
    lines: list[int]
    """Twice MOST_LINES turns of LINE actions, and BLANK after the last one of each; see `ai.search.turns`."""
    worths: list[float]
    """MOST_LINES: of these turns."""
    features: list[float]
    """MOST_WEIGHTS: what is counted of a seat."""
    path: list[int]
    """max_steps + 1"""
    points: list[int]
    places: list[int]
    rewards: list[float]


def room_for(game: Game[Any]) -> type[Room]:
    """The buffers that searches of a game need: a record, because that is the quickest to hand on when compiled."""
    sizes = {
        "values": field("f8", game.max_legal),
        "worths": field("f8", MOST_LINES),
        "features": field("f8", MOST_WEIGHTS),
        "rewards": field("f8", MOST_SEATS),
        "actions": field("i4", game.max_legal),
        "untried": field("i4", game.max_legal),
        "visits": field("i4", game.max_legal),
        "chosen": field("i4", game.max_legal),
        "lines": field("i4", 2 * MOST_LINES * LINE),
        "path": field("i4", game.max_steps + 1),
        "points": field("i4", MOST_SEATS),
        "places": field("i4", MOST_SEATS),
        "marks": field("i1", game.max_action),
    }
    return type("Room", (Room,), sizes)
