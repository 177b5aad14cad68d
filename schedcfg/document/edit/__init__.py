"""A text changed by small edits: what is not edited stays byte for byte."""

from schedcfg.document.edit.draft import Allowance, Draft
from schedcfg.document.span import Edit

__all__ = ["Allowance", "Draft", "Edit"]
