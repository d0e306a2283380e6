"""The terminal client: plays any game over the API."""
