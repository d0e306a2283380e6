"""What rules are written in: records, marks, constant tables and the random generator.

Everything here is plain Python. `ai.compiled` teaches numba the functions marked with `@rule` and replaces the
primitives `copy` and `ints`; nothing in this file knows of it. Rules therefore keep to what both modes share: integers,
`s.hand[p][i]` (never `s.hand[p, i]`), and every value must fit its field (a compiled store wraps in silence).
"""

import hashlib
import math
import struct
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

BLANK = -1
"""What stands in a slot that holds nothing, or nothing that the viewer may know."""

MARKED: list[Callable[..., Any]] = []
"""Every rule, in the order of definition (so a rule stands behind those it calls)."""

_FORMATS = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "f8": "d"}


def rule(function: F) -> F:
    """Mark a function as part of the rules, which may be compiled; it comes back unchanged."""
    MARKED.append(function)
    return function


class Table(tuple[Any, ...]):
    """A constant table of integers: rows of one length, or one row."""

    __slots__ = ()


def table(rows: Iterable[Iterable[int]] | Iterable[int]) -> Any:
    """A constant table that rules may read as `TABLE[i][j]` (or `TABLE[i]`) in both modes."""
    made = Table(row if isinstance(row, int) else tuple(row) for row in rows)
    if len({len(row) if isinstance(row, tuple) else 0 for row in made}) > 1:
        raise ValueError("the rows of a table have one length")
    return made


class Field(NamedTuple):
    """One field of a record: a NumPy kind such as `i1`, a shape, and whether a snapshot keeps it."""

    kind: str
    shape: tuple[int, ...]
    stored: bool


def field(kind: str, *shape: int) -> Any:
    """A field of a record: an integer (no shape), a row or a table of integers of this kind."""
    return Field(kind, shape, stored=True)


def derived(kind: str, *shape: int) -> Any:
    """A field that `rebuild` makes again from the others: a snapshot leaves it out."""
    return Field(kind, shape, stored=False)


def _blank(shape: tuple[int, ...]) -> Any:
    if not shape:
        return 0
    return [0] * shape[0] if len(shape) == 1 else [[0] * shape[1] for _ in range(shape[0])]


