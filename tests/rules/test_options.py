"""Options: choices packed as ints, and what is refused."""

import jsonschema
import pytest

from services.rules.errors import BadOption
from services.rules.options import Choice, Flag, Option, Several

BUDS = Flag("buds", "Start with buds.", value=True)
PACE = Choice("pace", "How fast.", ("slow", "fast"))
ROUNDS = Choice("rounds", "How many.", (4, 2, 6))
FRUITS = Several("fruits", "Which ones", ("apple", "pear", "plum", "fig"), {2: 2, 3: 3})


@pytest.mark.parametrize(
    ("option", "value", "packed"),
    [
        (BUDS, True, 1),
        (BUDS, False, 0),
        (PACE, "slow", 0),
        (PACE, "fast", 1),
        (ROUNDS, 6, 2),
        (FRUITS, ["apple", "pear"], 0b0011),
        (FRUITS, ["pear", "fig"], 0b1010),
    ],
)
def test_an_option_is_packed_as_an_int_and_comes_back(option: Option, value: object, packed: int) -> None:
    assert option.pack(value, 2) == packed
    assert option.unpack(packed, 2) == value


def test_several_names_have_no_order() -> None:
    assert FRUITS.pack(["fig", "pear"], 2) == FRUITS.pack(["pear", "fig"], 2)


@pytest.mark.parametrize(
    ("option", "seats", "default"),
    [
        (BUDS, 2, True),
        (PACE, 2, "slow"),
        (ROUNDS, 3, 4),
        (FRUITS, 2, ["apple", "pear"]),
        (FRUITS, 3, ["apple", "pear", "plum"]),
    ],
)
def test_defaults(option: Option, seats: int, default: object) -> None:
    assert option.default(seats) == default


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (BUDS, 1),
        (BUDS, "true"),
        (BUDS, None),
        (PACE, "Fast"),
        (PACE, 1),
        (PACE, ["fast"]),
        (PACE, True),
        (PACE, None),
        (PACE, {}),
        (ROUNDS, True),
        (ROUNDS, 3),
        (ROUNDS, "4"),
        (ROUNDS, 4.0),
        (FRUITS, "apple"),
        (FRUITS, {"apple": 1, "pear": 1}),
        (FRUITS, ["apple"]),
        (FRUITS, ["apple", "apple"]),
        (FRUITS, ["apple", "apple", "pear"]),
        (FRUITS, ["apple", "pear", "plum"]),
        (FRUITS, ["apple", "kiwi"]),
        (FRUITS, ["apple", ["pear"]]),
        (FRUITS, [0, 1]),
    ],
)
def test_a_value_that_does_not_fit_is_refused_by_the_name_of_the_option(option: Option, value: object) -> None:
    with pytest.raises(BadOption) as refused:
        option.pack(value, 2)
    assert refused.value.name == option.name
    assert refused.value.pointer == f"/options/{option.name}"
    assert str(refused.value)


@pytest.mark.parametrize(("option", "seats"), [(BUDS, 2), (PACE, 2), (ROUNDS, 2), (FRUITS, 2), (FRUITS, 3)])
def test_the_schema_of_an_option_takes_its_default(option: Option, seats: int) -> None:
    schema = option.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema).is_valid
    assert check(option.default(seats))
    assert not check("no such value")
    assert option.description in schema["description"]
