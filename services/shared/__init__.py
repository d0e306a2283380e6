"""What every service stands on: settings, Redis, the queue, the clock, ids and events."""
