"""Tests of Tree Society."""
