<<<<<<< HEAD
"""The domain: three services, without HTTP and without queue tasks."""
=======
"""The domain: rules, matches, matchmaking and the calls to the bots, without HTTP and without tasks."""
>>>>>>> house
