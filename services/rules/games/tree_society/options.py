"""What the people who set up a match may choose."""

from services.rules.options import Choice, Flag, Several

from .components import DECKS, GUILDS, SEATS

OPTIONS = (
    Several("guilds", "The guilds in play; the others stay in the box", GUILDS, dict.fromkeys(SEATS, DECKS)),
    Flag("starters", "Each seat starts with a starting card of the architects on level 1", value=True),
    Flag("fruit_draft", "The seats take their first fruit cards in turn from the market instead of drawing them"),
    Choice("banners", "Banners of completed cards that bring about the end", (6, 7)),
)
"""In the order in which `deal` takes them."""
