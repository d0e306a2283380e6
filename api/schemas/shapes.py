"""What schemas are written in: objects, lists, texts, and what stands in many of them."""

from typing import Any, Final

Json = dict[str, Any]


def ref(name: str) -> Json:
    """A reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


def shape(description: str, properties: Json, optional: tuple[str, ...] = (), *, more: Any = False) -> Json:
    """An object with exactly these members (`more`: or further ones)."""
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": more,
    }


def items(of: Json, description: str = "") -> Json:
    """A list."""
    return {"type": "array", "items": of} | ({"description": description} if description else {})


def maybe(of: Json) -> Json:
    """The same, or null."""
    return {"anyOf": [of, {"type": "null"}]}


def text(description: str = "", *values: str) -> Json:
    """A string, or one of a few."""
    made: Json = {"type": "string"} | ({"enum": list(values)} if values else {})
    return made | ({"description": description} if description else {})


def whole(description: str = "", low: int = 0) -> Json:
    """A whole number."""
    return {"type": "integer", "minimum": low} | ({"description": description} if description else {})


def flag(description: str) -> Json:
    """True or false."""
    return {"type": "boolean", "description": description}


SEAT: Final = whole("a seat, counted from 0")
VERSION: Final = whole("a version of the match: the number of entries of its log", 1)
TIME: Final = {"type": "number", "description": "seconds since 1970"}
MATCH: Final = text("the id of the match")
CURSOR: Final = maybe(text("give it as `cursor` to get what follows"))
ANY: Final = {"type": "object", "additionalProperties": True}
