"""Comments put above entries and items."""

import re
from collections.abc import Iterator

from schedcfg.document.edit.pieces import Splice
from schedcfg.document.edit.slots import Slot
from schedcfg.document.edit.view import View

_DASHES = re.compile(r"[- ]*\Z")


def annotation(view: View, slot: Slot, comment: tuple[str, ...]) -> Iterator[list[Splice]]:
    """Give the ways to put comment lines above an entry or item; above its dash where it stands behind one."""
    start = view.line_start(slot.start)
    before = view.text[start : slot.start]
    if not _DASHES.match(before):
        return
    indentation = view.indentation(slot.start)
    at = slot.start - len(before) + len(indentation)
    lines = "".join(f"{line}{view.eol(at)}{indentation}" for line in comment)
    yield [Splice(at, at, lines)]
