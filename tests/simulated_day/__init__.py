"""A day of matchmaking, compressed: a crowd of known skill, real sweepers and a real Redis that are killed."""
