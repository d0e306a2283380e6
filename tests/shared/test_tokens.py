"""Tokens: only what we signed is believed, and it cannot be bent."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.shared.tokens import ForgedTokenError, MalformedTokenError, Token, TokenError, WrongKindError

OLD, NEW = b"o" * 32, b"n" * 32
SEAT = Token("seat", "dev", "abcdefghijklmnopqrstuvwxyz:3", 7)
WORDS = st.text("abzAZ019_-", min_size=1, max_size=64)
TOKENS = st.builds(Token, WORDS, WORDS, st.text("abzAZ019_-:", min_size=1, max_size=128), st.integers(0, 9_999_999_999))


@given(TOKENS)
def test_a_token_says_what_was_signed(token: Token) -> None:
    assert Token.read(token.sign([NEW]), [NEW], token.kind) == token


@given(TOKENS)
def test_a_token_fits_an_authorization_header(token: Token) -> None:
    assert re.fullmatch(r"[A-Za-z0-9._~-]{1,512}", token.sign([NEW]))


def test_two_secrets_are_believed_at_once_and_the_first_one_signs() -> None:
    before, after = SEAT.sign([OLD]), SEAT.sign([NEW, OLD])
    assert Token.read(before, [NEW, OLD], "seat") == Token.read(after, [NEW, OLD], "seat") == SEAT
    assert Token.read(after, [NEW], "seat") == SEAT
    with pytest.raises(ForgedTokenError):
        Token.read(before, [NEW], "seat")


def test_a_token_that_was_believed_is_not_believed_under_other_secrets() -> None:
    text = SEAT.sign([OLD])
    for _ in range(2):
        assert Token.read(text, [NEW, OLD], "seat") == SEAT
        with pytest.raises(ForgedTokenError):
            Token.read(text, [NEW], "seat")
        with pytest.raises(WrongKindError):
            Token.read(text, [NEW, OLD], "player")


@given(st.data())
def test_a_token_changed_in_any_character_is_refused(data: st.DataObject) -> None:
    text = SEAT.sign([NEW])
    at = data.draw(st.integers(0, len(text) - 1))
    new = data.draw(st.characters(codec="utf-8").filter(lambda c: c != text[at]))
    with pytest.raises(TokenError):
        Token.read(text[:at] + new + text[at + 1 :], [NEW], "seat")


@given(st.text() | st.text(".~:a0"))
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(TokenError):
        Token.read(text, [NEW], "seat")


def test_a_token_is_written_in_one_way_only() -> None:
    text = SEAT.sign([NEW])
    for other in (
        text.replace("~", ":"),
        text + "=",
        text + "\n",
        " " + text,
        text.replace(".7.", ".07."),
        text[:-1] + "\udc80",
    ):
        with pytest.raises(TokenError):
            Token.read(other, [NEW], "seat")


def test_a_token_for_something_else_is_refused() -> None:
    with pytest.raises(WrongKindError):
        Token.read(SEAT.sign([NEW]), [NEW], "player")


def test_a_very_long_text_is_refused_unread() -> None:
    with pytest.raises(MalformedTokenError):
        Token.read("a" * 1_000_000, [NEW], "seat")


@pytest.mark.parametrize(
    "token", [Token("", "dev", "s"), Token("seat", "a.b", "s"), Token("seat", "dev", "s~1"), Token("k", "a", "s", -1)]
)
def test_what_a_token_cannot_say_is_not_signed(token: Token) -> None:
    with pytest.raises(MalformedTokenError):
        token.sign([NEW])
