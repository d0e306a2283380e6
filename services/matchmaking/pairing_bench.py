"""What tickets cost: a pass over 10,000 of them, the calls that players make, and the memory of one that waits."""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

from services.matchmaking.asking import WINDOW, Asked, dump, tables_of
from services.matchmaking.keys import hall
from services.matchmaking.pairing import Ticket, Window, pair
from services.matchmaking.player_store import PlayerStore
from services.matchmaking.players import PLAYER_TOKEN, Holder, Players
from services.matchmaking.ticket_store import Limits, TicketStore
from services.matchmaking.tickets import Tickets
from services.rules.matches import Matches
from services.rules.registry import GAMES
from services.rules.store import Store
from services.shared.embedded import Embedded
from services.shared.redis import connect
from services.shared.tokens import Token

APP: Final = "bench"
CROWD: Final = 10_000
SECRETS: Final = (b"s" * 32,)
NOW: Final = 60.0


def bench(*, short: bool = False) -> dict[str, Any]:
    """Seconds of CPU of a pass by what is wanted, milliseconds of calls by the clock, bytes of Redis a ticket."""
    return {"waiting": CROWD} | _passes(1 if short else 5) | _calls(200 if short else 2000)


# A pass, in memory ---------------------------------------------------------------------------------------------------


def _passes(times: int) -> dict[str, Any]:
    """Medians of CPU: everybody wants two seats; four; any number, of four games, with options and parties."""
    figures = {}
    for name, sizes in {"two": (2,), "four": (4,), "mixed": ()}.items():
        crowd = [_somebody(Random(number), number, sizes) for number in range(CROWD)]  # noqa: S311 - made-up players
        figures[f"pass_{name}_s"] = round(median(_cpu(lambda crowd=crowd: pair(crowd, NOW)) for _ in range(times)), 3)  # type: ignore[misc]
    return figures


def _somebody(random: Random, number: int, sizes: tuple[int, ...]) -> Ticket:
    party = 1 if sizes else random.choice((1, 1, 1, 1, 2))
    taken = sizes or sorted(random.sample((2, 3, 4), random.randint(1, 3)))
    wanted = ((0, 0),) if sizes else ((0, 0), (1, 0), (None, 0), (None, None))
    options = random.choice(wanted)
    since = random.uniform(0, NOW)
    return Ticket(
        f"{number:05}",
        "arboretum" if sizes else random.choice(list(GAMES)),
        tuple(f"player {number}.{member}" for member in range(party)),
        tuple((seats, options) for seats in taken),
        round(random.gauss(1000, 300)),
        Window(50, 5, 400),
        since,
        since + random.choice((60, 120, 300)),
        since + 45 if random.random() < 0.3 else None,  # noqa: PLR2004 - three in ten want bots in the end
        "greedy",
    )


# Calls, on the bundled server, which syncs writes --------------------------------------------------------------------


def _calls(count: int) -> dict[str, Any]:
    """What a player's calls take, the memory of what they leave, and reading a whole crowd for a pass."""
    with tempfile.TemporaryDirectory() as folder, Embedded(Path(folder) / "redis", "always") as server:
        client = connect(server.url)
        matches = Matches(Store(client), SECRETS)
        players = Players(PlayerStore(client), matches, SECRETS, lambda *_: None)
        store = TicketStore(client, 3600, Limits(4, CROWD))
        tickets = Tickets(store, players, matches, SECRETS, lambda _: {}, lambda *_: 0.0)
        holders = [_holder(players, f"Player {number}") for number in range(count)]
        asked, made = Asked("arboretum", (2, 4)), list[str]()
        before = int(client.info("memory")["used_memory"])
        figures = _told("ask", (lambda h=h: made.append(tickets.ask(h, asked).id) for h in holders))  # type: ignore[misc]
        figures["bytes_a_ticket"] = round((int(client.info("memory")["used_memory"]) - before) / count)
        both = list(zip(holders, made, strict=True))
        figures |= _told("look", (lambda h=h, t=t: tickets.look(h, t) for h, t in both))  # type: ignore[misc]
        figures |= _told("cancel", (lambda h=h, t=t: tickets.cancel(h, t) for h, t in both))  # type: ignore[misc]
        kept = dump(asked, tables_of(asked, 1, lambda _: {}), ("p" * 26,), WINDOW.start)
        crowd = {f"{number:026}": b"1.0 2.0 - " + kept for number in range(CROWD)}
        client.hset(hall(APP).waiting, mapping=crowd)  # type: ignore[arg-type]  # it takes bytes
        figures["read_s"] = round(median(_cpu(lambda: store.waiting(APP)) for _ in range(3)), 3)
        client.close()
        return figures


def _holder(players: Players, name: str) -> Holder:
    greeted = players.greet(APP, name, "", "")
    token = Token.read(str(greeted.token), SECRETS, PLAYER_TOKEN)
    return Holder(token.app, token.subject, token.epoch)


def _told(name: str, calls: Iterator[Callable[[], object]]) -> dict[str, Any]:
    took = sorted(_clock(call) for call in calls)
    return {f"{name}_p{p}_ms": round(took[(len(took) - 1) * p // 100] * 1e3, 2) for p in (50, 99)}


def _clock(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def _cpu(call: Callable[[], object]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began
