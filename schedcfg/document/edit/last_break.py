"""Block scalars that a text ends with: what comes behind them must not give them a line break."""

import re

from schedcfg.document.edit.pieces import Splice
from schedcfg.document.edit.slots import content_start
from schedcfg.document.edit.view import View
from schedcfg.document.nodes import Mapping, Node, Scalar, Sequence

_HEADER = re.compile(r"[|>][0-9]?(?P<keep>\+?)[0-9]?")


def without_last_break(view: View, node: Node) -> list[Splice]:
    """Let a block scalar at the end of a text say that it has no line break there, where a node ends with one."""
    while isinstance(node, Mapping | Sequence) and not node.flow:
        node = node.entries[-1][1] if isinstance(node, Mapping) else node.items[-1]
    if not isinstance(node, Scalar) or not node.block or view.line_end(node.end) < len(view.text):
        return []
    header = _HEADER.match(view.text, content_start(view.text, node))
    if header is None or view.text[header.end() : header.end() + 1] == "-":
        return []
    return [Splice(*(header.span("keep") if header["keep"] else (header.end(), header.end())), "-")]
