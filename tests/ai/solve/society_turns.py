"""Small Tree Society questions by chance, and the best turn of each found by trying everything."""

from collections import Counter
from random import Random

from ai.solve.tree_society_best_turn import state_of
from services.rules.games.tree_society import GAME
from services.rules.games.tree_society.actions import BUILD_LEVEL, PAYMENTS, REST, REST_EMPTY, SAVE
from services.rules.games.tree_society.components import (
    BOX_CARDS,
    CARD_NAMES,
    FRUIT_NAMES,
    FRUITS,
    GUILDS,
    KINDS,
    PLACES,
    ROW,
)
from services.rules.games.tree_society.scoring import points_of
from services.rules.games.tree_society.state import BUILD, State
from services.rules.kernel import Rng
from services.rules.notation import Json
from tests.support.games import rng


def a_question(random: Random, levels: int) -> Json:
    """A board with a few cards and fruits; cards of one or two guilds, so that effects meet."""
    guilds = random.sample(GUILDS, 2)
    cards = [name for name, card in zip(CARD_NAMES, BOX_CARDS, strict=True) if GUILDS[card.guild] in guilds]
    random.shuffle(cards)
    ongoing = [{"card": cards.pop(), "level": random.randint(1, 2)} for _ in range(random.choice((0, 1, 2, PLACES)))]
    slots = [{"card": cards.pop()} if random.random() < 0.25 else None for _ in range(2 * ROW)]
    sold, *kinds = random.sample(FRUIT_NAMES, 6)
    fruits, market = kinds[: random.choice((1, 2, 2, 3))], kinds[3 : random.choice((3, 4, 4, 5))]
    here = Counter(name.split("-")[0] for name in fruits + market)
    return {
        "seat": {
            "purse": random.randint(0, 4),
            "chest": random.randint(0, 1),
            "fruits": fruits,
            "sold": {sold: 1} if random.random() < 0.3 else {},
            "ongoing": ongoing,
            "completed": [{"card": cards.pop()} for _ in range(random.choice((0, 0, 1)))],
        },
        "fruit_market": market,
        "market": {"top": slots[:ROW], "bottom": slots[ROW:]},
        "visible": {fruit: here[fruit] + random.randint(0, 2) for fruit in FRUITS},
        "levels": levels,
        "worth": random.choice(({}, {"point": 3, "coin": 2, "banner": 1}, {"coin": 0}, {"point": 1, "banner": 5})),
    }


def everything_tried(question: Json, most: int) -> int | None:
    """The value of the best turn: every legal action is tried, but for cards that only a deck could bring.

    The fruit deck is empty, so that nothing comes of it. None if there are more than so many states to try.
    """
    s, worth = state_of(question), {"point": 2, "coin": 1, "banner": 0} | question["worth"]
    known = {*s.ongoing[0], *s.market}
    s.fruit_deck, s.n_fruit_deck = [0] * KINDS, 0
    chance, seen, best = rng("everything tried"), set[tuple[object, ...]](), -1
    stack = [(s, question["levels"])]
    while stack:
        s, levels = stack.pop()
        key = (levels, s.to_bytes(), *s.visible)
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > most:
            return None
        legal = GAME.legal(s)
        rests = [action for action in legal if action == REST_EMPTY or REST <= action < SAVE]
        if s.phase == BUILD:
            end = played(s, rests[0], chance)
            value = worth["point"] * points_of(end, 0) + worth["coin"] * end.purse[0] + worth["banner"] * end.banners[0]
            best = max(best, value)
        for action in legal:
            builds = action >= BUILD_LEVEL
            if action in rests or (builds and (levels == 0 or built(action) not in known)):
                continue
            stack.append((played(s, action, chance), levels - builds))
    return best


def built(action: int) -> int:
    """The card that an action builds."""
    return (action - BUILD_LEVEL) // (PAYMENTS * 2)


def played(s: State, action: int, chance: Rng) -> State:
    """The state after an action."""
    after = s.clone()
    GAME.apply(after, action, chance)
    return after
