"""Generating: a configuration read and judged, files made around it, compared with those on disk, or written."""
