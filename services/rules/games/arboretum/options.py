"""What the people who set up a match may choose."""

from services.rules.options import Choice, Flag, Several

from .components import SPECIES, SPECIES_IN_PLAY

PATH_BONUS = Choice(
    "path_bonus",
    "each: one point more for each card of the path that has its species (our rulebook); uniform: only on paths of at "
    "least four cards that are all of the species (the printed edition)",
    ("each", "uniform"),
)

OPTIONS = (
    Several("species", "The species in play; the others stay in the box", SPECIES, SPECIES_IN_PLAY),
    Flag("open_cards", "Each seat but the first starts with one open card on its discard pile", value=True),
    PATH_BONUS,
)
"""In the order in which `deal` takes them."""
