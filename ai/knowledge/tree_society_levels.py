"""Tree Society: the budgets of its levels, where they are not the usual ones."""

BUDGETS = {
    "seedling": {"temperature": 0.013},
    "sapling": {"temperature": 0.004},
    "grower": {"iterations": 200},
    "arborist": {"iterations": 800},
    "ancient": {"iterations": 3_200},
}
