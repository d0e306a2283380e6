"""Tree Society: the budgets of its levels, where they are not the usual ones."""

BUDGETS = {
    "seedling": {"temperature": 0.03},
    "sapling": {"temperature": 0.008},
    "grower": {"iterations": 150},
    "arborist": {"iterations": 1_000},
    "ancient": {"iterations": 4_000},
}
