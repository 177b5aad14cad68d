"""JSON Schemas of what the probes write, until their reports are dataclasses as well."""
