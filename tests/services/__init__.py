"""Tests of the services, but the rules."""
