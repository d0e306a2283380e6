"""Reading what comes: the short ways that hot requests take say the same as the long ones."""

import json
from typing import Any

import marshmallow as ma
import orjson
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from api.reading import read_json
from api.refusals import BadJson, RepeatedName
from api.schemas.bodies import LAST_VERSION, PlayBody

SCALARS = (
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False) | st.text(max_size=5)
)
VALUES = st.recursive(
    SCALARS | st.just(float("inf")),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.sampled_from("abc"), below, max_size=3),
    max_leaves=8,
)
VERSIONS = st.integers(-1, 3) | st.sampled_from([LAST_VERSION - 1, LAST_VERSION, LAST_VERSION + 1, 2**70]) | SCALARS
BODIES = VALUES | st.dictionaries(st.sampled_from(["move", "version", "more"]), VALUES | VERSIONS, max_size=3)
SEPARATORS = st.sampled_from([(",", ":"), (", ", ": ")])


def answer(load: Any, body: Any) -> Any:
    """What a schema makes of a body, or what it has against it."""
    try:
        return dict.fromkeys(("move", "version")) | load(body, unknown=ma.RAISE)
    except ma.ValidationError as error:
        return error.messages


@given(BODIES)
@example({"move": 1, "version": True})
@example({"move": 1, "version": 1.0})
@example({"move": None, "version": 1})
@example({"move": {}, "version": LAST_VERSION})
@example({"move": {}, "version": LAST_VERSION + 1})
def test_a_move_is_read_as_its_fields_say(body: Any) -> None:
    schema = PlayBody()
    assert answer(schema.load, body) == answer(super(PlayBody, schema).load, body)


@given(VALUES, SEPARATORS, st.booleans())
def test_whatever_json_says_is_read(value: Any, separators: tuple[str, str], ascii_only: bool) -> None:
    text = json.dumps(value, separators=separators, ensure_ascii=ascii_only)
    if "Infinity" in text:
        with pytest.raises(BadJson):
            read_json(text.encode())
    else:
        assert read_json(text.encode()) == value


@given(st.lists(st.tuples(st.sampled_from(["a", "b", "ü", "\\u0061"]), VALUES), min_size=2, max_size=4), SEPARATORS)
def test_an_object_that_names_something_twice_is_refused_however_it_is_written(
    pairs: list[tuple[str, Any]], separators: tuple[str, str]
) -> None:
    comma, colon = separators
    members = [f'"{name}"{colon}{orjson.dumps(value).decode()}' for name, value in pairs]
    text = ("{" + comma.join(members) + "}").encode()
    names = [json.loads(f'"{name}"') for name, _ in pairs]
    if len(set(names)) < len(names):
        with pytest.raises(RepeatedName):
            read_json(text)
    else:
        assert read_json(text).keys() == set(names)
