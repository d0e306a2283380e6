"""A whole game as text: one line of JSON an entry of its log, and a last line with the result.

Recorded games are kept beside the tests: `replay` plays their moves again and tells them anew, so any change of the
rules, of chance, of notation or of what a viewer is told shows as a changed line.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from services.rules.contract import SPECTATOR, Game
from services.rules.errors import BadSeats
from services.rules.match import CREATED, PERSON, Entry, Match, begin, played
from services.rules.notation import Json

NAME = "playthrough"


def record(game: Game[Any], seats: int, seed: int = 1, options: Mapping[str, Any] | None = None) -> Iterator[str]:
    """The lines of a game played at random; raises BadSeats or BadOption."""
    if seats not in game.seats:
        raise BadSeats("/seats", f"{game.title} is played with {', '.join(map(str, game.seats))} seats")
    opening = {
        "game": game.slug,
        "rules_version": game.rules_version,
        "options": game.unpack(game.pack(options or {}, seats), seats),
        "seats": [{"kind": PERSON, "name": f"Seat {seat}", "bot": ""} for seat in range(seats)],
        "seed": hashlib.sha256(f"{NAME} {seed}".encode()).hexdigest(),
        "seeded": True,
        "spectators": True,
    }
    room = [0] * game.max_legal
    return _lines(opening, lambda match: game.random_action(match.state, match.rng(f"choice {match.version}"), room))


def replay(lines: Iterable[str]) -> Iterator[str]:
    """The same game played anew from the moves in its lines; raises ValueError where a move is not legal."""
    entries = (json.loads(line) for line in lines)
    return _lines(next(entries)["created"], lambda match: _recorded(match, next(entries)))


def _lines(opening: Json, choose: Callable[[Match], int]) -> Iterator[str]:
    match = begin(NAME, NAME, Entry(1, CREATED, SPECTATOR, PERSON, opening))
    yield _line({"version": 1, "created": opening})
    while match.to_act is not None:
        choices, action = len(match.game.legal(match.state)), choose(match)
        entry, match = played(match, match.to_act, action, PERSON)
        told = {"facts": entry.facts, "own": {str(seat): facts for seat, facts in entry.own.items()}}
        yield _line({"version": entry.version, "seat": entry.seat, "choices": choices, **entry.body, **told})
    yield _line({"version": match.version, "result": match.result})


def _recorded(match: Match, entry: Json) -> int:
    game = match.game
    action = game.encode(match.state, game.move(entry["move"]))
    if not game.is_legal(match.state, action):
        raise ValueError(f"entry {match.version + 1} does not replay: {entry['move']}")
    return action


def _line(content: Json) -> str:
    return json.dumps(content, ensure_ascii=False)