class Record:
    """Base of every state: a class with fields, which both modes lay out alike."""

    FIELDS: ClassVar[dict[str, Field]] = {}
    _rows: ClassVar[tuple[str, ...]] = ()
    _tables: ClassVar[tuple[str, ...]] = ()
    _stored: ClassVar[tuple[tuple[str, int], ...]] = ()
    _struct: ClassVar[struct.Struct] = struct.Struct("<")
    LAYOUT: ClassVar[str] = ""
    """A short name of the stored layout; it changes with every stored field."""

    def __init_subclass__(cls) -> None:
        """Collect the fields in the order they are written."""
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        for name in own:
            delattr(cls, name)
        cls.FIELDS = {**cls.FIELDS, **own}
        if any(len(f.shape) > 2 for f in cls.FIELDS.values()):
            raise ValueError("a field has two dimensions at most")
        cls._rows = tuple(name for name, f in cls.FIELDS.items() if len(f.shape) == 1)
        cls._tables = tuple(name for name, f in cls.FIELDS.items() if len(f.shape) > 1)
        cls._stored = tuple((name, len(f.shape)) for name, f in cls.FIELDS.items() if f.stored)
        kinds = (f"{math.prod(f.shape)}{_FORMATS[f.kind]}" for f in cls.FIELDS.values() if f.stored)
        cls._struct = struct.Struct("<" + "".join(kinds))
        stored = [(name, f.kind, f.shape) for name, f in cls.FIELDS.items() if f.stored]
        cls.LAYOUT = hashlib.sha256(repr(stored).encode()).hexdigest()[:12]

    def __init__(self) -> None:
        """A record of zeros."""
        for name, f in self.FIELDS.items():
            setattr(self, name, _blank(f.shape))

    @classmethod
    def box(cls, n: int = 1) -> list[Self]:
        """`n` records that rules can copy into: `box[0]` is the first."""
        return [cls() for _ in range(n)]

    def clone(self) -> Self:
        """An independent copy."""
        new = object.__new__(type(self))
        fields = new.__dict__
        fields.update(self.__dict__)
        for name in self._rows:
            fields[name] = fields[name][:]
        for name in self._tables:
            fields[name] = [row[:] for row in fields[name]]
        return new

    def to_bytes(self) -> bytes:
        """The stored fields, little-endian, in order; a value too large for its field raises struct.error."""
        flat: list[int] = []
        fields = self.__dict__
        for name, dimensions in self._stored:
            if dimensions == 0:
                flat.append(fields[name])
            elif dimensions == 1:
                flat += fields[name]
            else:
                flat += chain.from_iterable(fields[name])
        return self._struct.pack(*flat)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The record that `to_bytes` wrote; derived fields are zeros until `rebuild`. Raises struct.error."""
        flat, at = list(cls._struct.unpack(data)), 0
        new = object.__new__(cls)
        fields = new.__dict__
        for name, f in cls.FIELDS.items():
            if f.stored:
                fields[name] = _shaped(flat, at, f.shape)
                at += math.prod(f.shape)
            else:
                fields[name] = _blank(f.shape)
        return new


def _shaped(flat: list[int], at: int, shape: tuple[int, ...]) -> Any:
    if not shape:
        return flat[at]
    if len(shape) == 1:
        return flat[at : at + shape[0]]
    rows, width = shape
    return [flat[i : i + width] for i in range(at, at + rows * width, width)]


def copy(dst: list[Any], src: list[Any]) -> None:
    """Copy the first record of one box into another box."""
    dst[0] = src[0].clone()


def ints(n: int) -> list[int]:
    """Room for `n` integers, whose values are not set."""
    return [0] * n


class Rng(Record):
    """State of the random generator sfc32 (Chris Doty-Humphrey, PractRand): four words of 32 bits."""

    a: int = field("i8")
    b: int = field("i8")
    c: int = field("i8")
    counter: int = field("i8")


WORD = 0xFFFFFFFF


@rule
def next_word(rng: Rng) -> int:
    """The next 32 random bits."""
    word = (rng.a + rng.b + rng.counter) & WORD
    rng.counter = (rng.counter + 1) & WORD
    rng.a = rng.b ^ (rng.b >> 9)
    rng.b = (rng.c + (rng.c << 3)) & WORD
    rng.c = ((((rng.c << 21) & WORD) | (rng.c >> 11)) + word) & WORD
    return word


@rule
def seed(rng: Rng, a: int, b: int, c: int) -> None:
    """Start the generator from three words of 32 bits."""
    rng.a, rng.b, rng.c, rng.counter = a & WORD, b & WORD, c & WORD, 1
    for _ in range(12):
        next_word(rng)


@rule
def below(rng: Rng, n: int) -> int:
    """A uniform number from 0 to n - 1, without bias (Lemire 2019); 1 <= n < 2**31."""
    product = next_word(rng) * n
    if (product & WORD) < n:
        floor = (WORD + 1 - n) % n
        while (product & WORD) < floor:
            product = next_word(rng) * n
    return product >> 32


@rule
def shuffle(items: list[int], n: int, rng: Rng) -> None:
    """Put items[:n] into a uniformly random order."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        items[i], items[j] = items[j], items[i]


@rule
def insert(items: list[int], n: int, item: int) -> int:
    """Put `item` into the rising items[:n]; return the new length."""
    i = n
    while i > 0 and items[i - 1] > item:
        items[i] = items[i - 1]
        i -= 1
    items[i] = item
    return n + 1


@rule
def remove(items: list[int], n: int, item: int) -> int:
    """Take `item` out of items[:n], keep the order, blank the freed slot; return the new length."""
    i = 0
    while items[i] != item:
        i += 1
    for k in range(i, n - 1):
        items[k] = items[k + 1]
    items[n - 1] = BLANK
    return n - 1


def rng_from(key: bytes) -> Rng:
    """A generator from at least 12 bytes of key material, such as an HMAC."""
    rng = Rng()
    seed(rng, *struct.unpack("<III", key[:12]))
    return rng
