"""Arboretum: the budgets of its levels, where they are not the usual ones."""

BUDGETS = {
    "seedling": {"temperature": 0.02},
    "sapling": {"temperature": 0.006},
    "grower": {"iterations": 40, "plain": 8, "sift": 6, "turns": 2},
    "arborist": {"iterations": 400, "plain": 24},
    "ancient": {"iterations": 1_600, "plain": 96},
}
