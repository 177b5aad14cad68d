"""Profiles from intent: presets and changes, planned as what shall run, then written the shortest way that means it."""
