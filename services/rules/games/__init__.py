"""The games: pure rules, one folder each, none knows another."""
