"""The state of a game, how it is dealt, and what each seat knows of it: everything.

Nobody ever knows anything of the order of a deck, and every card that leaves one is seen by all. So a deck is the set
of its cards, and drawing takes a random one: the state holds no secret that could leak, and shuffling cards back is
putting them back.
"""

from services.rules.kernel import BLANK, Record, Rng, below, derived, field, insert, ints, remove, rule, shuffle

from .components import (
    ALL_FRUIT_CARDS,
    AMOUNT,
    BANNERS,
    CARDS,
    COPIES,
    EFFECT,
    FRUIT,
    FRUITS_IN_MARKET,
    GUILD,
    KINDS,
    LEVELS,
    LIMIT,
    MARKET,
    MAX_CARDS,
    MAX_NUMBER,
    MAX_SEATS,
    N_FRUITS,
    PLACES,
    ROW,
    START_CHEST,
    START_FRUITS,
    START_PURSE,
    STARTING,
)
from .effects import LEVEL_LESS, SALE_BONUS

DRAFT, SALE, BUILD, CHOICE, OVER = range(5)
"""The phases: taking the first fruit cards, selling, building (and resting), the choice of an effect, the end."""

NEVER = 127
"""The last round while nothing has brought about the end."""


class State(Record):
    """A game of Tree Society; the first index of a table is the seat. Fruit cards stand as their kinds."""

    seats: int = field("i1")
    turn: int = field("i1")
    phase: int = field("i1")
    guilds: int = field("i1")  # bit i: the i-th guild is in play
    goal: int = field("i1")  # banners that bring about the end
    round: int = field("i1")  # from 1
    last_round: int = field("i1")
    decisions: int = field("i1")  # of this turn
    sold_types: int = field("i1")  # bit i: the i-th fruit was sold this turn
    fruit: int = field("i1")  # the kind sold this turn whose action may still be used
    source: int = field("i1")  # the card whose effect waits for a choice: that of the level it stands on
    shown: int = field("i1")  # the kind of fruit card that the last action revealed and shuffled back
    n_revealed: int = field("i1")
    revealed: list[int] = field("i1", MAX_NUMBER)  # by an effect: guild cards or kinds of fruit, rising
    n_fruit_deck: int = field("i1")
    fruit_deck: list[int] = field("i1", KINDS)  # how many of each kind
    n_fruit_market: int = field("i1")
    fruit_market: list[int] = field("i1", N_FRUITS)  # rising
    n_deck: int = field("i1")
    deck: list[int] = field("i1", MAX_CARDS)  # rising
    n_discards: int = field("i1")
    discards: list[int] = field("i1", MAX_CARDS)  # rising
    market: list[int] = field("i1", MARKET)  # the top row, then the bottom row
    level: list[int] = field("i1", CARDS)  # where the tree marker of a guild card stands; 3: completed, 0: on no board
    purse: list[int] = field("i2", MAX_SEATS)
    chest: list[int] = field("i2", MAX_SEATS)
    n_fruits: list[int] = field("i1", MAX_SEATS)
    fruits: list[list[int]] = field("i1", MAX_SEATS, ALL_FRUIT_CARDS)  # face up, rising
    sold: list[list[int]] = field("i1", MAX_SEATS, KINDS)  # how many of each kind, those of this turn too
    n_ongoing: list[int] = field("i1", MAX_SEATS)
    ongoing: list[list[int]] = field("i1", MAX_SEATS, PLACES)  # rising
    n_completed: list[int] = field("i1", MAX_SEATS)
    completed: list[list[int]] = field("i1", MAX_SEATS, MAX_CARDS)  # rising
    banners: list[int] = derived("i2", MAX_SEATS)  # of completed cards
    sale_bonus: list[int] = derived("i1", MAX_SEATS)  # coins for each sale, from ongoing effects
    level_less: list[list[int]] = derived("i1", MAX_SEATS, LEVELS)  # off levels 1, 2, 3, from ongoing effects
    visible: list[int] = derived("i1", N_FRUITS)  # cards of each fruit in the market and face up at all seats


