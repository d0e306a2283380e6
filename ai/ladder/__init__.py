"""The ladder: how each level fares against the one below, played in instalments and kept in a file."""
