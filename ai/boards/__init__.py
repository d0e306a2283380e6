"""The final board of a seat as a question to the solver: how good could it have been? One module a game."""
