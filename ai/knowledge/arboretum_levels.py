"""Arboretum: the budgets of its levels, where they are not the usual ones."""

BUDGETS = {
    "grower": {"kind": "mcts", "iterations": 300, "plain": 60},
    "arborist": {"kind": "mcts", "iterations": 3_000, "plain": 300},
    "ancient": {"kind": "mcts", "iterations": 12_000, "plain": 1_000},
}
