"""A stand-in for the API server: objects with versions, lists, watches, writes that may conflict."""
