"""What answers look like, as JSON Schema: they are written as bytes, so these are for readers and for the tests."""

from typing import Final

from api.schemas.clocks import CLOCK_SCHEMAS
from api.schemas.jobs import JOB_SCHEMAS
from api.schemas.meeting import MEETING_SCHEMAS
from api.schemas.ratings import RATING_SCHEMAS
from api.schemas.shapes import (
    ANY,
    CURSOR,
    MATCH,
    SEAT,
    TIME,
    VERSION,
    Json,
    flag,
    items,
    maybe,
    ref,
    shape,
    text,
    whole,
)
from services.rules.match import ON_EXPIRY
from services.rules.notation import Move, move_schema
from services.rules.registry import GAMES

RESULT: Final = shape(
    "How the match ended",
    {
        "reason": text("", "played", "resigned"),
        "scores": maybe(items({"type": "integer"}, "points by seat; null if it was not played to the end")),
        "places": items(whole("", 1), "places by seat from 1, ties shared"),
    },
)

BY: Final = text(
    "person, bot:<name>, fallback (a stand-in for a bot that did not answer) or clock (the time of the turn was over)"
)

BOTS_TURN: Final = {
    "level": text("the bot: its name in `GET /v1/bots`"),
    "seat": SEAT,
    "since": TIME,
    "deadline": {**TIME, "description": "seconds since 1970: by then it has played, or a stand-in plays for it"},
}

