"""Differences in behavior between two configurations or releases.

Each format's module has `render(differences, summary, coloured=…)`, which yields pieces of output and counts into the
summary.
"""

FORMATS = {
    "text": "schedcfg.changes.diff.text",
    "json": "schedcfg.changes.diff.json_report",
    "markdown": "schedcfg.changes.diff.markdown",
    "html": "schedcfg.changes.diff.html_report",
}
"""Format → the module that renders it."""
