"""A text changed by small edits: what is not edited stays byte for byte."""

from schedcfg.document.edit.change import Edit

__all__ = ["Edit"]
