"""Fixes: what can be changed in a text, and is proven to leave behaviour as it is."""
