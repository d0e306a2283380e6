"""How each kind of bot spends its budget: a first look, halving, or one tree, between looks at the clock.

Everything here is called a few hundred times a decision; what is called more often is compiled (`ai.search`).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev
from time import perf_counter
from typing import Any

from ai.search.budgets import Bot
from ai.search.engine import Engine
from ai.search.room import LINE, MOST_LINES, MOST_NODES, Desk, Plan
from services.rules.kernel import BLANK, Rng

FIRST_CHUNK = {True: 512, False: 8}
"""Iterations before the clock is looked at for the first time, compiled and plain."""
CHUNK_SECONDS = 0.05
"""Later looks are about so far apart."""
CERTAIN = 3.0
"""Standard errors of a paired difference that count as more than chance."""
FEW = 8
"""Worlds before which nothing is certain."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal action as a bot judged it."""

    action: int
    visits: int
    value: float
    """The mean reward, 0 to 1; at first look the points expected above the rivals."""


PLAIN_LINES = 4
"""Whole turns that a beam keeps in plain Python, where each further one takes tenths of a second."""
Line = tuple[int, ...]
"""The next actions of a seat in one turn: the first one is what it would play now."""
Progress = Callable[[int, int], None]
"""progress(iterations so far, iterations to make)"""


@dataclass(slots=True)
class Run:
    """A decision in the making."""

    engine: Engine
    state: Any
    bot: Bot
    rng: Rng
    deadline: float
    """On the clock of perf_counter."""
    legal: list[int]
    done: int = 0
    """Iterations or playouts so far."""
    short: bool = False
    """Less was done than the bot's name says."""
    proposed: list[int] = field(default_factory=list)
    """Actions that are thought about whatever the first look says."""
    progress: Progress | None = None
    """Is told now and then how far the search has come."""
    desk: Desk = field(init=False)
    rngs: Any = field(init=False)

    def __post_init__(self) -> None:
        """Lay out what every search reads."""
        self.short = self.budget < self.bot.iterations
        self.desk, self.rngs = self.engine.desk(self.state), self.engine.put(self.rng)

    @property
    def budget(self) -> int:
        """Iterations or playouts to make: fewer where rules are not compiled."""
        return self.bot.iterations if self.engine.compiled else min(self.bot.plain, self.bot.iterations)

    def in_time(self) -> bool:
        """Whether there is time left."""
        return perf_counter() < self.deadline

    def tell(self) -> None:
        """Say how far it has come."""
        if self.progress is not None:
            self.progress(self.done, self.budget)

    def plan(self, **more: float) -> Plan:
        """The plan of the bot for this decision."""
        game, bot, known, plan = self.engine.game, self.bot, self.engine.known, Plan()
        plan.seats, plan.seat = self.state.seats, game.to_act(self.state)
        plan.explore, plan.widen, plan.guide = bot.explore, bot.widen, bot.guide
        plan.open = int(bot.open)
        plan.turns, plan.steps = (bot.turns if known.evaluate else game.max_steps), game.max_steps
        plan.chance, plan.tries, plan.margin, plan.swing = bot.chance, bot.tries, bot.margin, known.swing
        plan.low, plan.high = game.score_span
        for i, weight in enumerate(bot.weights or known.weights.values()):
            plan.weights[i] = weight
        learned = known.values.get(plan.seats, ()) if bot.learned else ()
        plan.learned = len(learned)
        for i, weight in enumerate(learned):
            plan.value[i] = weight
        for name, value in more.items():
            setattr(plan, name, value)
        return plan

    def rewards(self, lines: list[Line], plans: Any, worlds: int) -> Iterator[list[float]]:
        """The rewards of these candidates in one imagined world after the other."""
        engine, n = self.engine, len(lines)
        room = engine.room[0]
        for i, line in enumerate(lines):
            room.chosen[i] = line[0]
            for d in range(LINE if plans[0].lines else 0):
                room.lines[i * LINE + d] = line[d] if d < len(line) else BLANK
        for _ in range(worlds):
            engine.one_world(self.desk, plans, engine.room, self.rngs, n)
            self.done += n
            yield [float(value) for value in room.values[:n]]


