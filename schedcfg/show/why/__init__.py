"""`schedcfg why`: whether a plugin runs, what it counts, and what it depends on."""

FORMATS = {
    "text": "schedcfg.show.why.text",
    "json": "schedcfg.show.why.json_report",
}
"""Format → the module that renders it."""