@rule
def deal(s: State, seats: int, options: list[int], rng: Rng) -> None:
    """Set up a game; options: guilds (bits), starters, fruit_draft, banners. Seat 0 is the first player."""
    clear(s)
    s.seats, s.guilds, s.goal = seats, options[0], 6 + options[3]
    for kind in range(KINDS):
        s.fruit_deck[kind] = COPIES[kind][0 if seats == 2 else 1]
        s.n_fruit_deck += s.fruit_deck[kind]
    for p in range(seats):
        s.purse[p], s.chest[p] = START_PURSE[p], START_CHEST[p]
    if options[1]:
        hand_out_starters(s, rng)
    for card in range(CARDS):
        if s.guilds >> GUILD[card] & 1 and s.level[card] == 0:
            s.n_deck = insert(s.deck, s.n_deck, card)
    refill_market(s, rng)
    open_fruit_market(s, rng)
    if options[2]:
        s.phase = DRAFT
    else:
        s.phase = SALE
        for p in range(seats):
            for _ in range(START_FRUITS):
                gain_fruit(s, p, draw_fruit(s, rng))


@rule
def clear(s: State) -> None:
    """An empty table."""
    s.turn, s.round, s.last_round, s.decisions = 0, 1, NEVER, 0
    s.sold_types = s.n_revealed = s.n_fruit_deck = s.n_fruit_market = s.n_deck = s.n_discards = 0
    s.fruit = s.source = s.shown = BLANK
    for i in range(MAX_NUMBER):
        s.revealed[i] = BLANK
    for i in range(MARKET):
        s.market[i] = BLANK
    for i in range(MAX_CARDS):
        s.deck[i] = s.discards[i] = BLANK
    for card in range(CARDS):
        s.level[card] = 0
    for fruit in range(N_FRUITS):
        s.visible[fruit] = 0
        s.fruit_market[fruit] = BLANK
    for p in range(MAX_SEATS):
        clear_board(s, p)


@rule
def clear_board(s: State, p: int) -> None:
    """An empty player board."""
    s.purse[p] = s.chest[p] = s.n_fruits[p] = s.n_ongoing[p] = s.n_completed[p] = 0
    s.banners[p] = s.sale_bonus[p] = 0
    for i in range(LEVELS):
        s.level_less[p][i] = 0
    for i in range(ALL_FRUIT_CARDS):
        s.fruits[p][i] = BLANK
    for kind in range(KINDS):
        s.sold[p][kind] = 0
    for i in range(PLACES):
        s.ongoing[p][i] = BLANK
    for i in range(MAX_CARDS):
        s.completed[p][i] = BLANK


@rule
def hand_out_starters(s: State, rng: Rng) -> None:
    """Give each seat a random starting card, with the tree marker on level 1."""
    starters = ints(CARDS)
    n = 0
    for card in range(CARDS):
        if STARTING[card]:
            starters[n] = card
            n += 1
    shuffle(starters, n, rng)
    for p in range(s.seats):
        s.n_ongoing[p] = insert(s.ongoing[p], 0, starters[p])
        s.level[starters[p]] = 1
        put_in_force(s, p, starters[p], 1)


@rule
def open_fruit_market(s: State, rng: Rng) -> None:
    """Start the fruit market with different fruits, each a random card of its fruit."""
    fruits = ints(N_FRUITS)
    for fruit in range(N_FRUITS):
        fruits[fruit] = fruit
    shuffle(fruits, N_FRUITS, rng)
    for i in range(FRUITS_IN_MARKET[s.seats]):
        to_fruit_market(s, pick_of(s, fruits[i], rng))


# Decks and markets ---------------------------------------------------------------------------------------------------


@rule
def pick_fruit(s: State, rng: Rng) -> int:
    """Take a random card out of the fruit deck, which is not empty."""
    nth = below(rng, s.n_fruit_deck)
    kind = 0
    nth -= s.fruit_deck[0]
    while nth >= 0:
        kind += 1
        nth -= s.fruit_deck[kind]
    s.fruit_deck[kind] -= 1
    s.n_fruit_deck -= 1
    return kind


@rule
def pick_of(s: State, fruit: int, rng: Rng) -> int:
    """Take a random card of one fruit out of the fruit deck."""
    cards = 0
    for kind in range(KINDS):
        if FRUIT[kind] == fruit:
            cards += s.fruit_deck[kind]
    nth = below(rng, cards)
    picked = BLANK
    for kind in range(KINDS):
        if FRUIT[kind] == fruit and picked == BLANK:
            if nth < s.fruit_deck[kind]:
                picked = kind
            nth -= s.fruit_deck[kind]
    s.fruit_deck[picked] -= 1
    s.n_fruit_deck -= 1
    return picked


