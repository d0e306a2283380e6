"""Tests of Pomona; they mirror the packages."""
