"""Arboretum, for scripted opponents: what cards are worth in the hand, in the ground and to rivals."""

from math import sqrt

from ai.knowledge.arboretum_scripts_ground import Ground
from services.rules.games.arboretum.components import CARDS, VALUES
from services.rules.games.arboretum.scoring import N_SPECIES
from services.rules.games.arboretum.state import State, unseen
from services.rules.kernel import BLANK

SPITE = 0.8
"""What a point taken from a rival is worth."""
HELD, SEEN = 0.9, 0.35
"""The chance that a path is gone on with by a card of the hand, and by one that may still be drawn."""
STEP = 0.4
"""Points of each value that such a card still leaves room for."""
START = 0.55
"""Points that each card in hand promises to its species."""
WANTED = 0.5
"""How much more than by chance rivals hold of a species of which they planted four trees, and less of none."""
MOST = 0.9
"""The chance at most that a rival holds a card."""
GIFT = 0.4
"""What a card on the pile costs, of what it is worth to a rival."""

Ends = tuple[int, int]
"""The lowest and the highest value (0 to 7) of some cards of a species; of none no path can be gone on with."""
NONE: Ends = (VALUES, -1)


def ends_of(cards: list[int]) -> list[Ends]:
    """The ends of each species among these cards."""
    found = [NONE] * N_SPECIES
    for card in cards:
        species, value = card // VALUES, card % VALUES
        low, high = found[species]
        found[species] = min(low, value), max(high, value)
    return found


def without(cards: list[int], gone: int) -> list[int]:
    """The cards but one."""
    return [card for card in cards if card != gone]


def likely(lead: float, width: float) -> float:
    """The chance that a lead holds that may be mistaken by so much."""
    z = lead / width
    return 0.5 + 0.5 * z / (1.0 + abs(z))


