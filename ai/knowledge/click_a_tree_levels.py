"""Click A Tree: the budgets of its levels, where they are not the usual ones."""

BUDGETS = {
    "seedling": {"temperature": 0.005},
    "sapling": {"temperature": 0.0005},
    "grower": {"iterations": 12, "plain": 12, "beam": 0, "sift": 3, "turns": 1, "learned": False},
    "arborist": {"iterations": 25, "plain": 25, "beam": 0, "sift": 4},
    "ancient": {"iterations": 9_600, "beam": 48, "sift": 20},
}
"""A few games that the learned value judges are enough; more of them add little, whole turns from a beam do."""
