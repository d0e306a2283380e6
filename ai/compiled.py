"""The one file that knows numba: teaches numba the rules, and compiles the searches of a game.

Rules and searches stay ordinary functions. numba is shown a twin of each marked one, in which constant tables are NumPy
arrays; records become rows of a structured array with the same fields. Imported by bot workers, warmup and bench only.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.extending import intrinsic, overload
from numba.np import arrayobj

from ai import cache as folders
from ai.search.engine import Engine
from services.rules import kernel
from services.rules.contract import Game
from services.rules.kernel import Record, Table

R = TypeVar("R", bound=Record)
F = TypeVar("F", bound=Callable[..., Any])

CHECKED: Any = {"boundscheck": True}
"""Without it a write past the end of a field is silent."""


@overload(kernel.copy)
def _copy(dst: Any, src: Any) -> Any:  # noqa: ARG001 - types, which all boxes share
    def copy(dst: Any, src: Any) -> None:
        dst[0] = src[0]

    return copy


@intrinsic(prefer_literal=True)
def _stack(_context: Any, n: Any) -> Any:
    """Room for integers on the stack of the function that asks: like that of `ints`, it ends with the function."""
    kind = types.Array(types.int32, 1, "C")

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        word = context.get_value_type(types.int32)
        if isinstance(n, types.IntegerLiteral):
            size = context.get_constant(types.intp, n.literal_value)
            with builder.goto_entry_block():
                place = builder.alloca(word, size=size)
        else:
            size = context.cast(builder, args[0], n, types.intp)
            place = builder.alloca(word, size=size)
        made = context.make_array(kind)(context, builder)
        step = context.get_constant(types.intp, 4)
        arrayobj.populate_array(made, place, [size], [step], step, None)
        return made._getvalue()  # noqa: SLF001 - numba's own way to hand on a struct

    return kind(n), generate


# Teaching ------------------------------------------------------------------------------------------------------------


def array(rows: Table) -> Any:
    """A constant table as an array of the narrowest integers that hold it."""
    made = np.array(rows, np.int64)
    kind = next(kind for kind in ("i1", "i2", "i4", "i8") if (made.astype(kind) == made).all())
    return made.astype(kind)


def twin(function: F) -> F:
    """The function as numba shall see it: the same code, with arrays for constant tables."""
    code = cast("FunctionType", function)
    names = {name: _in_numba(value) for name, value in code.__globals__.items()}
    return cast("F", FunctionType(code.__code__, names, code.__name__, code.__defaults__, code.__closure__))


def _in_numba(value: Any) -> Any:
    return array(value) if isinstance(value, Table) else _stack if value is kernel.ints else value


_taught: set[Callable[..., Any]] = set()


def teach() -> None:
    """Make every marked function known to numba; once each."""
    for function in kernel.MARKED:
        if function not in _taught:
            _taught.add(function)
            _teach(function)


def _teach(function: Callable[..., Any]) -> None:
    made = twin(function)

    @overload(function, jit_options=CHECKED, strict=False)
    def _found(*_types: Any) -> Any:
        return made


# Records -------------------------------------------------------------------------------------------------------------


@cache
def dtype(kind: type[Record]) -> Any:
    """The layout of a record, every field of it, aligned."""
    fields = [(name, f.kind, f.shape) for name, f in kind.FIELDS.items()]
    return np.dtype((np.record, np.dtype(fields, align=True)))


def put(box: Any, record: Record) -> None:
    """Copy a plain record into the first place of a box; a value too large for its field raises OverflowError."""
    for name in record.FIELDS:
        box[0][name] = getattr(record, name)


def to_plain(kind: type[R], box: Any) -> R:
    """The first record of a box as a plain one."""
    made = kind()
    for name in kind.FIELDS:
        setattr(made, name, box[0][name].tolist())
    return made


# Searches ------------------------------------------------------------------------------------------------------------


class _Reader(CompileResultCacheImpl):
    """Packs and unpacks compiled functions; where they lie is the business of `_Shelf`."""

    def __init__(self) -> None:
        """Nothing to find: numba would look for a folder by the file of the function."""


class _Shelf(FunctionCache):
    """The place of one compiled function of a game.

    numba would key a search that is bound to a game by its own file and by the pickled functions of the game, which it
    never finds again (its issue 6264); here the folder is named by all the sources, and that is the key.
    """

    def __init__(self, function: Callable[..., Any], game: Game[Any]) -> None:
        """`function` bound to a game."""
        self._name, self._py_func, self._impl = function.__qualname__, function, _Reader()
        self._key = folders.digest(game)
        self._cache_path = str(folders.folder(game))
        self._cache_file = IndexDataCacheFile(self._cache_path, function.__name__, self._key)
        self.enable()

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return sig, codegen.magic_tuple(), self._key

    def _save_overload(self, sig: Any, data: Any) -> None:
        if self._impl.check_cachable(data):
            with suppress(OSError):  # a read-only folder: the function is compiled, only not kept
                self._cache_file.save(self._index_key(sig, data.codegen), self._impl.reduce(data))


class CompiledEngine(Engine):
    """The searches of a game, compiled, or loaded from the game's folder."""

    compiled = True

    def __init__(self, game: Game[Any]) -> None:
        """An engine for one game."""
        super().__init__(game)
        self.bound: list[Any] = []

    def bind(self, function: F) -> F:
        """The function as a numba dispatcher, which compiles at its first call what the folder does not hold."""
        teach()
        made = njit(nogil=True, **CHECKED)(function)
        made._cache = _Shelf(function, self.game)  # noqa: SLF001 - numba has no public way to name a cache
        self.bound.append(made)
        return cast("F", made)

    def boxes(self, kind: type[R], n: int) -> list[R]:
        """`n` blank records."""
        return cast("list[R]", np.zeros(n, dtype(cast("Any", kind))))

    def put(self, record: R) -> list[R]:
        """A box that holds a copy of a record."""
        box = self.boxes(type(record), 1)
        put(box, record)
        return box

    def ints(self, values: Sequence[int]) -> list[int]:
        """A buffer that holds these values."""
        return cast("list[int]", np.array(values, np.int32))

    def floats(self, n: int) -> list[float]:
        """A buffer of `n` floats."""
        return cast("list[float]", np.zeros(n))

    def state_bytes(self, box: list[Any]) -> bytes:
        """What `to_bytes` makes of the state in a box."""
        fields = self.game.State.FIELDS.items()
        return b"".join(np.asarray(box)[0][name].tobytes() for name, f in fields if f.stored)

    def compilations(self) -> tuple[int, int]:
        """(found, compiled): how many functions were loaded, how many had to be compiled."""
        stats = [made.stats for made in self.bound]
        return sum(sum(s.cache_hits.values()) for s in stats), sum(sum(s.cache_misses.values()) for s in stats)
