"""Click A Tree: the budgets of its levels, where they are not the usual ones."""

BUDGETS = {
    "seedling": {"temperature": 0.012},
    "sapling": {"temperature": 0.005},
    "grower": {"iterations": 100},
    "arborist": {"iterations": 1_400},
    "ancient": {"iterations": 5_000},
}
