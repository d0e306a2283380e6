"""Ratings in Redis: the only place that knows their keys and scripts.

All of an app carries the hash tag `{mm:<app>}`, and for each game there are: the result log (a stream,
`<number>-0`), the number of each rated match (a hash), the ratings (a hash by player) and the board (a sorted set of
those who are listed, by points) and the set of erased players.
"""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import orjson

from services.matchmaking.results import NEW, Known, Result
from services.shared.reach import Client, direct, scan, scan_hash
from services.shared.redis import Script

_PAGE: Final = 1000
_ANEW_SECONDS: Final = 3600
"""After which what was worked out anew and never put in place is gone."""


class Standings(NamedTuple):
    """What is known before a match is rated: its number if it was rated, the length of the result log, the players."""

    number: int
    length: int
    players: dict[str, Known]
    """Those of whom something is known."""
    erased: set[str]


class Ranked(NamedTuple):
    """A line of a board."""

    rank: int
    player: str
    points: int
    known: Known


class Stretch(NamedTuple):
    """A stretch of a board."""

    listed: int
    """How many players the whole board has."""
    first: int
    """The place of its first line, from 0."""
    lines: list[Ranked]


class RatingStore:
    """The result logs, ratings and boards in one Redis."""

    def __init__(self, client: Client) -> None:
        """Use this client; it answers bytes."""
        self._direct = direct(client)
        folder = Path(__file__).parent / "scripts"
        names = ("rating_read", "rating_write", "rating_erase", "rating_replace", "board")
        self._scripts = {name: Script(self._direct, (folder / f"{name}.lua").read_text()) for name in names}

    # One match after the other ---------------------------------------------------------------------------------------

    def standings(self, app: str, game: str, match_id: str, players: Iterable[str]) -> Standings:
        """What is known of these players before this match is rated, from one moment."""
        keys, names = _keys(app, game), list(players)
        number, length, found = self._scripts["rating_read"](
            (keys.results, keys.rated, keys.ratings, keys.erased), match_id, *names
        )
        known = {name: Known.read(text.decode()) for name, (text, _) in zip(names, found, strict=True) if text}
        return Standings(number, length, known, {name for name, (_, gone) in zip(names, found, strict=True) if gone})

    def write(
        self, app: str, game: str, length: int, result: Result, after: Mapping[str, Known], least: int
    ) -> int | None:
        """Put the result behind a log of this length, with the ratings that follow; the number of the entry.

        Nothing if the log has grown or a player was erased meanwhile. Who has played `least` games is listed on the
        board.
        """
        keys = _keys(app, game)
        lines = (part for player, known in after.items() for part in (player, known.text(), _points(known, least)))
        number = self._scripts["rating_write"](
            (keys.results, keys.rated, keys.ratings, keys.board, keys.erased),
            length, result.match, orjson.dumps(result.json()), *lines,
        )  # fmt: skip
        return int(number) or None

    def erase(self, app: str, player: str, games: Iterable[str]) -> None:
        """Take the player off all ratings and boards, for ever."""
        for game in games:
            keys = _keys(app, game)
            entry = orjson.dumps({"erased": player})
            self._scripts["rating_erase"]((keys.results, keys.ratings, keys.board, keys.erased), player, entry)

    # Look ------------------------------------------------------------------------------------------------------------

    def known(self, app: str, game: str, player: str) -> tuple[Known | None, int | None]:
        """What is known of a player, and the rank on the board."""
        keys = _keys(app, game)
        text = self._direct.send("HGET", keys.ratings, player)
        points = self._direct.send("ZSCORE", keys.board, player)
        rank = None if points is None else 1 + int(self._direct.send("ZCOUNT", keys.board, f"({points:.0f}", "+inf"))
        return (Known.read(text.decode()) if text else None), rank

    def several(self, app: str, game: str, players: Sequence[str]) -> list[Known]:
        """What is known of each of these players, one at least."""
        found = self._direct.send("HMGET", _keys(app, game).ratings, *players)
        return [Known.read(text.decode()) if text else NEW for text in found]

    def top(self, app: str, game: str, limit: int) -> Stretch:
        """The first lines of a board."""
        return self._stretch(app, game, "top", limit, 0, "")

    def after(self, app: str, game: str, limit: int, points: int, player: str) -> Stretch:
        """The lines behind where this player stood with these points."""
        return self._stretch(app, game, "after", limit, points, player)

    def around(self, app: str, game: str, limit: int, player: str) -> Stretch | None:
        """The lines around this player; nothing if the player is not listed."""
        found = self._stretch(app, game, "around", limit, 0, player)
        return found if found.lines else None

    def _stretch(self, app: str, game: str, where: str, limit: int, points: int, player: str) -> Stretch:
        keys = _keys(app, game)
        found = self._scripts["board"]((keys.board, keys.ratings), where, limit, points, player)
        if not found:
            return Stretch(0, 0, [])
        listed, first, rank, rows = found
        lines: list[Ranked] = []
        for place, (name, score, text) in enumerate(rows, first + 1):
            worth = int(float(score))
            if lines:
                rank = rank if worth == lines[-1].points else place
            lines.append(Ranked(rank, name.decode(), worth, Known.read(text.decode())))
        return Stretch(listed, first, lines)

    # All anew --------------------------------------------------------------------------------------------------------

    def apps(self) -> list[str]:
        """Every app that has results."""
        found = (key.decode() for key in scan(self._direct, "{mm:*}:results:*"))
        return sorted({key[len("{mm:") :].partition("}")[0] for key in found})

    def result(self, app: str, game: str, number: int) -> Result:
        """One entry of the result log, which is a result."""
        ((_, (_, entry)),) = self._direct.send("XRANGE", _keys(app, game).results, f"{number}-0", f"{number}-0")
        return Result.read(orjson.loads(entry))

    def results(self, app: str, game: str) -> Iterator[Result | str]:
        """The result log, in order: results, and the ids of players at the place where they were erased."""
        last = "-"
        while page := self._direct.send("XRANGE", _keys(app, game).results, last, "+", "COUNT", _PAGE):
            for _, (_, entry) in page:
                stored = orjson.loads(entry)
                yield stored["erased"] if "erased" in stored else Result.read(stored)
            last = f"({page[-1][0].decode()}"

    def ratings(self, app: str, game: str) -> dict[str, Known]:
        """All ratings of a game."""
        pairs = scan_hash(self._direct, _keys(app, game).ratings)
        return {player.decode(): Known.read(text.decode()) for player, text in pairs}

    def replace(self, app: str, game: str, length: int, known: Mapping[str, Known], least: int) -> bool:
        """Put these ratings, and the board that follows, in the place of all others, if the log is still so long."""
        keys, mark = _keys(app, game), secrets.token_hex(8)
        ratings, board = f"{keys.ratings}:{mark}", f"{keys.board}:{mark}"
        everybody = list(known.items())
        for start in range(0, len(everybody), _PAGE):
            some = everybody[start : start + _PAGE]
            self._fill("HSET", ratings, [part for player, each in some for part in (player, each.text())])
            listed = [(points, player) for player, each in some if (points := _points(each, least)) != ""]
            self._fill("ZADD", board, [part for line in listed for part in line])
        return bool(self._scripts["rating_replace"]((keys.results, keys.ratings, keys.board, ratings, board), length))

    def _fill(self, command: str, key: str, parts: Sequence[str | int]) -> None:
        if parts:
            self._direct.send(command, key, *parts)
            self._direct.send("EXPIRE", key, _ANEW_SECONDS)


class Keys(NamedTuple):
    """The keys of a game's ratings in an app."""

    results: str
    rated: str
    ratings: str
    board: str
    erased: str


@lru_cache(1024)
def _keys(app: str, game: str) -> Keys:
    tag = f"{{mm:{app}}}"
    return Keys._make(f"{tag}:{kind}:{game}" for kind in Keys._fields)


def _points(known: Known, least: int) -> int | str:
    """The points on the board; an empty text for who is not listed."""
    return known.people.points if known.people.games >= least else ""
