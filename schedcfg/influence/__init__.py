"""`schedcfg why`: whether a plugin runs, what it counts, and what it depends on."""

FORMATS = {
    "text": "schedcfg.influence.text",
    "json": "schedcfg.influence.json_report",
}
"""Format → the module that renders it."""
