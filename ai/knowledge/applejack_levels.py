"""Applejack: the budgets of its levels, where they are not the usual ones."""

BUDGETS = {
    "seedling": {"temperature": 0.016},
    "sapling": {"temperature": 0.006},
    "grower": {"iterations": 36, "plain": 20, "sift": 8, "turns": 4},
    "arborist": {"iterations": 1_000},
    "ancient": {"iterations": 4_000},
}
