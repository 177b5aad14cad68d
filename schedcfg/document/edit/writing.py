"""Values as text, in the style of the text around them."""

import json
import re
from typing import NamedTuple

from schedcfg.document import scalars
from schedcfg.document.edit.literal import PRINTED, literal

# What may stand without quotes: fewer than YAML allows, so that no reader takes it for something else.
_PLAIN = re.compile(
    r"(?:[^\W_]|[_/+(]|(?:--?|\.)(?=[^\W\d]))(?:[\w ./()+=@%^$;<>~*'\"|\\-]|:(?=[^\s:])|(?<!\s)#)*(?<!\s)\Z"
)
_FLOW_SIGNS = re.compile(r"[:,\[\]{}?]")
_ESCAPED = re.compile(f"[^{PRINTED}]")


class Style(NamedTuple):
    """How values are written at a place.

    Attributes:
        is_json: Whether everything is written as JSON.
        step: By how many columns a mapping is indented below its key.
        list_step: By how many columns the dashes of a list are indented below its key; 0 or more.
        comma: Between items in brackets: `, ` or `,`.
        colon: Behind keys in brackets: `: ` or `:`.
        keeps_small: Whether what holds nothing but scalars stands in one line, where brackets go over several lines.
    """

    is_json: bool = False
    step: int = 2
    list_step: int = 2
    comma: str = ", "
    colon: str = ": "
    keeps_small: bool = False


def is_empty(value: object) -> bool:
    """Tell whether a value is written in one line in block style too: a scalar, `{}` or `[]`."""
    return not isinstance(value, dict | list) or not value


def quoted(text: str) -> str:
    """Write text in double quotes, as YAML and JSON both read it."""
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def single_quoted(text: str) -> str | None:
    """Write text in single quotes; None where that needs escapes or line breaks."""
    return None if _ESCAPED.search(text) else "'" + text.replace("'", "''") + "'"


def is_plain(text: str, *, flow: bool) -> bool:
    """Tell whether text can stand without quotes and Kubernetes reads it as that text."""
    if not _PLAIN.match(text) or (flow and _FLOW_SIGNS.search(text)):
        return False
    return scalars.plain(text) == text


def scalar(value: object, style: Style, *, flow: bool) -> str:
    """Write a string, number, boolean or null."""
    if isinstance(value, str):
        return value if not style.is_json and is_plain(value, flow=flow) else quoted(value)
    return json.dumps(value)


def inline(value: object, style: Style, *, flow: bool = True) -> str:
    """Write a value in one line, collections in brackets."""
    if isinstance(value, dict):
        inner = style.comma.join(
            f"{scalar(key, style, flow=True)}{style.colon}{inline(item, style)}" for key, item in value.items()
        )
        return f"{{{inner}}}"
    if isinstance(value, list):
        return f"[{style.comma.join(inline(item, style) for item in value)}]"
    return scalar(value, style, flow=flow)


def spread(value: object, style: Style, unit: str) -> list[str]:
    """Write a value in brackets over several lines, each level indented by `unit`."""
    if is_empty(value) or (style.keeps_small and _is_small(value)):
        return [inline(value, style)]
    opener, closer, inner = "[", "]", []
    if isinstance(value, dict):
        opener, closer = "{", "}"
        for key, item in value.items():
            first, *rest = spread(item, style, unit)
            inner.append([f"{scalar(key, style, flow=True)}{style.colon}{first}", *rest])
    elif isinstance(value, list):
        inner = [spread(item, style, unit) for item in value]
    for lines in inner[:-1]:
        lines[-1] += ","
    return [opener, *(unit + line for lines in inner for line in lines), closer]


def _is_small(value: object) -> bool:
    """Tell whether a collection holds nothing but what is written in one line."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(map(is_empty, inner))


def entry(key: str, value: object, style: Style) -> list[str]:
    """Write an entry of a block mapping as lines."""
    name = scalar(key, style, flow=False)
    if is_empty(value):
        first, *rest = single(value, style)
        return [f"{name}: {first}", *indented(rest, style.step)]
    step = style.list_step if isinstance(value, list) else style.step
    return [f"{name}:", *indented(block(value, style), step)]


def item(value: object, style: Style, width: int = 2) -> list[str]:
    """Write an item of a block list as lines; its content stands `width` columns behind its dash."""
    first, *rest = single(value, style) if is_empty(value) else block(value, style)
    return ["-".ljust(width) + first, *indented(rest, width)]


def single(value: object, style: Style) -> list[str]:
    """Write a scalar, `{}` or `[]` behind a key or dash: in one line, but for text that has several."""
    lines = literal(value) if isinstance(value, str) else None
    return lines or [inline(value, style, flow=False)]


def indented(lines: list[str], width: int) -> list[str]:
    """Put spaces in front of lines; empty ones stay empty."""
    return [" " * width + line if line else line for line in lines]


def block(value: object, style: Style) -> list[str]:
    """Write a collection that is not empty as the lines of a block."""
    if isinstance(value, dict):
        return [line for key, inner in value.items() for line in entry(key, inner, style)]
    assert isinstance(value, list)
    return [line for inner in value for line in item(inner, style)]
