"""Tests of players, tickets, pairing, invitations and rematches."""
