"""Differences rendered, one format per file.

Each file has `render(differences, summary, coloured=…)`, which yields pieces of output and counts into the summary.
"""

FORMATS = {"text": "text", "json": "json_v1", "markdown": "markdown"}
"""Format → its file in this folder."""
