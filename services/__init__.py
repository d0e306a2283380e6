"""The domain: rules, matches, matchmaking and the calls to the bots, without HTTP and without tasks."""
