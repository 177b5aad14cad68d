"""A project's settings: found, read and checked. Nothing here is done unless someone asks for it."""
