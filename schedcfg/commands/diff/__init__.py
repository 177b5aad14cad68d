"""Differences in behavior between two configurations or releases.

Each format's module has `render(differences, summary, colored=…)`, which yields pieces of output and counts into the
summary.
"""

FORMATS = {
    "text": "schedcfg.commands.diff.text",
    "json": "schedcfg.commands.diff.json_report",
    "markdown": "schedcfg.commands.diff.markdown",
    "html": "schedcfg.commands.diff.html_report",
}
"""Format → the module that renders it."""
