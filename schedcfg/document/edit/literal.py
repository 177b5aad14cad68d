"""Texts of several lines, written as literal blocks (`|`): what is inside can be read, and differs line by line."""

import re
from collections.abc import Iterator

from schedcfg.document.edit.filling import laid
from schedcfg.document.edit.pieces import Splice
from schedcfg.document.edit.slots import Slot, content_start
from schedcfg.document.edit.view import View

PRINTED = "\\x20-\\x7e\\xa0-\\u2027\\u202a-\\ud7ff\\ue000-\\ufefe\\uff00-\\ufffd\\U00010000-\\U0010ffff"
"""What stands in a text as it is, as a range of a regular expression; YAML escapes anything else in one line."""
_UNFIT = re.compile(rf"[^\t\n{PRINTED}]|\A\n*[ \t]|\A\n*\Z")
"""What a block cannot hold as it is, and beginnings from which its indentation could not be told."""
_INDENTATION = re.compile(r"[^\r\n]*(?:\r\n|[\r\n])(?:[ ]*(?:\r\n|[\r\n]))*(?P<spaces>[ ]+)")


def literal(text: str) -> list[str] | None:
    """Write text as the lines of a block: its header, then its own; None where one line is enough, or a block unfit."""
    if "\n" not in text or _UNFIT.search(text):
        return None
    lines = text.split("\n")
    if lines[-1]:
        return ["|-", *lines]
    return ["|" if lines[-2] else "|+", *lines[:-1]]


def in_place_of_block(view: View, holder: Slot, text: str) -> Iterator[list[Splice]]:
    """Give the ways to write a text in the place of a block scalar; none where a block cannot hold it."""
    start = content_start(view.text, holder.value)
    lines, found = literal(text), _INDENTATION.match(view.text, start)
    if lines is None or found is None:
        return
    comments = "".join(f" {view.written(one)}" for one in view.comments_within(start, holder.value.end))
    eol = view.eol(start)
    block = laid([lines[0] + comments, *lines[1:]], eol, len(found["spaces"]))
    yield [Splice(start, holder.end, block)]
    yield [Splice(start, holder.end, block + eol)]
