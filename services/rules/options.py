"""Options: choices of the people who set up a match, each packed as one int in the state."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from services.rules.errors import BadOption

Json = dict[str, Any]


@dataclass(frozen=True)
class Option:
    """A choice of the people who set up a match, packed as one int; subclasses say of what kind."""

    name: str
    description: str

    def schema(self) -> Json:
        """The JSON Schema of a value."""
        raise NotImplementedError

    def default(self, seats: int) -> Any:
        """The value when nobody says anything."""
        raise NotImplementedError

    def pack(self, value: Any, seats: int) -> int:
        """The value as an int; raises BadOption."""
        raise NotImplementedError

    def unpack(self, packed: int, seats: int) -> Any:
        """The value that `pack` took (in its normal form)."""
        raise NotImplementedError


@dataclass(frozen=True)
class Flag(Option):
    """On or off."""

    value: bool = False

    def schema(self) -> Json:
        """The JSON Schema of a value."""
        return {"type": "boolean", "default": self.value, "description": self.description}

    def default(self, seats: int) -> bool:
        """The value when nobody says anything."""
        return self.value

    def pack(self, value: Any, seats: int) -> int:
        """The value as 0 or 1; raises BadOption."""
        if not isinstance(value, bool):
            raise BadOption(self.name, "must be true or false")
        return int(value)

    def unpack(self, packed: int, seats: int) -> bool:
        """True or false."""
        return bool(packed)


@dataclass(frozen=True)
class Choice(Option):
    """One of a few named values; the first is the default."""

    values: tuple[str | int, ...] = ()

    def schema(self) -> Json:
        """The JSON Schema of a value."""
        return {"enum": list(self.values), "default": self.values[0], "description": self.description}

    def default(self, seats: int) -> str | int:
        """The first value."""
        return self.values[0]

    def pack(self, value: Any, seats: int) -> int:
        """The place of the value in the list; raises BadOption."""
        if not isinstance(value, (str, int)) or isinstance(value, bool) or value not in self.values:
            raise BadOption(self.name, "must be one of " + ", ".join(map(str, self.values)))
        return self.values.index(value)

    def unpack(self, packed: int, seats: int) -> str | int:
        """The value at that place."""
        return self.values[packed]


@dataclass(frozen=True)
class Several(Option):
    """A given number of different names out of a list, without order; the default is the first ones."""

    names: tuple[str, ...] = ()
    sizes: Mapping[int, int] = field(default_factory=dict)
    """How many, by number of seats."""

    def schema(self) -> Json:
        """The JSON Schema of a value."""
        sizes = sorted(set(self.sizes.values()))
        by_seats = ", ".join(f"{size} at {seats} seats" for seats, size in sorted(self.sizes.items()))
        return {
            "type": "array",
            "items": {"enum": list(self.names)},
            "uniqueItems": True,
            "minItems": sizes[0],
            "maxItems": sizes[-1],
            "description": f"{self.description} ({by_seats}; default: the first ones of the list)",
        }

    def default(self, seats: int) -> list[str]:
        """The first names of the list."""
        return list(self.names[: self.sizes[seats]])

    def pack(self, value: Any, seats: int) -> int:
        """The set as bits, bit i for the i-th name; raises BadOption."""
        size = self.sizes[seats]
        if not isinstance(value, list) or not all(isinstance(name, str) and name in self.names for name in value):
            raise BadOption(self.name, "must be a list of names out of " + ", ".join(self.names))
        if len(value) != size or len(set(value)) != size:
            raise BadOption(self.name, f"must be {size} different names at {seats} seats")
        return sum(1 << self.names.index(name) for name in value)

    def unpack(self, packed: int, seats: int) -> list[str]:
        """The names in the order of the list."""
        return [name for i, name in enumerate(self.names) if packed >> i & 1]
