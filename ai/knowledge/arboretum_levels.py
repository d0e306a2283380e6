"""Arboretum: the budgets of its levels, where they are not the usual ones."""

BUDGETS = {
    "seedling": {"temperature": 0.01},
    "sapling": {"temperature": 0.002},
    "grower": {"iterations": 24, "plain": 24, "sift": 4, "turns": 1},
    "arborist": {"iterations": 400, "plain": 24},
    "ancient": {"iterations": 1_600, "plain": 96},
}
