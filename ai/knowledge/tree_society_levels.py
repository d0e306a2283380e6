"""Tree Society: the budgets of its levels, where they are not the usual ones."""

BUDGETS = {
    "seedling": {"temperature": 0.013},
    "sapling": {"temperature": 0.002},
    "grower": {"iterations": 80, "sift": 8},
    "arborist": {"iterations": 240},
    "ancient": {"iterations": 4_800, "sift": 20},
}
