"""Differences in behavior between two configurations or releases.

Each format's module has `render(differences, summary, coloured=…)`, which yields pieces of output and counts into the
summary.
"""

FORMATS = {
    "text": "schedcfg.differences.text",
    "json": "schedcfg.differences.json_report",
    "markdown": "schedcfg.differences.markdown",
}
"""Format → the module that renders it."""
