"""Seats that build all they can, so that games see completed cards: random players hardly ever complete one."""

from collections.abc import Iterator
from random import Random

from services.rules.games.tree_society import GAME
from services.rules.games.tree_society.actions import BUILD_LEVEL, DISCARD, FORFEIT, PAYMENTS, SELL, SWAP
from services.rules.games.tree_society.state import BUILD, State
from services.rules.notation import Json
from tests.support.games import rng

GUILD_SETS = (
    ["architects", "bankers", "merchants", "writers"],
    ["bankers", "writers", "botanists", "explorers"],
    ["architects", "merchants", "botanists", "explorers"],
)


def choose(state: State, random: Random, *, discards: float = 0.02) -> int:
    """A legal action: building before anything else, the highest level first, discarding and resting last."""
    legal = GAME.legal(state)
    if random.random() < discards:
        return random.choice(legal)
    builds = [action for action in legal if action >= BUILD_LEVEL]
    if builds and (state.phase != BUILD or random.random() < 0.9):
        best = max(state.level[card_of(action)] for action in builds)
        return random.choice([action for action in builds if state.level[card_of(action)] == best])
    useful = [a for a in legal if a != FORFEIT and not DISCARD <= a < SWAP and not (state.phase == BUILD and a >= SELL)]
    return random.choice(useful or [action for action in legal if not DISCARD <= action < SWAP])


def card_of(action: int) -> int:
    """The card that an action builds."""
    return (action - BUILD_LEVEL) // (PAYMENTS * 2)


def options_of(seed: int) -> Json:
    """Options that differ from seed to seed."""
    return {
        "guilds": GUILD_SETS[seed % 3],
        "starters": seed % 2 == 0,
        "fruit_draft": seed % 4 == 3,
        "banners": 6 + seed % 2,
    }


def game_of_builders(seats: int, seed: int) -> Iterator[tuple[State, int]]:
    """A whole game: each (state, action played there), then (final state, -1)."""
    random, chance = Random(seed), rng("builders", seats, seed)
    state = GAME.start(seats, GAME.pack(options_of(seed), seats), rng("deal", seats, seed))
    for _ in range(GAME.max_steps + 1):
        if GAME.is_over(state):
            break
        action = choose(state, random)
        yield state.clone(), action
        GAME.apply(state, action, chance)
    yield state, -1