@rule
def check_fruit_deck(s: State) -> None:
    """Once the last fruit card is drawn, the game ends with the current round."""
    if s.n_fruit_deck == 0 and s.round < s.last_round:
        s.last_round = s.round


@rule
def draw_fruit(s: State, rng: Rng) -> int:
    """Draw a card of the fruit deck, which is not empty."""
    kind = pick_fruit(s, rng)
    check_fruit_deck(s)
    return kind


@rule
def to_fruit_market(s: State, kind: int) -> None:
    """Lay a fruit card into the market."""
    s.n_fruit_market = insert(s.fruit_market, s.n_fruit_market, kind)
    s.visible[FRUIT[kind]] += 1


@rule
def refill_fruit_market(s: State, rng: Rng) -> None:
    """Replace the fruit card that was taken, while the deck lasts."""
    if s.n_fruit_deck > 0:
        to_fruit_market(s, draw_fruit(s, rng))


@rule
def gain_fruit(s: State, p: int, kind: int) -> None:
    """Lay a fruit card face up on a board."""
    s.n_fruits[p] = insert(s.fruits[p], s.n_fruits[p], kind)
    s.visible[FRUIT[kind]] += 1


@rule
def lose_fruit(s: State, p: int, kind: int) -> None:
    """Take a face-up fruit card off a board."""
    s.n_fruits[p] = remove(s.fruits[p], s.n_fruits[p], kind)
    s.visible[FRUIT[kind]] -= 1


@rule
def draw_card(s: State, rng: Rng) -> int:
    """Draw a guild card, from the discard pile if the deck is empty; BLANK if that is empty too."""
    if s.n_deck == 0:
        for i in range(s.n_discards):
            s.deck[i] = s.discards[i]
            s.discards[i] = BLANK
        s.n_deck, s.n_discards = s.n_discards, 0
    if s.n_deck == 0:
        return BLANK
    at = below(rng, s.n_deck)
    card = s.deck[at]
    s.n_deck -= 1
    for i in range(at, s.n_deck):
        s.deck[i] = s.deck[i + 1]
    s.deck[s.n_deck] = BLANK
    return card


@rule
def discard_card(s: State, card: int) -> None:
    """Lay a guild card on the discard pile."""
    s.n_discards = insert(s.discards, s.n_discards, card)


@rule
def refill_market(s: State, rng: Rng) -> None:
    """Cards of the top row drop into the gaps below them; then draw for every gap, from the bottom left on."""
    for slot in range(ROW):
        if s.market[ROW + slot] == BLANK:
            s.market[ROW + slot] = s.market[slot]
            s.market[slot] = BLANK
    for slot in range(ROW, MARKET):
        if s.market[slot] == BLANK:
            s.market[slot] = draw_card(s, rng)
    for slot in range(ROW):
        if s.market[slot] == BLANK:
            s.market[slot] = draw_card(s, rng)


@rule
def put_in_force(s: State, p: int, card: int, sign: int) -> None:
    """Add the ongoing effect of the level on which a card stands (sign 1), or take it away (sign -1)."""
    at = card * LEVELS + s.level[card] - 1
    if EFFECT[at] == SALE_BONUS:
        s.sale_bonus[p] += sign * AMOUNT[at]
    elif EFFECT[at] == LEVEL_LESS:
        s.level_less[p][LIMIT[at] - 1] += sign * AMOUNT[at]


def rebuild(s: State) -> None:
    """Count banners, ongoing effects and visible fruits again."""
    s.banners = [sum(BANNERS[card] for card in s.completed[p][: s.n_completed[p]]) for p in range(MAX_SEATS)]
    s.visible = [0] * N_FRUITS
    for p in range(MAX_SEATS):
        s.sale_bonus[p], s.level_less[p] = 0, [0] * LEVELS
        for card in s.ongoing[p][: s.n_ongoing[p]]:
            put_in_force(s, p, card, 1)
        for kind in s.fruits[p][: s.n_fruits[p]]:
            s.visible[FRUIT[kind]] += 1
    for kind in s.fruit_market[: s.n_fruit_market]:
        s.visible[FRUIT[kind]] += 1


# What a seat knows ---------------------------------------------------------------------------------------------------


def redact(s: State, viewer: int) -> None:
    """Nothing is hidden: what was sold was seen, and a deck is what is nowhere else."""


@rule
def redeal(s: State, seat: int, rng: Rng) -> None:
    """Nothing is hidden, so there is nothing to imagine."""
