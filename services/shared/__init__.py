"""The ground under every service: settings, Redis, queue, identifiers, processes."""
