"""The bots as a library: no Redis, no HTTP, no queue."""
