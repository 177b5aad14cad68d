"""`schedcfg why`: what a plugin has to do with a configuration."""

FORMATS = {"text": "schedcfg.commands.why.text", "json": "schedcfg.commands.why.json_report"}
"""Format of `schedcfg why` → the module that renders it."""
