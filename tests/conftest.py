"""Settings for all tests."""

from hypothesis import settings

# A deadline would be a timing assertion: machines are shared and slow at times.
settings.register_profile("taquin", deadline=None)
settings.load_profile("taquin")
