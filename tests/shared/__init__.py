"""Tests of services/shared: real processes, real servers."""
