"""What players, tickets, invitations and rematches look like."""

from typing import Final

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

PLAYER: Final = text("the id of the player")
SEAT_TOKEN: Final = maybe(text("the token of the player's seat"))
NUMBER: Final = {"type": "number"}

MEETING_SCHEMAS: Final[dict[str, Json]] = {
    "Profile": shape(
        "A player; to others, and where it is not proven who asks, only `player` and `name`",
        {
            "player": PLAYER,
            "name": text("shown to all"),
            "locale": maybe(text("a language tag (BCP 47)")),
            "external_id": maybe(text("what the app calls this player")),
            "created": TIME,
        },
        ("locale", "external_id", "created"),
    ),
    "Greeted": shape(
        "A player, and its token",
        {
            "player": ref("Profile"),
            "token": maybe(
                text("null: another request has made this player, and only its key or token proves who asks")
            ),
        },
    ),
    "PlayerToken": shape("The token of a player", {"token": text()}),
    "Consent": shape(
        "Lets one other player ask for tickets together", {"consent": text(), "expires": whole("seconds since 1970")}
    ),
    "Nothing": shape("Done; nothing is left to be told", {}),
    "Sittings": shape(
        "A page of the matches of a player, the newest first", {"items": items(ref("Sitting")), "next": CURSOR}
    ),
    "Sitting": shape(
        "A match of the player",
        {
            "match": MATCH,
            "game": text(),
            "status": text("", "open", "playing", "finished"),
            "version": VERSION,
            "updated": TIME,
            "seat": SEAT,
            "your_turn": flag("whether the player is to act"),
            "token": text("the token of the seat"),
        },
    ),
    "TicketToPlay": shape(
        "A ticket as one of its players sees it",
        {
            "ticket": text("its id"),
            "game": text(),
            "asks": ref("Wish"),
            "state": text("", "waiting", "matched", "filled", "expired", "cancelled"),
            "reason": text("why", "waiting", "paired", "bots", "deadline", "withdrawn", "player_erased", "refused"),
            "version": whole("counts what has changed", 1),
            "party": items(PLAYER, "who waits with it, whoever asked first"),
            "created": TIME,
            "updated": TIME,
            "deadline": {**TIME, "description": "when it expires"},
            "bots_at": maybe({**TIME, "description": "from when on bots may fill the table"}),
            "match": maybe(MATCH),
            "seat": maybe(SEAT),
            "token": SEAT_TOKEN,
        },
    ),
    "Wish": shape(
        "What a ticket asks for",
        {
            "seats": shape("At tables of", {"min": whole("", 1), "max": whole("", 1)}),
            "options": {**ANY, "description": "those that matter; `any`: they do not"},
            "rating": shape("How far apart ratings may be", {"start": NUMBER, "grow": NUMBER, "max": NUMBER}),
            "deadline": whole("seconds", 1),
            "bots": maybe(shape("Bots that fill the table", {"after": whole("seconds"), "level": text()})),
            "clock": maybe(ANY),
        },
    ),
    "Invitation": shape(
        "An open match that is found by a code",
        {
            "code": text("not case-sensitive; O, I and L are read as 0, 1 and 1; the hyphen may be left out"),
            "link": text("its path"),
            "state": text("", "open", "full", "withdrawn"),
            "game": text(),
            "options": ANY,
            "seats": items(ref("Seat")),
            "free": whole("open seats"),
            "listed": flag("whether it stands in the lobby"),
            "host": PLAYER,
            "created": TIME,
            "expires": TIME,
        },
    ),
    "Invited": shape(
        "An invitation, and the match with its host seated",
        {
            "invitation": ref("Invitation"),
            "match": MATCH,
            "seat": SEAT,
            "token": text("of the seat"),
            "view": ref("View"),
        },
    ),
    "Accepted": shape(
        "A seat taken", {"match": MATCH, "seat": SEAT, "token": text("of the seat"), "view": ref("View")}
    ),
    "Lobby": shape(
        "A page of listed invitations with a free seat, the newest first; it may be short of its limit",
        {"items": items(ref("Invitation")), "next": CURSOR},
    ),
    "Rematch": shape(
        "How far the people of a match have come to play again",
        {
            "of": {**MATCH, "description": "the match that was played"},
            "needed": items(SEAT, "the seats of its people"),
            "agreed": items(SEAT, "those who have asked for it"),
            "match": maybe({**MATCH, "description": "the new match, once all have"}),
            "seat": maybe({**SEAT, "description": "in the new match: seats have moved on by one"}),
            "token": SEAT_TOKEN,
        },
    ),
}
