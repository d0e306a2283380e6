"""What holds for every test, and what every test may ask for."""

from hypothesis import settings

pytest_plugins = ("tests.support.server", "tests.support.house")

# A busy machine is slow, not wrong: properties are about the rules, never about time.
# The same examples for everyone, so that no change is held up by chance; `make test-all` looks for new ones.
settings.register_profile("pomona", deadline=None, print_blob=True, derandomize=True)
settings.register_profile("explore", settings.get_profile("pomona"), derandomize=False)
settings.load_profile("pomona")
