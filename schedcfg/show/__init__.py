"""What is so: the effective configuration, why a plugin matters, the reference, JSON Schemas."""

FORMATS_OF_WHY = {"text": "schedcfg.show.why_text", "json": "schedcfg.show.why_json"}
"""Format of `schedcfg why` → the module that renders it."""
