"""What holds for every test."""

from hypothesis import settings

# A busy machine is slow, not wrong: properties are about the rules, never about time.
settings.register_profile("pomona", deadline=None, print_blob=True)
settings.load_profile("pomona")
