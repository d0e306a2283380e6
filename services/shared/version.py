"""The version of Pomona, written down here and nowhere else."""

VERSION = "0.1.0"
