"""JSON text to nodes, as strictly as Go's encoding/json."""

import json
from collections.abc import Iterator
from typing import cast

from schedcfg.document import syntax
from schedcfg.document.defect import DefectKind, Fault
from schedcfg.document.golang.json_scanner import KEY, NUMBER, STRING, JsonSyntaxError, tokens
from schedcfg.document.golang.text import without_lone_surrogates
from schedcfg.document.nodes import Mapping, Node, Root, Scalar, Sequence
from schedcfg.document.plain import MAX_DEPTH

_AS_YAML = "To have it read as YAML, start with the line `---`."
_BETWEEN = frozenset({"after object key:value pair", "after array element"})
"""What Go's scanner objects to where one item follows another without a comma."""
_LITERALS = {"t": True, "f": False, "n": None}


def read(text: str) -> Iterator[Root]:
    """Read a JSON text as the tree of its only document.

    Raises:
        Fault: SYNTAX.
    """
    try:
        node = _tree(text)
    except JsonSyntaxError as error:
        raise _fault(text, error) from None
    yield Root(node.start, node)


def _tree(text: str) -> Node:
    """Read the one value of a text; the scanner has checked that every key and value is in a place where it may be."""
    top = Sequence(0, 0, flow=True)
    enclosing: list[Mapping | Sequence] = [top]
    for kind, start, end in tokens(text):
        if kind in {"}", "]"}:
            enclosing.pop().end = end
            continue
        if kind == KEY:
            cast("Mapping", enclosing[-1]).key = Scalar(start, end, _string(text[start:end]))
            continue
        node = _node(kind, start, end, text)
        if len(enclosing) <= MAX_DEPTH + 1:  # what is in a collection deeper than that is not read
            _put(node, enclosing[-1])
        if isinstance(node, Mapping | Sequence):
            enclosing.append(node)
    return top.items[0]


def _put(node: Node, parent: Mapping | Sequence) -> None:
    if isinstance(parent, Sequence):
        parent.items.append(node)
    elif parent.key is not None:
        parent.entries.append((parent.key, node))
        parent.key = None


def _node(kind: str, start: int, end: int, text: str) -> Mapping | Sequence | Scalar:
    if kind == STRING:
        return Scalar(start, end, _string(text[start:end]))
    if kind == "{":
        return Mapping(start, end, flow=True)
    if kind == "[":
        return Sequence(start, end, flow=True)
    return Scalar(start, end, _number(text[start:end]) if kind == NUMBER else _LITERALS[text[start]])


def _string(written: str) -> str:
    if "\\" not in written:
        return written[1:-1]
    value: str = json.loads(written)
    return without_lone_surrogates(value)


def _number(written: str) -> int | float:
    """Read a number as it is written: 16.0 stays a float. An endless integer becomes infinite."""
    try:
        return int(written)
    except ValueError:  # a fraction, an exponent, or more digits than Python reads
        return float(written)


def _trailing_comma(text: str, offset: int) -> int | None:
    """Return where the comma is that nothing follows up to a closing bracket; None where there is none."""
    before = text[:offset].rstrip(" \t\r\n")
    return len(before) - 1 if before.endswith(",") else None


def _fault(text: str, error: JsonSyntaxError) -> Fault:
    """Return the fault for a text that is no JSON."""
    found = text[error.offset : error.offset + 1]
    go = f"invalid character {found!r} {error.objection}" if found else "unexpected end of JSON input"
    line = syntax.line_around(text, error.offset)
    if syntax.has_template(line):
        message, help_ = "this is a template, not JSON", syntax.RENDER
    elif syntax.is_conflict(line):
        message, help_ = syntax.CONFLICT
    elif found in {"/", "#"}:
        message, help_ = "JSON has no comments", f"Delete the comment. {_AS_YAML}" if found == "#" else "Delete it."
    elif error.objection in _BETWEEN and found in {'"', "{", "["}:
        message, help_ = "a comma is missing before this", "Write a comma at the end of what is before it."
    elif found == "'":
        message, help_ = "JSON does not have single quotes", f"Write double quotes. {_AS_YAML}"
    elif found in {"}", "]"} and (comma := _trailing_comma(text, error.offset)) is not None:
        message = f"JSON does not allow a comma after the last item, before {found}"
        return Fault(DefectKind.SYNTAX, f"{message} ({go})", comma, comma + 1, help="Remove the comma.")
    elif error.objection == "after top-level value":
        message, help_ = "there is more text after the end of the JSON", "Delete it: JSON contains one value."
    else:
        message, help_ = "this is not valid JSON, and text that starts with { is read as JSON", _AS_YAML
    end = min(error.offset + 1, len(text))
    return Fault(DefectKind.SYNTAX, f"{message} ({go})", error.offset, end, help=help_)
