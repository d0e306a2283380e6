"""Click A Tree: the planner, and the exact question `best-turn`."""

from ai.solve.answers import Solver
from ai.solve.click_a_tree_planner import planner
from ai.solve.click_a_tree_question import BEST_TURN

SOLVER = Solver(planner, {BEST_TURN.name: BEST_TURN})
