"""The rules service: the authority over every match."""
