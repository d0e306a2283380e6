"""Tests of the games, a folder each."""
