"""The domain: rules, matchmaking and bots as services, without HTTP and without tasks."""
