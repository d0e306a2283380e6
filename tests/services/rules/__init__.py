"""Tests of the rules service on a real Redis."""
