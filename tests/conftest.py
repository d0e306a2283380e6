"""What holds for every test, and what every test may ask for."""

from hypothesis import settings

pytest_plugins = ("tests.support.server", "tests.support.house")

# A busy machine is slow, not wrong: properties are about the rules, never about time.
settings.register_profile("pomona", deadline=None, print_blob=True)
settings.load_profile("pomona")
