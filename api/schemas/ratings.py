"""What answers about ratings look like, as JSON Schema."""

from typing import Final

from api.schemas.shapes import CURSOR, Json, items, maybe, ref, shape, text, whole

PLAYER: Final = text("the id of a player")
RANK: Final = whole(
    "place on the leaderboard from 1; who has as many points shares it, and the next ones are skipped", 1
)
NUMBERS: Final[Json] = {
    "mu": {"type": "number", "description": "the mean of what is believed of the strength; 25 of somebody new"},
    "sigma": {"type": "number", "description": "how unsure that is: a standard deviation; 8.33 of somebody new"},
    "points": {
        "type": "integer",
        "description": "what the player is nearly sure to be worth: 1000 + 29.48 (mu - 3 sigma - 25), rounded",
    },
    "games": whole("rated games", 1),
}
BOTS: Final = text("where the ratings of bots are")

RATING_SCHEMAS: Final[dict[str, Json]] = {
    "Leaderboard": shape(
        "A page of the players of a game, the best first",
        {
            "game": text("its slug"),
            "listed": whole("players on the whole board"),
            "least_games": whole("rated games after which a player is listed", 1),
            "bots": BOTS,
            "items": items(ref("LeaderboardLine")),
            "next": CURSOR,
        },
    ),
    "LeaderboardLine": shape("A player on the board", {"rank": RANK, "player": PLAYER, **NUMBERS}),
    "Ratings": shape(
        "How well a player plays",
        {
            "player": PLAYER,
            "games": {
                "type": "object",
                "description": "by slug: the games that the player was rated in",
                "additionalProperties": ref("RatingsInGame"),
            },
            "bots": BOTS,
        },
    ),
    "RatingsInGame": shape(
        "How well a player plays one game",
        {"rating": maybe(ref("Rating")), "versus_bots": maybe(ref("RatingVersusBots"))},
    ),
    "Rating": shape("Among people", {**NUMBERS, "rank": maybe(RANK)}),
    "RatingVersusBots": shape(
        "Against bots, on their scale: 1000 + 29.48 (mu - 25) is as strong as a bot of that rating", NUMBERS
    ),
}
