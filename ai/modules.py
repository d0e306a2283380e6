"""What there is about a game in a folder of one module a game, found by its slug; most folders leave games out."""

import importlib
import importlib.util
from functools import cache
from types import ModuleType


@cache
def module_of(package: str, slug: str) -> ModuleType | None:
    """The module `<package>.<slug>`, loaded; None where there is none."""
    name = f"{package}.{slug}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None
