"""What is known of each game: evaluation and playout policy, one module a game."""
