"""Reports rendered, one format per file."""

from schedcfg.output import json_v1, text
from schedcfg.output.summary import Summary

__all__ = ["RENDERERS", "Summary"]

RENDERERS = {"text": text.render, "json": json_v1.render}
"""Format → function from reports to pieces of output; each also counts what it saw into the summary."""
