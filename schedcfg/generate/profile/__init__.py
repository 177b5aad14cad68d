"""Profiles from intent: presets and wishes, planned as what shall run, then written the shortest way that means it."""