def first_look(run: Run) -> list[Candidate]:
    """Every legal action judged right after it is played, in a few worlds; best first."""
    judged = run.engine.known.evaluate is not None
    plans = run.engine.put(run.plan(turns=0, swing=0.0, margin=1.0, learned=0) if judged else run.plan())
    worlds = max(1, min(16, run.bot.worlds // len(run.legal)))
    rows: list[list[float]] = []
    for row in run.rewards([(action,) for action in run.legal], plans, worlds):
        rows.append(row)
        if not run.in_time():
            break
    run.short |= len(rows) < worlds
    run.done = 0
    return [candidate for candidate, _ in ranking([(action,) for action in run.legal], rows)]


def sifted(run: Run) -> list[Candidate]:
    """The candidates that are thought about: the best at first look, and those that were proposed."""
    looked = first_look(run)
    most = run.bot.sift or len(looked)
    return [c for i, c in enumerate(looked) if i < most or c.action in run.proposed]


def whole_turns(run: Run) -> list[Line]:
    """The turns that are thought about: the best that a beam finds, and what was proposed."""
    engine = run.engine
    most = min(run.bot.beam, MOST_LINES if engine.compiled else PLAIN_LINES)
    plans, depth = engine.put(run.plan(beam=most)), 1
    while engine.turns(run.desk, plans, engine.room, run.rngs) and depth < LINE and run.in_time():
        depth += 1
    found, kept = engine.room[0].lines, min(int(plans[0].lines), run.bot.sift or most)
    lines = [tuple(int(a) for a in found[i * LINE : (i + 1) * LINE] if a != BLANK) for i in range(kept)]
    return lines + [(action,) for action in run.proposed if action not in {line[0] for line in lines}]


def halving(run: Run) -> list[Candidate]:
    """Flat Monte Carlo: the worse half of the candidates drops out again and again (sequential halving).

    Each round has an equal share of the playouts (Karnin, Koren, Somekh 2013); all candidates meet the same worlds. It
    ends early when one is ahead of every other by more than chance, or all that are left begin alike.
    """
    alive: list[Line] = whole_turns(run) if run.bot.beam else [(c.action,) for c in sifted(run)]
    plans = run.engine.put(run.plan(lines=len(alive) if run.bot.beam else 0))
    rows, dropped = list[list[float]](), list[Candidate]()
    share = run.budget // max(1, (len(alive) - 1).bit_length())
    certain = alike(alive)
    while not certain and run.in_time():
        for row in run.rewards(alive, plans, max(1, share // len(alive))):
            rows.append(row)
            run.tell()
            certain = is_certain(rows)
            if certain or not run.in_time():
                break
        ranked = ranking(alive, rows)
        keep = (len(alive) + 1) // 2
        dropped = [candidate for candidate, _ in ranked[keep:]] + dropped
        kept = [i for _, i in ranked[:keep]]
        alive, rows = [alive[i] for i in kept], [[row[i] for i in kept] for row in rows]
        certain |= alike(alive)
    run.short |= not certain
    return each_once([candidate for candidate, _ in ranking(alive, rows)] + dropped)


def alike(lines: list[Line]) -> bool:
    """Whether all of them begin with the same action."""
    return all(line[0] == lines[0][0] for line in lines)


def each_once(candidates: list[Candidate]) -> list[Candidate]:
    """The candidates, each action where it stands first."""
    found: dict[int, Candidate] = {}
    for candidate in candidates:
        found.setdefault(candidate.action, candidate)
    return list(found.values())


def ranking(lines: list[Line], rows: list[list[float]]) -> list[tuple[Candidate, int]]:
    """The candidates with their columns, best mean first."""
    means = [fmean(row[i] for row in rows) if rows else 0.5 for i in range(len(lines))]
    found = [(Candidate(line[0], len(rows), mean), i) for i, (line, mean) in enumerate(zip(lines, means, strict=True))]
    return sorted(found, key=lambda c: -c[0].value)


def is_certain(rows: list[list[float]]) -> bool:
    """Whether one column is ahead of every other by more than chance; asked at each doubling of the rows."""
    n = len(rows)
    if n < FEW or n & (n - 1):
        return False
    columns = list(zip(*rows, strict=True))
    best = max(columns, key=fmean)
    for column in columns:
        if column is not best:
            ahead = [mine - other for mine, other in zip(best, column, strict=True)]
            if fmean(ahead) < CERTAIN * stdev(ahead) / sqrt(n):
                return False
    return True


def tree_search(run: Run) -> list[Candidate]:
    """One tree, grown in chunks between which the clock is looked at; most visited first."""
    engine = run.engine
    first = sifted(run) if 0 < run.bot.sift < len(run.legal) else []
    for i, candidate in enumerate(first):
        engine.room[0].actions[i], engine.room[0].values[i] = candidate.action, candidate.value
    capacity = min(run.budget + len(first) + 1, MOST_NODES)
    tree, plans = engine.tree(capacity), engine.put(run.plan(capacity=capacity, sifted=len(first)))
    chunk, found, now = FIRST_CHUNK[engine.compiled], 0, perf_counter()
    while run.done < run.budget and (run.done == 0 or now < run.deadline):
        step = min(chunk, run.budget - run.done)
        found = engine.search(run.desk, tree, plans, engine.room, run.rngs, step)
        run.done += step
        run.tell()
        before, now = now, perf_counter()
        pace = step / max(now - before, 1e-6)
        chunk = max(1, int(pace * min(CHUNK_SECONDS, max(run.deadline - now, 0.0))))
    run.short |= run.done < run.budget
    room = engine.room[0]
    rows = zip(room.actions[:found], room.visits[:found], room.values[:found], strict=True)
    candidates = [Candidate(int(action), int(visits), float(value)) for action, visits, value in rows]
    return sorted(candidates, key=lambda c: (-c.visits, -c.value, c.action))
