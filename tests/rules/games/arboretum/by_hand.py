"""Arboretum's scoring once more, straight from the sentences of its rules and sharing nothing with the game's code.

Cards are texts such as A5; an arboretum is {(x, y): card}.
"""

from collections.abc import Iterator

Arboretum = dict[tuple[int, int], str]
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def runs(arboretum: Arboretum) -> Iterator[list[str]]:
    """Every sequence of at least two neighbouring trees with rising values, as cards."""
    for start in arboretum:
        stack = [[start]]
        while stack:
            run = stack.pop()
            x, y = run[-1]
            for dx, dy in STEPS:
                place = x + dx, y + dy
                if place in arboretum and int(arboretum[place][1]) > int(arboretum[run[-1]][1]):
                    longer = [*run, place]
                    yield [arboretum[at] for at in longer]
                    stack.append(longer)


def points(path: list[str], path_bonus: str) -> int:
    """What a path is worth to the colour of its first tree; 0 unless the last tree has that colour too."""
    colour = path[0][0]
    if path[-1][0] != colour or len(path) < 2:
        return 0
    same = sum(card[0] == colour for card in path)
    total = len(path)
    if path_bonus == "each":
        total += same
    elif len(path) >= 4 and same == len(path):
        total += len(path)
    if path[0][1] == "1":
        total += 1
    if path[-1][1] == "8":
        total += 2
    return total


def best_paths(arboretum: Arboretum, path_bonus: str) -> dict[str, int]:
    """The points of the best path of each colour that has one."""
    best: dict[str, int] = {}
    for run in runs(arboretum):
        worth = points(run, path_bonus)
        if worth > best.get(run[0][0], 0):
            best[run[0][0]] = worth
    return best


def worth_of_hand(hands: list[set[str]], p: int, colour: str) -> int:
    """The sum of a hand in a colour; the 8 counts 0 when an opponent holds the 1."""
    total = 0
    for card in hands[p]:
        if card[0] == colour:
            cancelled = card[1] == "8" and any(colour + "1" in hands[q] for q in range(len(hands)) if q != p)
            total += 0 if cancelled else int(card[1])
    return total


def with_right(hands: list[set[str]], colour: str) -> list[int]:
    """Who may score a colour."""
    if not any(card[0] == colour for hand in hands for card in hand):
        return list(range(len(hands)))
    sums = [worth_of_hand(hands, p, colour) for p in range(len(hands))]
    return [p for p, total in enumerate(sums) if total == max(sums)]


def totals(hands: list[set[str]], arboretums: list[Arboretum], colours: str, path_bonus: str) -> list[int]:
    """The points of every player."""
    result = []
    for p, arboretum in enumerate(arboretums):
        best = best_paths(arboretum, path_bonus)
        result.append(sum(best.get(colour, 0) for colour in colours if p in with_right(hands, colour)))
    return result


def winners(scores: list[int], arboretums: list[Arboretum]) -> list[int]:
    """The players with the most points, of those the ones with the most colours planted."""
    top = [p for p, score in enumerate(scores) if score == max(scores)]
    variety = {p: len({card[0] for card in arboretums[p].values()}) for p in top}
    return [p for p in top if variety[p] == max(variety.values())]
