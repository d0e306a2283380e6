"""Nothing that is hidden leaves the server before its time: every answer of whole matches is read for it."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from services.rules.contract import SPECTATOR
from services.rules.games.arboretum.components import NAMES
from services.rules.kernel import BLANK
from services.wiring import Services
from tests.api.playing import Board, Http

CARD = re.compile("|".join(sorted(NAMES, key=len, reverse=True)))
OFTEN = 7
"""Every so many moves the whole history is read too."""


def hidden_from(state: Any, viewer: int) -> set[str]:
    """The cards that the viewer cannot place, by the true state: the deck, the box, unknown cards of other hands."""
    known = set()
    for p in range(state.seats):
        hand = [card for card in state.hand[p] if card != BLANK]
        known |= {card for card in hand if p == viewer or state.known[card]}
        known |= set(state.tree[p][: state.n_tree[p]]) | set(state.pile[p][: state.n_pile[p]])
    return {name for card, name in enumerate(NAMES) if card not in known}


def answers(board: Board, viewer: int, *, whole: bool) -> Iterator[tuple[str, str]]:
    """(what, text) of everything that a viewer can ask for now."""
    http, token = board.http, None if viewer == SPECTATOR else board.tokens[viewer]
    view = http.get(board.path, token).json
    version = view["version"]
    after = 0 if whole else version - 2
    yield "view", http.get(board.path, token).text
    yield "history", http.get(f"{board.path}/history?after={max(0, after)}", token).text
    yield "poll", http.get(f"/v1/streams/matches/{board.match}?wait=0&after={max(0, after)}", token).text
    yield "no_such_version", http.get(f"{board.path}/history/999", token).text
    if whole:
        yield "step", http.get(f"{board.path}/history/{max(1, version - 3)}", token).text
    if token is None:
        return
    yield "moves", http.get(f"{board.path}/moves", token).text
    for move in ({"type": "arboretum.draw", "source": "deck"}, {"type": "arboretum.draw", "source": "pile", "seat": 0}):
        yield "dry run", board.post({"move": move, "version": version}, viewer, "?dry_run=1").text
        yield "stale", board.post({"move": move, "version": version + 5}, viewer).text
    for legal in board.legal(viewer)[-2:]:
        yield "dry run", board.post(legal["body"], viewer, "?dry_run=1").text
    yield (
        "illegal",
        board.post(
            {"move": {"type": "arboretum.plant", "card": "oak-1", "at": [9, 9]}, "version": version}, viewer
        ).text,
    )


@pytest.mark.parametrize("seats", [pytest.param(2, marks=pytest.mark.slow), 3])
def test_no_answer_names_a_card_that_its_viewer_cannot_know_nor_the_seed(
    http: Http, services: Services, seats: int
) -> None:
    board = http.table(seats)
    seed = services.store.load("dev", board.match).match.seed.hex()  # type: ignore[union-attr]
    random, read = Random(seats), 0
    for count in range(1000):
        true = services.store.load("dev", board.match).match  # type: ignore[union-attr]
        if true.over:
            break
        for viewer in (SPECTATOR, *range(seats)) if count % OFTEN == 0 else (count % (seats + 1) - 1,):
            hidden = hidden_from(true.state, viewer)
            for what, text in answers(board, viewer, whole=count % OFTEN == 0):
                named = set(CARD.findall(text)) - ({"oak-1"} if what == "illegal" else set())
                assert not named & hidden, f"{what} for {viewer} at version {true.version}"
                assert seed not in text
                read += 1
        for _ in board.play(1, random):
            pass
    assert read > 300
    assert board.view()["seed"] == seed


def test_a_crawl_would_see_a_leak(http: Http, services: Services) -> None:
    """The check above can fail: what one seat holds is hidden from the other."""
    board = http.table()
    state = services.store.load("dev", board.match).match.state  # type: ignore[union-attr]
    mine = set(CARD.findall(str(board.view(0)["state"]["hand"])))
    assert len(mine) == 7
    assert mine <= hidden_from(state, 1)
    assert mine <= hidden_from(state, SPECTATOR)
    assert not mine & hidden_from(state, 0)


def test_tokens_and_secrets_stand_only_where_they_are_handed_out(http: Http, services: Services) -> None:
    board = http.table()
    for _ in board.play(3):
        pass
    texts = [text for viewer in (SPECTATOR, 0, 1) for _, text in answers(board, viewer, whole=True)]
    texts += [
        http.get("/openapi.json").text,
        http.get("/docs").text,
        http.get("/readyz").text,
        http.get("/v1/games").text,
    ]
    for secret in (*board.tokens, *(secret.decode() for secret in services.secrets)):
        assert not any(secret in text for text in texts)


def test_a_move_that_takes_a_card_unseen_is_told_to_nobody_else(http: Http) -> None:
    board = http.table()
    drawn = next(iter(board.play(1)))["last"][-1]
    assert drawn["move"] == {"type": "arboretum.draw", "source": "deck"}
    card = drawn["facts"][0]["card"]
    for token in (board.tokens[1], None):
        told = http.get(f"{board.path}/history", token).json["items"][-1]
        assert card not in str(told)
        assert "move" not in told
