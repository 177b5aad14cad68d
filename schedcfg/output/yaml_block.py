"""Plain data as YAML for people, in block style."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_PLAIN = re.compile(r"[A-Za-z/][A-Za-z0-9 _./-]*(?::[A-Za-z0-9/_.-]+)*|\d+(?:\.\d+)?(?:ms|[smh])")
"""Texts that need no quotes; anything else gets them."""

_WORDS = {"true", "false", "yes", "no", "on", "off", "y", "n", "null"}
"""Texts that YAML would read as something else."""


def block(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a mapping, without line breaks."""
    for key, value in data.items():
        yield from _entry(key, value)


def _entry(key: str, value: Any) -> Iterator[str]:
    if isinstance(value, Mapping) and value:
        yield f"{key}:"
        yield from (f"  {line}" for line in block(value))
    elif isinstance(value, list) and value:
        yield f"{key}:"
        for item in value:
            first, *rest = list(block(item)) if isinstance(item, Mapping) else [_scalar(item)]
            yield f"  - {first}"
            yield from (f"    {line}" for line in rest)
    else:
        yield f"{key}: {_scalar(value)}"


def _scalar(value: Any) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)
