"""People who meet, in tests: players, what they wait for, and passes of a sweeper."""

from dataclasses import dataclass, field
from typing import Any

from services.matchmaking.asking import Asked
from services.matchmaking.keys import hall, lease_key, ticket_key
from services.matchmaking.matching import Ended
from services.matchmaking.players import PLAYER_TOKEN, Holder
from services.matchmaking.tickets import Seen
from services.shared.tokens import Token
from tests.support.house import APP, House

TWO = (2, 2)


@dataclass
class Meeting:
    """Players of one house."""

    house: House
    people: dict[str, Holder] = field(default_factory=dict)

    def holder(self, name: str, app: str = APP) -> Holder:
        """The player of this name, who comes when it is called first."""
        if name not in self.people:
            token = self.house.services.players.greet(app, name, "", "").token
            assert token is not None
            self.people[name] = self.holding(token)
        return self.people[name]

    def holding(self, token: str) -> Holder:
        """Whoever holds this token."""
        read = Token.read(token, self.house.services.secrets, PLAYER_TOKEN)
        return Holder(read.app, read.subject, read.epoch)

    def ask(self, name: str, *party: str, key: str = "", **more: Any) -> Seen:
        """A ticket of this player, with a party."""
        tickets, leader = self.house.services.tickets, self.holder(name)
        consents = [tickets.consent(self.holder(member), leader.player)[0] for member in party]
        return tickets.ask(leader, asked(**more), consents, key)

    def look(self, name: str, seen: Seen) -> Seen:
        """The ticket as this player sees it now."""
        return self.house.services.tickets.look(self.holder(name), seen.id)

    def sweep(self) -> list[Ended]:
        """A pass now, whoever has rested or not."""
        self.house.redis.delete(lease_key(APP))
        return list(self.house.services.matching.sweep())

    def grow_old(self, seen: Seen, seconds: float) -> None:
        """Let the ticket have come so much earlier."""
        key = ticket_key(seen.app, seen.id)
        for name in ("deadline", "bots"):
            at: Any = self.house.redis.hget(key, name)
            if at:
                self.house.redis.hset(key, name, f"{float(at) - seconds:.6f}")
        kept: Any = self.house.redis.hget(hall(seen.app).waiting, seen.id)
        since, deadline, bots, text = kept.split(b" ", 3)
        times = [at if at == b"-" else f"{float(at) - seconds:.6f}".encode() for at in (since, deadline, bots)]
        self.house.redis.hset(hall(seen.app).waiting, seen.id, b" ".join((*times, text)))


def asked(game: str = "arboretum", seats: tuple[int, int] = TWO, **more: Any) -> Asked:
    """What a ticket asks for."""
    return Asked(game, seats, **more)
