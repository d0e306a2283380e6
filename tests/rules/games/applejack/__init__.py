"""Tests of Applejack."""
