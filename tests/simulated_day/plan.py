"""What a simulated day is made of. Times of people are simulated seconds; `real` compresses them."""

from dataclasses import dataclass
from typing import Final, Literal

from services.matchmaking.pairing import Window

HOUR: Final = 3600.0
MINUTE: Final = 60.0

GAMES: Final = {"arboretum": 5, "applejack": 2, "click_a_tree": 2, "tree_society": 1}
"""How often each game is asked for."""
SEATS: Final = ((2, 2), (2, 2), (2, 2), (2, 4), (2, 3), (3, 3), (3, 4), (4, 4))
PATIENCE: Final = (1 * HOUR, 2 * HOUR, 4 * HOUR)
"""How far off deadlines are."""
BOTS_AFTER: Final = 0.5 * HOUR
WINDOWS: Final = (Window(50, 1, 400), Window(100, 2, 1000), Window(200, 5, 2000))
"""Rating windows, growing by simulated minutes."""
VISITS: Final = (1, 1, 2, 2, 3, 4)
"""How often somebody comes in a day."""

WITH_FRIEND: Final = 0.1
WITH_BOTS: Final = 0.12
TWO_GAMES: Final = 0.1
WITHDRAWS: Final = 0.08
LEAVES: Final = 0.1
"""Shares: of visits with a party of two, that take bots, that ask for two games at once, whose tickets are withdrawn;
of matches that somebody leaves in the middle."""
AT_ONCE: Final = 2
"""So many tickets, and so many matches, a person of the crowd has at once."""


@dataclass(frozen=True)
class Day:
    """How large it is, how fast it passes, and what is killed."""

    players: int = 5000
    hours: float = 24.0
    speed: float = 240.0
    """Simulated seconds in a real one."""
    seed: int = 1
    sweepers: int = 2
    kills: int = 16
    """How often a sweeper is killed."""
    redis_kills: int = 1
    appendfsync: Literal["always", "everysec", "no"] = "always"

    @property
    def seconds(self) -> float:
        """How long people go on coming, in real seconds."""
        return self.real(self.hours * HOUR)

    def real(self, simulated: float) -> float:
        """Real seconds for simulated ones."""
        return simulated / self.speed

    def whole(self, simulated: float) -> int:
        """The same for a ticket, which counts whole seconds."""
        return max(1, round(self.real(simulated)))

    def window(self, window: Window) -> Window:
        """A window that grows as much faster as time passes."""
        return window._replace(grow=window.grow * self.speed / MINUTE)

    @property
    def longest(self) -> float:
        """Real seconds in which all that was begun must have ended, with a minute to spare for a slow machine."""
        return self.seconds + self.real(max(PATIENCE)) + 60
