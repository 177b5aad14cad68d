"""Where a plan or a state of Terraform has what it says is sensitive itself, under whatever name.

Source: developer.hashicorp.com/terraform/internals/json-format: `sensitive_values`, `before_sensitive` and
`after_sensitive` have `true` where a value is sensitive, or holds nothing else; `sensitive` is that of an output, and
of a variable in the code.
"""

import json
from collections.abc import Iterator
from typing import Any

from schedcfg.document.secret_addresses import Region
from schedcfg.document.span import follow
from schedcfg.patterns import pattern

_HINT = "sensitive"
_MARKS = (("values", "sensitive_values"), ("before", "before_sensitive"), ("after", "after_sensitive"))
_VARIABLES = ("configuration", "root_module", "variables")
_LITERAL = pattern(r"\"(?P<text>(?>(?:[^\"\\]|\\.)*))\"|(?P<number>-?\d[\d.eE+-]{3,})")
"""A text, or a number that is long enough to tell it from others."""


def sensitive_spans(text: str) -> Iterator[Region]:
    """Yield where values are that Terraform marks, wherever they are repeated in its JSON; nothing of other texts."""
    if _HINT not in text or not text.lstrip().startswith("{"):
        return
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return
    values = {str(one) for one in _marked(data)} - {""}
    for literal in _LITERAL.finditer(text) if values else ():
        written = literal["number"] if literal["text"] is None else literal["text"]
        if (json.loads(f'"{written}"', strict=False) if "\\" in written else written) in values:
            yield literal.span("number" if literal["text"] is None else "text")


def _marked(data: dict[str, Any]) -> Iterator[object]:
    """Yield all single values of a plan or state that are sensitive."""
    for name, variable in _fields(follow(data, _VARIABLES)).items():
        if _fields(variable).get(_HINT) is True:
            yield from _single_values(follow(data, ("variables", name, "value")), True)  # noqa: FBT003 - a mark of Terraform
    pending: list[object] = [data]
    while pending:
        part = pending.pop()
        fields = _fields(part)
        pending += fields.values() if fields else part if isinstance(part, list) else ()
        for values, marks in _MARKS:
            if marks in fields:
                yield from _single_values(fields.get(values), fields[marks])
        if fields.get(_HINT) is True:
            yield from _single_values(fields.get("value"), True)  # noqa: FBT003 - a mark of Terraform


def _fields(data: object) -> dict[str, Any]:
    return data if isinstance(data, dict) else {}


def _single_values(data: object, marks: object) -> Iterator[object]:
    """Yield the texts and numbers of a value that marks say are sensitive: `true` is about all that is below it."""
    pending = [(data, marks)]
    while pending:
        value, mark = pending.pop()
        if isinstance(value, dict):
            pending += [(one, mark if mark is True else _fields(mark).get(key)) for key, one in value.items()]
        elif isinstance(value, list):
            of_items = mark if isinstance(mark, list) else [mark if mark is True else None] * len(value)
            pending += zip(value, of_items, strict=False)
        elif mark is True and value is not None and not isinstance(value, bool):
            yield value
