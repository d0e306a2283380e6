"""The bots as a library."""
