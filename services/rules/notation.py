"""Moves: the public notation of actions, small frozen dataclasses whose parts carry a JSON Schema."""

from collections.abc import Iterable, Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar

from services.rules.errors import BadMove, pointer_to

Json = dict[str, Any]


@dataclass(frozen=True)
class Move:
    """The notation of an action; subclasses set `type` to `<game>.<verb>` and declare their fields with `part`."""

    type: ClassVar[str]

    def json(self) -> Json:
        """The move as JSON; parts that are None are left out."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        parts = {name: list(v) if isinstance(v, tuple) else v for name, v in values.items() if v is not None}
        return {"type": self.type, **parts}


def part(schema: Json, *, optional: bool = False) -> Any:
    """A field of a move with the JSON Schema of its value; an optional one is None when it is left out."""
    metadata = {"schema": schema}
    return field(default=None, metadata=metadata) if optional else field(metadata=metadata)


def name_of(values: Iterable[str], description: str) -> Json:
    """The schema of a part that is one of a few names."""
    return {"type": "string", "enum": list(values), "description": description}


def whole(low: int, high: int, description: str) -> Json:
    """The schema of a part that is a whole number from `low` to `high`."""
    return {"type": "integer", "minimum": low, "maximum": high, "description": description}


def cell(limit: int, description: str) -> Json:
    """The schema of a part that is a pair of whole numbers from -limit to limit."""
    number = {"type": "integer", "minimum": -limit, "maximum": limit}
    return {"type": "array", "items": number, "minItems": 2, "maxItems": 2, "description": description}


def move_schema(move: type[Move]) -> Json:
    """The JSON Schema of a move type."""
    parts = {f.name: dict(f.metadata["schema"]) for f in fields(move)}
    return {
        "type": "object",
        "description": (move.__doc__ or "").strip(),
        "properties": {"type": {"const": move.type}, **parts},
        "required": ["type", *(f.name for f in fields(move) if f.default is MISSING)],
        "additionalProperties": False,
    }


def read_move(kinds: Sequence[type[Move]], data: Any) -> Move:
    """The move that a JSON value stands for; raises BadMove."""
    if not isinstance(data, dict):
        raise BadMove("", "a move is a JSON object")
    kind = next((kind for kind in kinds if kind.type == data.get("type")), None)
    if kind is None:
        raise BadMove("/type", "must be one of " + ", ".join(kind.type for kind in kinds))
    parts = {f.name: f for f in fields(kind)}
    for name in data:
        if name != "type" and name not in parts:
            raise BadMove(pointer_to(name), "unknown field")
    for name, f in parts.items():
        if name in data:
            _check(f"/{name}", data[name], f.metadata["schema"])
        elif f.default is MISSING:
            raise BadMove(f"/{name}", "missing")
    return kind(**{n: tuple(data[n]) if isinstance(data[n], list) else data[n] for n in parts if n in data})


def _check(pointer: str, value: Any, schema: Json) -> None:
    """Hold a value against the few words of JSON Schema that parts of moves use; raises BadMove."""
    kind = {"string": str, "integer": int, "array": list, "boolean": bool}[schema["type"]]
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise BadMove(pointer, f"must be of type {schema['type']}")
    if "enum" in schema and value not in schema["enum"]:
        raise BadMove(pointer, "must be one of " + ", ".join(map(str, schema["enum"])))
    if "minimum" in schema and not schema["minimum"] <= value <= schema["maximum"]:
        raise BadMove(pointer, f"must be from {schema['minimum']} to {schema['maximum']}")
    if isinstance(value, list):
        low, high = schema.get("minItems", 0), schema.get("maxItems", len(value))
        if not low <= len(value) <= high:
            raise BadMove(pointer, f"must have {low} to {high} items" if low < high else f"must have {low} items")
        for i, item in enumerate(value):
            _check(f"{pointer}/{i}", item, schema["items"])
