"""A turn: what each action does."""

from services.rules.kernel import BLANK, Rng, remove, rule

from .actions import CHOOSE_FRUIT, LAY_HARVEST, LAY_TILE, SKIP, TAKE_AT, cost, first_choice
from .components import FRUITS, MAX_FREE, ROUNDS, TAKEN
from .display import lay
from .geometry import KIND
from .harvest import choices, completed_by, harvest
from .scoring import reaches_a_line
from .setup import draw, reveal
from .state import CHOOSE, CHOSEN_FRUIT, FREE, HARVEST, HARVEST_TILE, LAY, OVER, TAKE, State
from .strips import FIVE_COMPLETED, fulfilled


@rule
def apply(s: State, action: int, rng: Rng) -> None:  # noqa: ARG001 - all stacks were shuffled when they were dealt
    """Play a legal action."""
    me = s.turn
    if action < CHOOSE_FRUIT:
        take(s, me, action - TAKE_AT)
    elif action != SKIP:
        if action < SKIP:
            choose(s, action - CHOOSE_FRUIT)
        else:
            put_down(s, me, action)
        s.phase = CHOOSE if s.open_choices else bring_in(s, me)
    if action == SKIP or s.phase == TAKE:
        end_turn(s, me)


@rule
def take(s: State, me: int, fruit: int) -> None:
    """Pay, take the two tiles at the cost marker, refill: first the gap before the marker, then the one after it."""
    s.value[me][fruit] -= cost(s, me)
    after = s.ring_place[fruit]
    before = (after + FRUITS - 1) % FRUITS
    s.taken[0], s.taken[1] = min(s.ring[before], s.ring[after]), max(s.ring[before], s.ring[after])
    s.n_taken = TAKEN
    s.ring[before] = draw(s)
    s.ring[after] = draw(s)
    s.phase = LAY


@rule
def put_down(s: State, me: int, action: int) -> None:
    """Lay a tile and remove the strips that its shape fulfils; its harvests may need choices."""
    if action >= LAY_HARVEST:
        edges, j = (action - LAY_HARVEST) // MAX_FREE, (action - LAY_HARVEST) % MAX_FREE
        s.n_face_up[me] = remove(s.face_up[me], s.n_face_up[me], KIND[edges])
        tile = HARVEST_TILE + edges
    else:
        tile, j = (action - LAY_TILE) // MAX_FREE, (action - LAY_TILE) % MAX_FREE
        s.n_taken = remove(s.taken, s.n_taken, tile)
    k = lay(s, me, tile, s.cell[me][FREE + j])
    remove_strips(s, me, fulfilled(s, me, k))
    if s.two_fruit == CHOSEN_FRUIT:
        for d in range(6):
            s.chosen[d] = BLANK
        s.open_choices = choices(s, me, k)


@rule
def remove_strips(s: State, me: int, strips: int) -> None:
    """Remove fulfilled strips; the others move up."""
    s.left[me] -= strips
    while strips:
        strips &= strips - 1
        s.cap[me] += 1


@rule
def choose(s: State, fruit: int) -> None:
    """Choose the fruit for the first sickle that waits."""
    d = first_choice(s)
    s.chosen[d] = fruit
    s.open_choices -= 1 << d


@rule
def bring_in(s: State, me: int) -> int:
    """The harvests of the tile just laid, then completed harvest tiles, then their strip; return the next phase."""
    k = s.n_tile[me] - 1
    harvest(s, me, k)
    s.n_complete[me] += completed_by(s, me, k)
    if s.n_complete[me] >= 5:
        remove_strips(s, me, s.left[me] & FIVE_COMPLETED)
    if s.tile[me][k] < HARVEST_TILE:
        return LAY if s.n_taken > 0 else HARVEST
    reveal(s, me)
    return TAKE


@rule
def end_turn(s: State, me: int) -> None:
    """Note whether a line is reached; the last seat of a round ends the game if one was, or after the last round."""
    if reaches_a_line(s, me):
        s.reached[me] = 1
    s.turn = (me + 1) % s.seats
    s.phase = TAKE
    if s.turn == s.start:
        over = s.round == ROUNDS
        for p in range(s.seats):
            if s.reached[p]:
                over = True
        if over:
            s.phase = OVER
        else:
            s.round += 1


def reveals(s: State, action: int) -> bool:
    """Whether the action shows its seat a hidden tile: a refill, the next harvest tile, or all stacks at the end."""
    after = s.clone()
    apply(after, action, Rng())
    return after.phase == OVER or after.n_stack < s.n_stack or after.n_face_down != s.n_face_down
