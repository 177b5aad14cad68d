"""It starts, but probably not as meant: opinions."""
