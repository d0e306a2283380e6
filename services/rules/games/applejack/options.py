"""What the people who set up a match may choose: the published variants."""

from services.rules.options import Choice, Flag

OPTIONS = (
    Choice(
        "orchard",
        "A: hives in all corners, the same for everybody; B: an orchard of your own, drawn at random, with apples in "
        "some corners",
        ("A", "B"),
    ),
    Choice(
        "apple_tiles",
        "none: the apples of the track as printed; random: the seven apple tiles cover the first seven in random order",
        ("none", "random"),
    ),
    Flag("extra_tile", "One open tile lies at each cottage, to be used instead of one from a trough, then replaced"),
)
"""In the order in which `deal` takes them."""
