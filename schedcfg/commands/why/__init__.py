"""`schedcfg why`: what a plugin has to do with a configuration."""

FORMATS_OF_WHY = {"text": "schedcfg.commands.why.why_text", "json": "schedcfg.commands.why.why_json"}
"""Format of `schedcfg why` → the module that renders it."""
