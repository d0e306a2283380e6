"""The actions of a turn as ints, and the bounds of a game."""

from .components import CARDS, KINDS, MARKET, MAX_CARDS, MAX_NUMBER, MAX_SEATS, N_FRUITS, PLACES, START_FRUITS
from .prices import PAY_CARD

FORFEIT = 0
FILL = 1
REPLACE = 2
"""Replace a row of the guild market: REPLACE + row, 0 the top one."""
REST_EMPTY = 4
"""Rest while the fruit market is empty."""
SELL = 5
"""Sell a face-up fruit: SELL + kind; also with an effect or a fruit action."""
TAKE = SELL + KINDS
"""Take a fruit of the market: TAKE + kind; in the draft, with an effect or a fruit action."""
KEEP = TAKE + KINDS
"""Keep a revealed fruit: KEEP + kind."""
REST = KEEP + KINDS
"""Take a fruit of the market and end the turn: REST + kind."""
SAVE = REST + KINDS
"""Move coins into the chest: SAVE + coins."""
DISCARD = SAVE + MAX_NUMBER + 1
"""Discard a guild card: DISCARD + card."""
SWAP = DISCARD + CARDS
"""Swap a fruit with one of the market: SWAP + own kind * KINDS + market kind."""
BUILD_LEVEL = SWAP + KINDS * KINDS
"""Build the next level of a card: BUILD_LEVEL + (card * PAYMENTS + payment) * 2 + 1 with the fruit action."""
PAYMENTS = PAY_CARD + CARDS
MAX_ACTION = BUILD_LEVEL + CARDS * PAYMENTS * 2

MAX_LEGAL = (MARKET + PLACES) * KINDS * 2 + PLACES + MAX_CARDS + KINDS + N_FRUITS
"""Levels with each mandatory payment, with and without the fruit action; discards; an extra sale; resting."""
MAX_DECISIONS = 60
"""After so many decisions a turn can only be ended. No sensible turn has half as many; this is what makes it certain
that every game ends, however the cards fall."""
MAX_TURNS = 63
"""Each turn takes a card from a fruit deck of 39 cards at 2 seats, 62 at 3 and 60 at 4; then the round ends."""
MAX_STEPS = MAX_SEATS * START_FRUITS + MAX_TURNS * (MAX_DECISIONS + 2)
