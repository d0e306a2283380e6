"""Plans and exact answers."""
