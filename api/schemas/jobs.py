"""What jobs look like, and what comes of them: answers, hints, reviews."""

from typing import Final

from api.schemas.shapes import ANY, MATCH, SEAT, TIME, VERSION, Json, flag, items, maybe, ref, shape, text, whole


def job(description: str, asks: Json, result: Json) -> Json:
    """A job whose result is of this kind."""
    return shape(
        description,
        {
            "job": text("the id of the job"),
            "kind": text("", "solve", "hint", "review"),
            "asks": asks,
            "state": text("", "queued", "running", "done", "failed"),
            "version": whole("counts what has changed", 1),
            "done": whole("parts that are done"),
            "total": whole("parts to be done", 1),
            "attempts": whole("how often workers have begun a part"),
            "created": TIME,
            "updated": TIME,
            "result": maybe(result),
            "failure": maybe(ref("JobFailure")),
        },
    )


MOVE_TOLD: Final = {"move": ref("Move"), "label": text("for a button")}

OUTLOOK: Final = {
    "win_share": maybe(
        {"type": "number", "minimum": 0, "maximum": 1, "description": "of imagined games; null: the seat plays alone"}
    ),
    "score": {"type": "number", "description": "points of the seat at the end of imagined games, on average"},
    "margin": maybe({"type": "number", "description": "points above the best rival, on average; null: alone"}),
    "games": whole("imagined games that were played on from this move", 1),
}
"""What a move leads to."""

JOB_SCHEMAS: Final[dict[str, Json]] = {
    "Job": job(
        "Work that is asked for now and told of later",
        {**ANY, "description": "what was asked"},
        {**ANY, "description": "of the kind of the job; null until it is done"},
    ),
    "JobFailure": shape(
        "Why a job has failed",
        {
            "code": text("stable", "bad_question", "too_large", "no_solver", "match_gone", "gave_up"),
            "text": text("the same in English"),
            "pointer": text("JSON pointer into the body that was posted"),
        },
        ("pointer",),
    ),
    "SolveJob": job(
        "An exact question that is being answered",
        shape(
            "What was asked",
            {
                "game": text(),
                "question": text("its name"),
                "limits": shape("What may be spent", {"work": {"type": "number"}, "seed": whole()}),
            },
        ),
        ref("ExactAnswer"),
    ),
    "ExactAnswer": shape(
        "The best plan that was found, and how good any plan can be",
        {
            "plan": {"description": "what to do, in the notation of the game; its form depends on the question"},
            "value": {"type": "integer"},
            "bound": {"type": "integer", "description": "no plan is worth more"},
            "optimal": flag("whether it is proven that nothing is better: value and bound are the same"),
            "deterministic": flag(
                "false: the clock ended the search, so that the same request may be answered otherwise"
            ),
            "source": text("greedy: the solver found nothing in time, this stands in", "solver", "greedy"),
            "work": {"type": "number", "description": "deterministic time that was spent"},
        },
    ),
    "HintJob": job(
        "A hint that is being thought about",
        shape("For which decision", {"match": MATCH, "seat": SEAT, "version": VERSION}),
        ref("Hint"),
    ),
    "Hint": shape(
        "Good moves, those first that the search prefers",
        {
            "moves": items(ref("HintedMove")),
            "search": shape(
                "Who searched, and how much",
                {"bot": text("a level"), "iterations": whole(), "short": flag("less than the budget of the level")},
            ),
            "planner": maybe(ref("Plan")),
        },
    ),
    "HintedMove": shape(
        "A move that is worth a thought",
        {
            **MOVE_TOLD,
            "by": items(text("", "search", "planner", "only"), "who proposes it; only: there is no other move"),
            **OUTLOOK,
            "reasons": items(ref("Fact"), "what speaks for it"),
        },
    ),
    "Plan": shape(
        "What the planner came to",
        {
            "plan": items({}, "the steps in words of the game, the first one first"),
            "value": {"type": "number", "description": "points that the plan is expected to bring, by its model"},
            "bound": {"type": "number", "description": "no plan of the model is worth more"},
            "optimal": flag("whether that is proven"),
            "deterministic": flag("false: the clock ended the search"),
            "source": text("greedy: the solver found nothing in time", "solver", "greedy"),
        },
    ),
    "ReviewJob": job(
        "A review that is being made, a part for each move and one that joins them",
        shape("Of which moves", {"match": MATCH, "seat": SEAT}),
        ref("Review"),
    ),
    "Review": shape(
        "What the moves of a seat were worth",
        {
            "moves": items(ref("ReviewedMove"), "in the order in which they were played"),
            "totals": shape(
                "All moves together",
                {
                    "moves": whole(),
                    "forced": whole("moves without a choice"),
                    "best": whole("moves that the search would have played, of those with a choice"),
                    "regret": ref("Regret"),
                },
            ),
            "best_board": maybe(ref("BestBoard")),
            "turning_points": items(ref("TurningPoint"), "at most three, in the order in which they came"),
        },
    ),
    "BestBoard": shape(
        "How good the final board could have been with the same pieces; null where the solver of the game has no such "
        "question, or the match was not played to its end",
        {
            "question": text("the exact question that was asked"),
            "kept": whole("pieces that were left where they lay: the first ones"),
            "anew": whole("pieces that might be laid anew"),
            "points": {"type": "integer", "description": "of the board as it was laid"},
            "gap": {"type": "integer", "description": "how much more the best board that was found is worth"},
            "answer": ref("ExactAnswer"),
        },
    ),
    "ReviewedMove": shape(
        "A move that was played, and the best ones in its place; from what the seat knew then",
        {
            "version": {**VERSION, "description": "of the entry with which it was played"},
            **MOVE_TOLD,
            **OUTLOOK,
            "forced": flag("whether there was no choice"),
            "best": items(shape("A move in its place", {**MOVE_TOLD, **OUTLOOK}), "as the search prefers them"),
            "regret": ref("Regret"),
        },
    ),
    "Regret": shape(
        "What was given away against the move that the search prefers; never negative",
        {
            "win_share": maybe({"type": "number", "minimum": 0, "description": "null: the seat plays alone"}),
            "score": {"type": "number", "minimum": 0, "description": "points of its own"},
        },
    ),
    "TurningPoint": shape(
        "Where what the seat could expect changed much, from one of its moves to the next",
        {
            "version": {**VERSION, "description": "of the later move"},
            "since": {**VERSION, "description": "of the move before"},
            "measure": text("what changed; score where the seat plays alone", "win_share", "score"),
            "before": {"type": "number"},
            "after": {"type": "number"},
            "swing": {"type": "number", "description": "after less before"},
            "regret": {"type": "number", "description": "how much of it the later move itself gave away"},
        },
    ),
    "Questions": shape(
        "All exact questions that can be asked here",
        {"items": items(ref("GamesQuestions"), "by game; without those about which nothing can be asked")},
    ),
    "GamesQuestions": shape(
        "The questions about a game", {"game": text("its slug"), "questions": items(ref("Question"))}
    ),
    "Question": shape(
        "An exact question",
        {
            "name": text("as it stands in the path"),
            "description": text(),
            "schema": {**ANY, "description": "JSON Schema (2020-12) of `question`"},
            "example": {**ANY, "description": "a question that can be asked as it is"},
        },
    ),
}
