"""How well people play: rates matches once they have ended, tells ratings and boards, works all of them out again.

A match that ends is put down with its last commit (`services.rules.ended`). Whoever takes it reads what is known of its
players, works out what follows, and writes the result and the ratings in one call, which holds only if no other result
came in between and the match was not rated before; then the match is settled. Die where one may, the next one finds the
match waiting and either does it all or finds it done.
"""

import logging
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

import orjson

from services.matchmaking.rating import points_of
from services.matchmaking.rating_store import RatingStore, Stretch
from services.matchmaking.results import Anchors, Known, Result, follow, result_of, work_out
from services.rules.ended import Ended
from services.rules.match import BOT, Match
from services.rules.registry import GAMES
from services.shared.redis import AWAY

log = logging.getLogger(__name__)

ATTEMPTS: Final = 100
"""Each lost race means that another match was rated; then this one waits for its next turn."""

AT_ONCE: Final = 50
"""Matches rated before anything else that is due is looked at again: bots' turns come first."""


class Rated(NamedTuple):
    """A match whose rating is settled, and the number of its result; 0: nothing followed from it."""

    app: str
    id: str
    number: int


class Recomputed(NamedTuple):
    """What working a game out again has found: results added from matches, all results, ratings, those that differ."""

    game: str
    added: int
    results: int
    players: int
    changed: int


class Ratings:
    """Ratings and boards of all games."""

    def __init__(self, store: RatingStore, ended: Ended, anchors: Anchors, least: int) -> None:
        """`anchors` tells how strong bots are; who has `least` rated games is listed on the boards."""
        self.store = store
        self._ended = ended
        self._anchors = anchors
        self.least = least

    # Rate ------------------------------------------------------------------------------------------------------------

    def rate_ended(self) -> Iterator[Rated]:
        """Rate some of the matches that have ended, one after the other; what fails is taken again later."""
        for app, match_id in islice(self._ended.claim(AT_ONCE), AT_ONCE):
            try:
                done = self.rate(app, match_id)
            except AWAY:
                raise
            except Exception:
                log.exception("match %s waits for its rating", match_id)
                continue
            if done is not None:
                yield done

    def rate(self, app: str, match_id: str) -> Rated | None:
        """Rate a match and settle it; nothing if others were always faster."""
        match = self._ended.match(app, match_id)
        if match is None:
            self._ended.settle(app, match_id)
            return Rated(app, match_id, 0)
        result = result_of(match, lambda: self._ended.entries(app, match_id), self._anchors_of(match))
        number = self._write(app, match.game.slug, result) if result else 0
        if number is None:
            return None
        self._ended.settle(app, match_id, self._note(match, number) if number else "")
        return Rated(app, match_id, number)

    def _anchors_of(self, match: Match) -> dict[str, int]:
        """How strong the bots of a match are held to be: as it was when it was rated first, else as it is now."""
        note = self._ended.note(match.app, match.id)
        if note:
            kept: dict[str, int] = orjson.loads(note)["anchors"]
            return kept
        bots = {seat.bot for seat in match.seats if seat.kind == BOT}
        return {bot: anchor for bot in sorted(bots) if (anchor := self._anchors(match.game.slug, bot)) is not None}

    def _note(self, match: Match, number: int) -> str:
        """What a match remembers of its rating: all that cannot be told from its log."""
        result = self.store.result(match.app, match.game.slug, number)
        anchors = {bot: anchor for bot, _, anchor in result.bots}
        return orjson.dumps({"number": number, "anchors": anchors}).decode()

    def _write(self, app: str, game: str, result: Result) -> int | None:
        """The number of the result, once it stands in the log."""
        for _ in range(ATTEMPTS):
            before = self.store.standings(app, game, result.match, (player for player, _ in result.players))
            if before.number:
                return before.number
            kept = result.without(before.erased)
            if not kept.counts:
                return 0
            after = follow(before.players, kept)
            number = self.store.write(app, game, before.length, kept, after, self.least)
            if number is not None:
                return number
        return None

    # Look ------------------------------------------------------------------------------------------------------------

    def of(self, app: str, player: str) -> dict[str, tuple[Known, int | None]]:
        """(what is known, the rank on the board) of a player in each game that the player was rated in."""
        found = {game: self.store.known(app, game, player) for game in GAMES}
        return {game: (known, rank) for game, (known, rank) in found.items() if known is not None}

    def strength(self, app: str, game: str, players: Sequence[str]) -> float:
        """How strong these players are held to be among people, in points, on average; somebody new: 1000.

        For who is to play with whom: the middle of what is believed, where a board is cautious.
        """
        known = self.store.several(app, game, players)
        return sum(points_of(each.people.mu) for each in known) / len(known)

    def board(self, app: str, game: str, limit: int, after: tuple[int, str] | None = None) -> Stretch:
        """A stretch of a board: the top, or what comes behind (points, player)."""
        return self.store.after(app, game, limit, *after) if after else self.store.top(app, game, limit)

    def around(self, app: str, game: str, limit: int, player: str) -> Stretch | None:
        """The stretch of a board that has the player in its middle, if the player is listed."""
        return self.store.around(app, game, limit, player)

    def erase(self, app: str, player: str) -> None:
        """Forget a player: no rating, no line on a board, and no result from now on. Others keep what they have."""
        self.store.erase(app, player, GAMES)

    # All anew --------------------------------------------------------------------------------------------------------

    def apps(self, *, from_matches: bool = False) -> list[str]:
        """Every app that has results, or matches."""
        return sorted({*self.store.apps(), *(self._ended.apps() if from_matches else ())})

    def recompute(self, app: str, *, put: bool = True, from_matches: bool = False) -> Iterator[Recomputed]:
        """Work out all ratings of an app again from its result logs, game by game, and put them in place.

        `from_matches`: first add what the logs lack and the matches still tell, in the order in which they were rated,
        those that never were by the time of their end.
        """
        added = self._add_missing(app) if from_matches else {}
        for game in GAMES:
            yield self._recompute(app, game, added.get(game, 0), put=put)

    def _recompute(self, app: str, game: str, added: int, *, put: bool) -> Recomputed:
        for _ in range(ATTEMPTS):
            length, known = work_out(self.store.results(app, game))
            before = self.store.ratings(app, game)
            if not put or self.store.replace(app, game, length, known, self.least):
                changed = sum(before.get(each) != known.get(each) for each in before.keys() | known.keys())
                return Recomputed(game, added, length, len(known), changed)
        raise TimeoutError(f"the result log of {game} grows faster than it can be read")

    def _add_missing(self, app: str) -> dict[str, int]:
        added: dict[str, int] = {}
        for _, _, match_id, game, length in sorted(self._candidates(app)):
            rated = self.rate(app, match_id)
            if rated is not None and rated.number > length:
                added[game] = added.get(game, 0) + 1
        return added

    def _candidates(self, app: str) -> Iterator[tuple[float, float, str, str, int]]:
        """(number or infinity, time of the end, id, game, length of the log of now) of matches that may be rated."""
        lengths = {game: self.store.standings(app, game, "", ()).length for game in GAMES}
        for match_id in self._ended.all(app):
            match = self._ended.match(app, match_id)
            if match is not None and match.rated:
                note = self._ended.note(app, match_id)
                number = orjson.loads(note)["number"] if note else float("inf")
                yield number, match.updated, match_id, match.game.slug, lengths[match.game.slug]