SCHEMAS: Final[dict[str, Json]] = {
    **JOB_SCHEMAS,
    **CLOCK_SCHEMAS,
    **MEETING_SCHEMAS,
    **RATING_SCHEMAS,
    "Seat": shape(
        "A place at the table",
        {
            "seat": SEAT,
            "kind": text("who it is for", "person", "bot", "open"),
            "name": text(),
            "player": maybe(text("the id of the player who sits here; null: a stranger, a bot, nobody")),
            "bot": maybe(text("the bot that plays here; also for a person who has resigned or is away")),
            "resigned": flag("whether its person gave up"),
            "away": flag("whether a bot plays until its person returns"),
        },
    ),
    "Fact": shape(
        "Something that the viewer saw happen; further members are the parameters of the code, for translators",
        {"code": text("stable: `<game>.<what>`"), "text": text("the same in English")},
        more=True,
    ),
    "Event": shape(
        "One entry of the match's log, as the viewer saw it happen",
        {
            "version": VERSION,
            "at": TIME,
            "type": text(
                "", "created", "joined", "freed", "handed_on", "played", "left", "returned", "resigned", "erased"
            ),
            "seat": maybe(SEAT),
            "by": BY,
            "move": {**ref("Move"), "description": "the move itself, where it is the viewer's own"},
            "short": flag("a bot's move, made in less time than its name promises; else left out"),
            "name": text("who joined"),
            "bot": text("which bot plays for whoever left"),
            "facts": items(ref("Fact"), "what the viewer saw"),
        },
        ("move", "short", "name", "bot", "facts"),
    ),
    "Result": RESULT,
    "View": shape(
        "A match as one viewer sees it at one version",
        {
            "match": MATCH,
            "game": text(),
            "rules_version": text("the rules it was begun with and is played by"),
            "version": VERSION,
            "status": text("", "open", "playing", "finished"),
            "options": ANY,
            "seats": items(ref("Seat")),
            "seat": maybe({**SEAT, "description": "the viewer's own seat; null: a spectator"}),
            "to_act": maybe({**SEAT, "description": "the seat that is to act"}),
            "your_turn": flag("whether the viewer is to act"),
            "bot_thinks": flag("whether a bot is to act"),
            "bot": maybe(ref("BotsTurn")),
            "deadline": maybe(
                {**TIME, "description": "seconds since 1970: when the time of the person to act is over"}
            ),
            "clock": ref("ClockNow"),
            "on_expiry": text("what happens when the time of a turn is over", *ON_EXPIRY),
            "stand_in": text("the bot that plays for people who are away"),
            "seeded": flag("whether its creator chose the seed: development only"),
            "seed": maybe(text("the seed of all randomness, once the match is over")),
            "spectators": flag("whether anybody may look on"),
            "hints": text("whether seats may ask for hints", "on", "off"),
            "rated": flag("whether its result counts for the ratings of its players"),
            "created": TIME,
            "updated": TIME,
            "state": maybe({**ANY, "description": "the table as the viewer sees it; null until everybody sits"}),
            "last": items(ref("Event"), "the last events, oldest first"),
            "result": maybe(ref("Result")),
        },
    ),
    "BotsTurn": shape("The bot that is to act", BOTS_TURN),
    "BotNow": shape(
        "The bot that is to act at this moment, if one is",
        {"match": MATCH, "version": VERSION, "bot": maybe(ref("BotsProgress"))},
    ),
    "BotsProgress": shape(
        "The bot that is to act, and how far it has come",
        {
            **BOTS_TURN,
            "state": text("queued: no worker has begun to think", "queued", "thinking"),
            "iterations": whole("made so far"),
            "budget": maybe(whole("to be made, where that is known: of searches, once they have begun")),
            "share": maybe({"type": "number", "minimum": 0, "maximum": 1, "description": "of the budget"}),
        },
    ),
    "HintsUsed": shape(
        "Whether seats may ask for hints, and how often each has at this moment",
        {"match": MATCH, "hints": text("", "on", "off"), "used": items(whole(), "hints by seat")},
    ),
    "Created": shape(
        "A new match",
        {
            "match": MATCH,
            "tokens": items(maybe(text("the token of a person's seat")), "by seat; null for bots and open seats"),
            "view": ref("View"),
        },
    ),
    "Joined": shape("A seat taken", {"seat": SEAT, "token": text("the token of the seat"), "view": ref("View")}),
    "HandedOn": shape(
        "A seat handed on",
        {"seat": SEAT, "token": text("the new token of the seat; all others are void"), "view": ref("View")},
    ),
    "Spans": shape(
        "Who played a seat",
        {
            "match": MATCH,
            "version": VERSION,
            "seat": SEAT,
            "spans": items(
                shape(
                    "Moves in a row",
                    {"by": BY, "from": VERSION, "to": VERSION, "moves": whole("how many", 1)},
                ),
                "oldest first",
            ),
        },
    ),
    "LegalMove": shape("A legal move, ready to be posted", {"body": ref("ReadyMove"), "label": text("for a button")}),
    "ReadyMove": shape("What to post to play it", {"move": ref("Move"), "version": VERSION}),
    "LegalMoves": shape(
        "A page of the legal moves of the seat at this version; none when it is not its turn",
        {
            "match": MATCH,
            "version": VERSION,
            "your_turn": flag("whether the seat is to act"),
            "total": whole("how many there are, of the type asked for"),
            "items": items(ref("LegalMove")),
            "next": CURSOR,
        },
    ),
    "History": shape(
        "A page of what the viewer saw happen",
        {
            "match": MATCH,
            "version": VERSION,
            "over": flag("whether the match has ended"),
            "items": items(ref("Event")),
            "next": CURSOR,
        },
    ),
    "Polled": shape(
        "What has happened; `events` is empty if nothing did in time",
        {
            "match": MATCH,
            "version": VERSION,
            "over": flag("whether the match has ended"),
            "events": items(ref("Event")),
        },
    ),
    "Ticket": shape(
        "Opens one viewer's stream of one match, or of one ticket, in the query where no header can be sent",
        {"ticket": text(), "expires": whole("seconds since 1970; a stream opened before goes on")},
    ),
    "BotLine": shape("A bot that can sit at a table", {"name": text(), "description": text()}),
    "Bot": shape(
        "A bot that can sit at a table, and what is known of it",
        {
            "name": text(),
            "description": text(),
            "level": flag("whether its name promises a strength: a level, whose budget differs from game to game"),
            "games": {
                "type": "object",
                "description": "by slug: the games in which it is offered here",
                "additionalProperties": ref("BotInGame"),
            },
        },
    ),
    "BotInGame": shape(
        "A bot in one game",
        {
            "budget": maybe(ref("Budget")),
            "rating": maybe({"type": "integer", "description": "of bots only, seedling is 1000; null: not measured"}),
            "ladder": items(ref("LadderRow"), "how it fared; empty: not measured"),
        },
    ),
    "Budget": shape(
        "What a bot spends on one decision",
        {
            "kind": text("", "random", "greedy", "flat", "mcts", "planner"),
            "iterations": whole("imagined games of flat, iterations of mcts; 0: none are counted"),
            "temperature": {"type": "number", "description": "how readily it errs, in rewards from 0 to 1; 0: never"},
            "cap": {"type": "number", "description": "seconds after which it plays the best so far, marked `short`"},
        },
    ),
    "LadderRow": shape(
        "Mirrored games, one seat against others in all other seats",
        {
            "seats": whole("seats of the games", 1),
            "against": text("the bot in the other seats"),
            "games": whole(),
            "win_share": {"type": "number", "description": "ties shared; an even game is 1 / seats"},
            "interval": items({"type": "number"}, "95 % (Wilson)"),
            "think_p50": {"type": "number", "description": "seconds of CPU a decision"},
            "think_p95": {"type": "number", "description": "seconds of CPU a decision"},
            "current": flag("whether both bots play today as they did in these games"),
        },
    ),
    "Bots": shape("All bots that are offered here, the weakest first", {"items": items(ref("Bot"))}),
    "GameLine": shape(
        "A game in the list",
        {"game": text("its slug"), "title": text(), "rules_version": text(), "seats": items(whole())},
    ),
    "Games": shape("All games", {"items": items(ref("GameLine"))}),
    "Game": shape(
        "A game",
        {
            "game": text("its slug"),
            "title": text(),
            "rules_version": text(),
            "seats": items(whole(), "the numbers of seats it can be played with"),
            "options": {**ANY, "description": "JSON Schema of `options` of a new match"},
            "moves": items(ANY, "JSON Schemas of its move types"),
            "bots": items(ref("BotLine"), "those that are offered here, the weakest first"),
            "score_sheet": flag("whether it scores end positions of a real table"),
        },
    ),
    "Score": {**ANY, "description": "What the score calculator of the game found"},
    "Health": shape("How the process is", {"status": text("", "ok")}),
    "ProblemError": shape(
        "One place that does not fit",
        {"pointer": text("JSON pointer into the body"), "parameter": text("of the query"), "detail": text()},
        ("pointer", "parameter"),
    ),
    "Problem": shape(
        "Why a request was refused (RFC 9457); it changed nothing",
        {
            "type": text("where the code is explained"),
            "title": text("the code in words; it never changes"),
            "status": whole("the HTTP status", 400),
            "detail": text("what was wrong this time"),
            "instance": text("the path that was asked"),
            "code": text("stable: branch on this"),
            "errors": items(ref("ProblemError"), "the places that do not fit"),
            "rule": text("the section of docs/games/<game>.md that forbids the move"),
            "state_version": {**VERSION, "description": "the version at which the match stands now"},
            "params": {**ANY, "description": "what the detail speaks of, for clients that translate"},
        },
        ("errors", "rule", "state_version", "params"),
    ),
}


def component_name(move: type[Move]) -> str:
    """The name under which a move type stands in the document."""
    return "".join(word.capitalize() for word in move.type.replace(".", "_").split("_"))


def move_components() -> dict[str, Json]:
    """Every move type of every game, and `Move`, which is one of them."""
    kinds = [kind for game in GAMES.values() for kind in game.moves]
    made = {component_name(kind): move_schema(kind) for kind in kinds}
    names = {kind.type: f"#/components/schemas/{component_name(kind)}" for kind in kinds}
    made["Move"] = {
        "description": "A move; its `type` tells which",
        "oneOf": [ref(component_name(kind)) for kind in kinds],
        "discriminator": {"propertyName": "type", "mapping": names},
    }
    return made
