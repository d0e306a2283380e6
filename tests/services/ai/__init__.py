"""Tests of the AI service: what a turn of a bot is, and what is due."""
