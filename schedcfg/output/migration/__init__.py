"""Migrations rendered: for people in words, lines and diffs, for programs as JSON."""
