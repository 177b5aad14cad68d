"""A project's settings: found, read, checked, filled in."""
