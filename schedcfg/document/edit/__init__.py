"""A text changed by small edits: what is not edited stays byte for byte."""

from schedcfg.document.change import Edit
from schedcfg.document.edit.draft import Draft

__all__ = ["Draft", "Edit"]
