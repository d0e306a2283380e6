"""What clocks look like, as JSON Schema."""

from typing import Any, Final

from api.schemas.shapes import Json, maybe, ref, shape, text
from services.rules.clocks import BANK, CLOSES, DAYS, LIMITS, MOVE, NONE, OPENS


def _number(description: str, span: tuple[int, int], **more: Any) -> Json:
    return {"type": "integer", "minimum": span[0], "maximum": span[1], "description": description} | more


def _kind(name: str) -> Json:
    return {"type": "string", "const": name}


_BANK: Final = {
    "type": _kind(BANK),
    "seconds": _number("seconds that each person has for the whole match", LIMITS[BANK]["seconds"]),
    "increment": _number("seconds added to it when a turn of theirs ends", LIMITS[BANK]["increment"], default=0),
}

_COMPONENTS: Final = {NONE: "NoClock", MOVE: "MoveClock", BANK: "BankClock", DAYS: "DaysClock"}


def _one_of(names: dict[str, str], description: str) -> Json:
    mapping = {kind: f"#/components/schemas/{name}" for kind, name in names.items()}
    return {
        "description": description,
        "oneOf": [ref(name) for name in names.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }


CLOCK_SCHEMAS: Final[dict[str, Json]] = {
    "Clock": _one_of(
        _COMPONENTS, "How long people may take; a turn is all decisions of a seat until another is to act"
    ),
    "ClockNow": _one_of(_COMPONENTS | {BANK: "BankClockNow"}, "The clock of the match, and what is left in the banks"),
    "NoClock": shape("People take their time", {"type": _kind(NONE)}),
    "MoveClock": shape(
        "So long for each turn",
        {"type": _kind(MOVE), "seconds": _number("seconds for each turn", LIMITS[MOVE]["seconds"])},
    ),
    "BankClock": shape("A supply of time for the whole match", _BANK, ("increment",)),
    "BankClockNow": shape(
        "A supply of time for the whole match, and what is left of it",
        _BANK
        | {
            "left": {
                "type": "array",
                "items": maybe({"type": "number"}),
                "description": "seconds by seat when the running turn began; null for bots",
            }
        },
    ),
    "DaysClock": shape(
        "Days for each turn",
        {
            "type": _kind(DAYS),
            "days": _number("days for each turn", LIMITS[DAYS]["days"]),
            "window": maybe(ref("Window")) | {"default": None},
        },
        ("window",),
    ),
    "Window": shape(
        "The hours of the day in which time runs: no turn ends outside, and one that begins outside has whole windows",
        {
            "opens": _number("an hour of the day", OPENS),
            "closes": _number("a later hour of the same day; 24 is midnight", CLOSES),
            "zone": text("the IANA name of the time zone"),
        },
    ),
}
