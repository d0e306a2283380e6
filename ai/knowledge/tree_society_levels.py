"""Tree Society: the budgets of its levels, where they are not the usual ones."""

BUDGETS = {
    "seedling": {"temperature": 0.013},
    "sapling": {"temperature": 0.002},
    "grower": {"iterations": 64, "sift": 8},
    "arborist": {"iterations": 400},
    "ancient": {"iterations": 4_800, "sift": 20},
}
