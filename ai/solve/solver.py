"""CP-SAT, reined in: one worker, a fixed seed, models of a bounded size, and a limit of work before that of the clock.

The work that a search has done is counted by the solver itself, the same on every machine: the same model, seed and
limit give the same answer. The clock is only for a machine that is far too slow; an answer that it cut says so.
"""

from dataclasses import dataclass
from typing import Final

from ortools.sat.python import cp_model

from ai.solve.limits import Limits, TooLarge

MOST_VARIABLES: Final = 50_000
MOST_CONSTRAINTS: Final = 200_000
"""A model beyond these is refused before it is solved: it would take memory, and hardly be solved."""


LEAN: Final = {
    "cp_model_probing_level": 0,
    "symmetry_level": 0,
    "max_presolve_iterations": 1,
    "linearization_level": 0,
}
"""Parameters of the solver for models that it is to prove in hundredths of a second: else most of the time goes into
making such a model smaller, and into linear relaxations that prove nothing sooner."""
NEARLY: Final = 0.9
"""Share of its seconds after which the clock may have ended a search: it stops a little before they are over."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The best solution found, in the units of the model's objective."""

    value: int
    bound: int
    """No solution is worth more."""
    deterministic: bool
    """Whether the work, not the clock, ended the search: the same question then has the same answer everywhere."""
    work: float
    """What was spent, in deterministic time."""
    assigned: tuple[int, ...]
    """The value of each variable, by its index in the model."""

    @property
    def optimal(self) -> bool:
        """Whether it is proven that nothing is better."""
        return self.value == self.bound

    def of(self, variable: cp_model.IntVar) -> int:
        """The value of a variable."""
        return int(self.assigned[variable.index])


def maximise(model: cp_model.CpModel, limits: Limits, *, thorough: bool = False) -> Solved | None:
    """The best solution of a model with an objective to maximise, as far as the limits let it be found.

    `thorough`: the solver makes the model smaller and relaxes it as well as it can before it searches. None if no
    solution was found: there is none, or the limits ended the search before. Raises TooLarge.
    """
    check_size(model)
    solver = cp_model.CpSolver()
    given = solver.parameters
    given.num_workers = 1
    given.random_seed = limits.seed
    given.max_deterministic_time = limits.work
    given.max_time_in_seconds = limits.seconds
    given.stop_after_first_solution = limits.any_plan
    for name, value in () if thorough else LEAN.items():
        setattr(given, name, value)
    status = solver.solve(model)
    if status == cp_model.MODEL_INVALID:
        raise ValueError(model.validate())
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    response = solver.response_proto
    return Solved(
        value=round(response.objective_value),
        bound=round(response.best_objective_bound),
        deterministic=(
            status == cp_model.OPTIMAL
            or response.deterministic_time >= limits.work
            or response.wall_time < NEARLY * limits.seconds
        ),
        work=response.deterministic_time,
        assigned=tuple(response.solution),
    )


def check_size(model: cp_model.CpModel) -> None:
    """Raises TooLarge for a model beyond the bounds."""
    variables, constraints = len(model.proto.variables), len(model.proto.constraints)
    if variables > MOST_VARIABLES or constraints > MOST_CONSTRAINTS:
        raise TooLarge(
            f"the model has {variables} variables and {constraints} constraints, which is more than we solve"
        )
