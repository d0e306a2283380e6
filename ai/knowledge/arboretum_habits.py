"""Arboretum, for imagined games: the weights by which a seat plays, which self-play has bettered."""

from services.rules.games.arboretum.state import EACH, State
from services.rules.kernel import rule, table

HABITS = {
    "held": (85, 105),  # of 100, the chance that a path is gone on with by a card of the hand
    "seen": (89, 69),  # the same by one that may still be drawn
    "step": (22, 11),  # hundredths of each value that such a card still leaves room for
    "hope": (212, 328),  # how many turns, in hundredths, must be left for half of what is hoped for
    "doubt": (12, 293),  # how far a guess may be mistaken, of 100
    "wanted": (4, 149),  # how much more than by chance a rival holds of what it planted four times, and less of none
    "spite": (118, 42),  # what a point taken from a rival is worth, of 100
    "loss": (313, 385),  # what the hand loses by the card that is planted, of 100
    "next_loss": (-111, 253),  # and by the discard that must follow
    "gift_held": (79, 64),  # what a card on the pile costs, of what the right to its species is worth to a rival
    "gift_planted": (41, -26),  # the same of what it would add to a rival's path
    "later": (48, 70),  # what a point that a card could gain in the ground is worth while it is still in the hand
    "draw_mine": (0, -9),  # why a card is drawn, for each point of its value: trees of its species here
    "draw_theirs": (64, 40),  # trees of its species at the rival that has most
    "draw_held": (6, 23),  # points of its species in the hand
    "draw_deck": (688, 577),  # what the deck promises beyond a card of middling value
    "held@uniform": (90, 90),
    "seen@uniform": (35, 35),
    "step@uniform": (40, 40),
    "hope@uniform": (100, 100),
    "doubt@uniform": (100, 100),
    "wanted@uniform": (50, 50),
    "spite@uniform": (80, 80),
    "loss@uniform": (100, 100),
    "next_loss@uniform": (100, 100),
    "gift_held@uniform": (40, 40),
    "gift_planted@uniform": (16, 16),
    "later@uniform": (30, 30),
    "draw_mine@uniform": (60, 60),
    "draw_theirs@uniform": (30, 30),
    "draw_held@uniform": (10, 10),
    "draw_deck@uniform": (200, 200),
    # of 100, the chance of each further tree that a path of one species lacks to count double
    "pure@uniform": (50, 50),
}
"""At the end of the game, and with MANY turns or more to come.

From weights by hand by `pomona tune arboretum --playout --games 600 --seed 3`, 70 rounds of 100, with a row more that
came to nothing and was left out. Rows named `...@uniform` are read with that option instead, where those bred with the
usual bonus play worse, and 64 rounds of the same way with the option were no better: see `arboretum_uniform`.
"""
KNOTS = 2
ROWS_OF_EACH = 16
ROWS = len(HABITS) - ROWS_OF_EACH
"""Rows that are read with the usual bonus, and with the option `uniform`, which has one more: they stand behind."""
HELD, SEEN, STEP, HOPE, DOUBT, WANTED, SPITE, LOSS, NEXT_LOSS, GIFT_HELD, GIFT_PLANTED, LATER = range(12)
DRAW_MINE, DRAW_THEIRS, DRAW_HELD, FROM_DECK = range(12, 16)
PURE_LACKS = 16
OWN_HABITS = table(weight for row in HABITS.values() for weight in row)
MANY = 800
"""Turns to come, in hundredths, for which the second number of a row stands."""


@rule
def in_time(s: State, turns: int, w: list[int], first: int, now: list[int]) -> None:
    """Write the weight of each row of this bonus for so many turns to come, from now[first] on."""
    far = min(MANY, turns)
    row, rows = (0, ROWS_OF_EACH) if s.path_bonus == EACH else (ROWS_OF_EACH, ROWS)
    for i in range(rows):
        now[first + i] = (w[(row + i) * KNOTS] * (MANY - far) + w[(row + i) * KNOTS + 1] * far) // MANY
