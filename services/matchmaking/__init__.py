"""The matchmaking service: who plays whom, and how well."""