class Judge:
    """What the seat to act makes of the table; of other hands it reads the cards that everybody saw."""

    def __init__(self, s: State) -> None:
        """Look at all arboretums, the own hand, and the cards that the seat cannot place."""
        me, pool = s.turn, [0] * CARDS
        self.hand = s.hand[me][: s.n_hand[me]]
        self.pool = pool[: unseen(s, me, pool)]
        self.species = [species for species in range(N_SPECIES) if s.species >> species & 1]
        self.turns = s.n_deck / (2.0 * s.seats)
        """About how many trees each seat will still plant."""
        self.room = max(0.0, self.turns - 1.0)
        self.rivals = [p for p in range(s.seats) if p != me]
        self.hidden = sum(s.n_hand[p] for p in self.rivals)
        self.known = {p: [c for c in s.hand[p][: s.n_hand[p]] if c != BLANK and s.known[c]] for p in self.rivals}
        self.ends, self.seen = ends_of(self.hand), ends_of(self.pool)
        self.ground, self.grounds = Ground(s, me), {p: Ground(s, p) for p in self.rivals}
        self.mine = self._outlook(self.ground, self.hand)
        theirs = {p: self._outlook(ground, self.known[p]) for p, ground in self.grounds.items()}
        sums = {p: self._sums(p, s.n_hand[p]) for p in self.rivals}
        self.against = [[(*sums[p][species], theirs[p][species]) for p in self.rivals] for species in range(N_SPECIES)]
        """Of each species and rival: what it is likely to hold, how far that may be mistaken, what it has at stake."""
        self.cards = [[card for card in self.hand if card // VALUES == species] for species in range(N_SPECIES)]
        self.left = {card: ends_of(without(self.hand, card))[card // VALUES] for card in self.hand}
        """The ends of its species that are left in the hand without a card."""
        self.right = [self.chance_of_right(species, self.cards[species]) for species in range(N_SPECIES)]

    # The ground

    def _outlook(self, ground: Ground, hand: list[int]) -> list[float]:
        """Points of the paths of each species, and what they may still become."""
        held = ends_of(hand)
        hopes = [START * sum(card // VALUES == species for card in hand) for species in range(N_SPECIES)]
        for k, is_open in enumerate(ground.open):
            if is_open:
                value = ground.trees[k] % VALUES
                for species, run in ground.up[k].items():
                    hopes[species] = max(hopes[species], self._hope_up(value, run, held[species], species, ground.own))
                for species, run in ground.down[k].items():
                    hopes[species] = max(
                        hopes[species], self._hope_down(value, run, held[species], species, ground.own)
                    )
        return [self._between(ground.best.get(species, 0), hope) for species, hope in enumerate(hopes)]

    def _between(self, now: float, hope: float) -> float:
        """What is there, and the more of what is hoped for the more turns are left."""
        return now + (hope - now) * self.turns / (self.turns + 1.0) if hope > now else now

    def _hope_up(self, value: int, run: int, held: Ends, species: int, own: int) -> float:
        """What a run may become that ends with a tree of this value, once a higher card of its species ends it."""
        most = 0.0
        for (_, top), chance in ((held, HELD), (self.seen[species], SEEN)):
            if top > value:
                gain = own + 2 * (top == VALUES - 1) + STEP * min(self.room, top - value - 1)
                most = max(most, chance * (run + gain))
        return most

    def _hope_down(self, value: int, run: int, held: Ends, species: int, own: int) -> float:
        """What a run may become that begins with a tree of this value, once a lower card of its species begins it."""
        most = 0.0
        for (low, _), chance in ((held, HELD), (self.seen[species], SEEN)):
            if low < value:
                gain = own + (low == 0) + STEP * min(self.room, value - low - 1)
                most = max(most, chance * (run + gain))
        return most

    def gain(self, card: int, low: list[int], high: list[int], right: float) -> float:
        """Points that a tree adds beside these lower and higher ones, gained and prepared; `right` to its species."""
        ground, species, value, total = self.ground, card // VALUES, card % VALUES, 0.0
        paths, up, down = ground.grow(card, low, high)
        left = self.left.get(card, self.ends[species])
        for i in up.keys() | down.keys():
            held, hope = left if i == species else self.ends[i], 0.0
            if i in up:
                hope = self._hope_up(value, up[i], held, i, ground.own)
            if i in down:
                hope = max(hope, self._hope_down(value, down[i], held, i, ground.own))
            more = self._between(max(ground.best.get(i, 0), paths.get(i, 0)), hope) - self.mine[i]
            if more > 0:
                total += more * (right if i == species else self.right[i])
        return total

    def best_gain(self, card: int) -> float:
        """Points that the best place for a card adds."""
        right = self.right[card // VALUES]
        return max((self.gain(card, low, high, right) for _, low, high in self.ground.places(card)), default=0.0)

    # The hand

    def _sums(self, p: int, n_hand: int) -> list[tuple[float, float]]:
        """What a rival is likely to hold of each species, and how far that may be mistaken."""
        share = (n_hand - len(self.known[p])) / max(1, len(self.pool))
        made = []
        for species in range(N_SPECIES):
            worthless = species * VALUES + VALUES - 1 if species * VALUES in self.hand else BLANK
            values = [c % VALUES + 1 for c in self.pool if c // VALUES == species and c != worthless]
            sure = sum(c % VALUES + 1 for c in self.known[p] if c // VALUES == species and c != worthless)
            planted = min(self.grounds[p].planted.get(species, 0), 4)
            q = min(MOST, share * (1.0 + WANTED * (planted - 1) / 3.0))
            made.append((sure + q * sum(values), sqrt(1.0 + q * (1.0 - q) * sum(v * v for v in values))))
        return made

    def own_sum(self, cards: list[int]) -> float:
        """What the own cards of a species count; an 8 as far as no rival seems to hold the 1."""
        total = 0.0
        for card in cards:
            value, one = card % VALUES + 1.0, card // VALUES * VALUES
            if value == VALUES:
                if one in self.pool:
                    value *= 1.0 - min(1.0, self.hidden / len(self.pool))
                elif any(one in known for known in self.known.values()):
                    value = 0.0
            total += value
        return total

    def chance_of_right(self, species: int, cards: list[int], more: float = 0.0) -> float:
        """The chance that these cards hold the right to score a species; each rival may have `more`."""
        chance, lead = 1.0, self.own_sum(cards) - more + 0.5
        for mean, width, _ in self.against[species]:
            chance *= likely(lead - mean, width)
        return chance

    def worth(self, species: int, cards: list[int], more: float = 0.0) -> float:
        """Points ahead in a species with these cards in hand: what they let score, and what they take from rivals."""
        left, lead = 0.0, self.own_sum(cards) - more - 0.5
        for mean, width, stake in self.against[species]:
            left += stake * (1.0 - likely(lead - mean, width))
        return self.chance_of_right(species, cards, more) * self.mine[species] - SPITE * left / len(self.rivals)

    def loss(self, card: int, cards: list[int]) -> float:
        """Points that a card takes along when it leaves these cards of its species."""
        species = card // VALUES
        return self.worth(species, cards) - self.worth(species, without(cards, card))

    def gift(self, card: int) -> float:
        """What a card on the pile costs: a rival may hold it or plant it."""
        species = card // VALUES
        rest, most = without(self.cards[species], card), 0.0
        held = self.worth(species, rest) - self.worth(species, rest, card % VALUES + 1.0)
        for ground in self.grounds.values():
            best = ground.best.get(species, 0)
            for _, low, high in ground.places(card):
                most = max(most, ground.grow(card, low, high)[0].get(species, 0) - best)
        return GIFT * max(held, 0.5 * SPITE * most)
