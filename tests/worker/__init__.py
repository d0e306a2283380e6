"""Tests of workers and sweepers, with real ones."""
