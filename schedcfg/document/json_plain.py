"""Ordinary JSON text to plain data, by the standard library's fast reader."""

import json
import math
from collections.abc import Iterable
from typing import NoReturn

from schedcfg.document.plain import MAX_DEPTH, NeedsFullParser, Plain

_OPENERS = ("{", "[")


def read(text: str) -> Plain:
    """Read a JSON text in which nothing is unusual.

    Raises:
        NeedsFullParser: when `json_reader` has to look at it.
    """
    if "\\u" in text:  # perhaps half a surrogate pair
        raise NeedsFullParser
    try:
        data = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError):
        raise NeedsFullParser from None
    if sum(map(text.count, _OPENERS)) > MAX_DEPTH and _is_too_deep(data):
        raise NeedsFullParser
    return Plain(text.index("{"), data)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        raise NeedsFullParser
    return mapping


def _refuse(_literal: str) -> NoReturn:
    raise NeedsFullParser


def _finite(written: str) -> float:
    value = float(written)
    if math.isinf(value):
        raise NeedsFullParser
    return value


def _is_too_deep(data: object) -> bool:
    """Return whether collections are nested deeper than the limit."""
    level = [data]
    for _ in range(MAX_DEPTH):
        level = [inner for value in level for inner in _inside(value)]
    return any(isinstance(value, dict | list) for value in level)


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
