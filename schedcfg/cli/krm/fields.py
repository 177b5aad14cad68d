"""Fields of a function's configuration read one by one, with what is wrong about each.

That is a resource of ours, so that every mistake in it is reported; manifests of others, in which anything may stand,
are read by `schedcfg.sources.manifests.pod`.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from schedcfg.cli.krm.results import wrong
from schedcfg.document import Path, render
from schedcfg.findings import Problem
from schedcfg.spelling import nearest

_FLAGS = {"true": True, "false": False}
"""The values of a ConfigMap are text."""


class Fields:
    """A mapping whose fields are requested by name.

    Args:
        data: What is written; null counts as empty.
        path: Where it is in its resource.
        problems: Where to add what is wrong.
    """

    def __init__(self, data: object, path: Path, problems: list[Problem]) -> None:
        self.path = path
        self._problems = problems
        self._asked: set[str] = set()
        self._data: Mapping[str, Any] = {}
        if isinstance(data, dict):
            self._data = data
        elif data is not None:
            self._wrong((), data, "a mapping", None)

    def text(self, key: str, example: str = "text") -> str:
        """Read text; empty where none is written."""
        value = self._value(key)
        if value is None or isinstance(value, str):
            return value or ""
        quoted = f'Put it in quotes: `{key}: "{example}"`.' if isinstance(value, int | float) else None
        self._wrong((key,), value, "a string", quoted)
        return ""

    def required(self, key: str, example: str) -> str:
        """Read text that must be there; empty where it is not."""
        text = self.text(key, example)
        if self._data.get(key) in (None, ""):
            message = f"`{render((*self.path, key))}` is missing"
            self._problems.append(wrong("missing-field", (*self.path, key), message, f"Write `{key}: {example}`."))
        return text

    def flag(self, key: str) -> bool:
        """Read true or false, as text too; False where nothing is written."""
        value = self._value(key)
        if value is None or isinstance(value, bool):
            return bool(value)
        if isinstance(value, str) and value.strip() in _FLAGS:
            return _FLAGS[value.strip()]
        self._wrong((key,), value, "a boolean", None)
        return False

    def count(self, key: str) -> int:
        """Read a number of at least 1; 1 where none is written."""
        value = self._value(key)
        if value is None:
            return 1
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            return value
        self._wrong((key,), value, "a number of at least 1", None)
        return 1

    def names(self, key: str) -> frozenset[str]:
        """Read a list of names, or text with commas between them."""
        value = self._value(key)
        if value is None:
            return frozenset()
        listed = value.strip().removeprefix("[").removesuffix("]").split(",") if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
            self._wrong((key,), value, "a list of names", f"Write `{key}: [Coscheduling, NetworkTraffic]`.")
            return frozenset()
        return frozenset(filter(None, (name.strip(" \n\t\"'") for name in listed)))

    def each(self, key: str) -> "Iterator[Fields]":
        """Yield the items of a list of mappings."""
        value = self._value(key)
        if value is not None and not isinstance(value, list):
            self._wrong((key,), value, "a list", None)
            return
        for index, item in enumerate(value or ()):
            yield Fields(item, (*self.path, key, index), self._problems)

    def refuse(self, key: str, message: str, help: str | None) -> None:  # noqa: A002
        """Note that the value of a field is wrong."""
        self._problems.append(wrong("wrong-value", (*self.path, key), message, help))

    def finish(self) -> None:
        """Note the fields that were never read."""
        for key in self._data:
            if key not in self._asked:
                self._problems.append(self._unknown(str(key)))

    def _value(self, key: str) -> Any:
        self._asked.add(key)
        return self._data.get(key)

    def _wrong(self, steps: Path, value: object, expected: str, help: str | None) -> None:  # noqa: A002
        path = (*self.path, *steps)
        kind = "a mapping" if isinstance(value, dict) else "a list" if isinstance(value, list) else f"`{value}`"
        self._problems.append(wrong("wrong-type", path, f"`{render(path)}` must be {expected}, found {kind}", help))

    def _unknown(self, key: str) -> Problem:
        path = (*self.path, key)
        close = nearest(key, self._asked, 0.6)
        known = ", ".join(f"`{name}`" for name in sorted(self._asked))
        advice = f"Did you mean `{close}`?" if close else f"Known fields: {known}."
        return wrong("unknown-field", path, f"unknown field `{render(path)}`", advice)
