"""Click A Tree: the budgets of its levels, where they are not the usual ones."""

BUDGETS = {
    "seedling": {"temperature": 0.012},
    "sapling": {"temperature": 0.005},
    "grower": {"iterations": 60},
    "arborist": {"iterations": 600},
    "ancient": {"iterations": 2_400},
}
