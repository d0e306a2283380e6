"""Tests of each game."""
