"""Searches that need nothing but a game."""
