"""Tests of the matchmaking service."""
