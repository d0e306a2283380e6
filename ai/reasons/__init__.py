"""Why a move is good: what it changes, one module a game, worked out from the tables before and after it."""
