"""Reports as pages that need nothing else: one file, which works from disk, and asks no server for anything."""
