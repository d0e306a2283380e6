"""Arboretum, for imagined games: where a seat notes what it makes of the table, in one buffer of integers.

Of seat p from p * NOTES on, and of the table behind the seats.
"""

from ai.knowledge.arboretum_habits import ROWS
from services.rules.games.arboretum.components import MAX_SEATS, MAX_TREES
from services.rules.games.arboretum.scoring import N_SPECIES

UNIT = 100
"""Points are kept in hundredths where they are not whole."""
PURE = N_SPECIES
"""The place of a run of the tree's own species alone, behind the runs of each species."""
STRIDE = N_SPECIES + 1
NEAR, RUNS = 2 * STRIDE, 2 * STRIDE + 4
"""Of the runs that a card would have (`join`): where the trees beside it are noted, and the size of the buffer."""
TREE = 4
"""Such runs are kept as TREE for each tree and the points of their ends, so that more trees come first."""
UP, DOWN = 0, MAX_TREES * STRIDE
"""Of tree k and species i at k * STRIDE + i: points of the best run to the tree and from it, 0 without one."""
BEST = 2 * MAX_TREES * STRIDE
"""Points of the best path of each species."""
OUTLOOK = BEST + N_SPECIES
"""The same with what it may still become, in hundredths."""
LOW, TOP = OUTLOOK + N_SPECIES, OUTLOOK + 2 * N_SPECIES
"""The lowest and the highest value of each species that the hand is seen to hold; VALUES and -1 without one."""
PLANTED = OUTLOOK + 3 * N_SPECIES
"""How many trees of each species stand here."""
SUM, WIDTH = PLANTED + N_SPECIES, PLANTED + 2 * N_SPECIES
"""What the hand is likely to hold of each species, and how far that may be mistaken, in hundredths."""
NOTES = WIDTH + N_SPECIES

TABLE = MAX_SEATS * NOTES
"""Of the table: the lowest and the highest value of each species that may still be drawn, the chance of the own right
to each (hundredths), what an own 8 counts (hundredths), and the turns that are left to each seat (hundredths)."""
SEEN_LOW, SEEN_TOP = TABLE, TABLE + N_SPECIES
RIGHT, EIGHT = TABLE + 2 * N_SPECIES, TABLE + 3 * N_SPECIES
TURNS = TABLE + 4 * N_SPECIES
HABIT = TURNS + 1
"""From here on the weights by which the seat plays (`arboretum_habits`), as they are at this point of the game."""
SIZE = HABIT + ROWS
