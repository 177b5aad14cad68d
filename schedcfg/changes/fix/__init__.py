"""Fixes: what can be changed in a text, and is proven to leave behavior as it is."""
