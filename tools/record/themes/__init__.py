"""Themes of generated worlds, each a function of a source of chance."""
