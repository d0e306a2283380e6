"""Applejack: the budgets of its levels, where they are not the usual ones."""

BUDGETS = {
    "seedling": {"temperature": 0.016},
    "sapling": {"temperature": 0.006},
    "grower": {"iterations": 24, "turns": 2},
    "arborist": {"iterations": 1_000},
    "ancient": {"iterations": 4_000},
}
