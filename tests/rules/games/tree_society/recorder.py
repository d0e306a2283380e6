"""Recorded games that build every level of every guild card: `python -m tests.rules.games.tree_society.recorder`.

A file holds the opening of the log, the moves, and a last line with the result and a digest of all that was told.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from services.rules.contract import SPECTATOR
from services.rules.games.tree_society import GAME
from services.rules.games.tree_society.actions import BUILD_LEVEL, REST, SAVE
from services.rules.games.tree_society.state import State
from services.rules.match import CREATED, PERSON, Entry, begin, played
from services.rules.notation import Json
from services.rules.playthrough import record, replay

from .builders import GUILD_SETS, card_of, choose

FOLDER = Path(__file__).parent / "recorded"
GAMES = 40
LEVELS = 3 * 73


def files() -> list[Path]:
    """The recorded games."""
    return sorted(FOLDER.glob("*.jsonl"))


def told_digest(lines: list[str]) -> str:
    """A digest of a replayed game: of every fact, choice and move in it."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def levels_built(moves: list[Json]) -> set[tuple[str, int]]:
    """The levels that are built in a game, as (card, level)."""
    facts = [fact for entry in moves for fact in entry["facts"] if fact["code"] == "tree_society.built"]
    return {(fact["card"], fact["level"]) for fact in facts}


def play(seats: int, seed: int, done: set[tuple[int, int]]) -> Iterator[Json]:
    """A game of builders who prefer levels that no game has shown yet; `done` grows."""
    options = {"guilds": GUILD_SETS[seed % 3], "starters": seed % 4 > 0, "fruit_draft": seed % 2 == 1, "banners": 7}
    opening = json.loads(next(iter(record(GAME, seats, seed, options))))
    yield opening
    match = begin("recorded", "recorded", Entry(1, CREATED, SPECTATOR, PERSON, opening["created"]))
    random = Random(seed)
    while match.to_act is not None:
        state = match.state
        assert isinstance(state, State)
        action = prefer_new(state, random, done)
        if action >= BUILD_LEVEL:
            done.add((card_of(action), state.level[card_of(action)]))
        entry, match = played(match, match.to_act, action, PERSON)
        yield {"move": entry.body["move"]}


def prefer_new(state: State, random: Random, done: set[tuple[int, int]]) -> int:
    """A legal action: a new level, else a level of a card with a new one above it, else what builders do."""
    legal = GAME.legal(state)
    builds = [action for action in legal if action >= BUILD_LEVEL]
    fresh = [action for action in builds if (card_of(action), state.level[card_of(action)]) not in done]
    below = [action for action in builds if (card_of(action), 2) not in done or (card_of(action), 1) not in done]
    if fresh or below:
        return random.choice(fresh or below)
    waits = any(
        (card, state.level[card]) not in done for card in state.ongoing[state.turn][: state.n_ongoing[state.turn]]
    )
    rests = [action for action in legal if REST <= action < SAVE]
    return random.choice(rests) if waits and rests and random.random() < 0.5 else choose(state, random, discards=0.0)


def write() -> None:
    """Play until every level has been built; starting cards are never built on level 1 by those who start with them."""
    FOLDER.mkdir(exist_ok=True)
    done: set[tuple[int, int]] = set()
    for seed in range(GAMES):
        seats, before = 2 + seed % 3, len(done)
        short = list(play(seats, seed, done))
        if len(done) == before:
            continue
        full = list(replay(map(json.dumps, short)))
        last = {**json.loads(full[-1]), "told": told_digest(full)}
        text = "".join(json.dumps(line) + "\n" for line in [*short, last])
        (FOLDER / f"{seats}-seats-seed-{seed}.jsonl").write_text(text, encoding="utf-8")
        print(seed, seats, len(done), "of", LEVELS)  # noqa: T201 - for whoever records
        if len(done) == LEVELS:
            break


if __name__ == "__main__":
    write()
