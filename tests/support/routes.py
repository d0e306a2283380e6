"""The table of the addresses of each part, as proxies use it."""

import tomllib
from dataclasses import dataclass
from typing import Final, Self

from tests.support.web import ROOT

FILE: Final = ROOT / "k8s" / "routes.toml"


@dataclass(frozen=True, order=True)
class Route:
    """An address of a part: alone, or with all below it."""

    path: str
    exact: bool
    part: str

    def covers(self, path: str) -> bool:
        """Whether a path is sent this way."""
        return path == self.path or (not self.exact and path.startswith(f"{self.path}/"))


@dataclass(frozen=True)
class Routes:
    """A whole table."""

    rows: frozenset[Route]

    @classmethod
    def read(cls) -> Self:
        """The table of all proxies."""
        parts = tomllib.loads(FILE.read_text())
        kinds = {"prefix": False, "exact": True}
        rows = [
            Route(p, kinds[kind], part) for part, row in parts.items() for kind, paths in row.items() for p in paths
        ]
        return cls(frozenset(rows))

    def part_of(self, path: str) -> str | None:
        """The part that answers a path: that of the longest way, an exact one first."""
        fits = [row for row in self.rows if row.covers(path)]
        return max(fits, key=lambda row: (row.exact, len(row.path))).part if fits else None
