"""Tree Society: the budgets of its levels, where they are not the usual ones."""

BUDGETS = {
    "seedling": {"temperature": 0.016},
    "sapling": {"temperature": 0.006},
    "grower": {"iterations": 180},
    "arborist": {"iterations": 600},
    "ancient": {"iterations": 2_400},
}
