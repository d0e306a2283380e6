"""Tests of Click A Tree."""
