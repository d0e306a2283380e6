"""Tests of Arboretum: A to J are its ten species in the order of the list, A5 is the 5 of the first."""
