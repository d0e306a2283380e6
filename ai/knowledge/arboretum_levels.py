"""Arboretum: the budgets of its levels, where they are not the usual ones."""

BUDGETS = {
    "seedling": {"temperature": 0.007},
    "sapling": {"temperature": 0.001},
    "grower": {"iterations": 12, "plain": 12, "sift": 3, "turns": 1},
    "arborist": {"iterations": 400, "plain": 24},
    "ancient": {"iterations": 1_000, "plain": 96},
}
