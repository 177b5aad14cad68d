"""Which fields objects have, and of which types: what the API server decodes, and the scheduler after it.

A scheduler that gets an object of another shape can read none of its kind, and waits forever. The table is upstream's
own description of its API; `tools/object_fields.py` writes it.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from schedcfg.commands.trial.api.served_kinds import had_field
from schedcfg.document import Path, render
from schedcfg.document.golang.numbers import MAX_INT64, MIN_INT64, canonical
from schedcfg.document.secret_names import is_secret
from schedcfg.document.texts import shown_name

FILE = os.path.join(os.path.dirname(__file__), "object_fields.json")

Fault = tuple[Path, str]
"""Where something is wrong, and what."""


class CheckedObject(NamedTuple):
    """An object without what is not written, and what is wrong with it."""

    data: dict[str, Any]
    faults: tuple[Fault, ...]
    unknown: tuple[Path, ...]  # Fields that its kind has in no release
    former: tuple[Path, ...] = ()  # Fields that it had in a release before the one that is described


class _Table(NamedTuple):
    source: str  # The release that it describes
    kinds: Mapping[str, str]  # API version and kind → type
    types: Mapping[str, Mapping[str, str]]  # Type → field → its type


@lru_cache(maxsize=1)
def _table() -> _Table:
    with open(FILE, encoding="utf-8") as file:
        read = json.load(file)
    return _Table(read["source"], read["kinds"], read["types"])


def fields_beside(api_version: str, kind: str, path: Path) -> tuple[str, ...]:
    """Return the fields of the object that has a field at a path; none where its type is not known."""
    type_ = _type_of(api_version, kind)
    for step in path[:-1]:
        type_ = type_[1:] if type_.startswith(("[", "{")) else _table().types.get(type_, {}).get(str(step), "")
    return tuple(_table().types.get(type_, ()))


def described_release() -> str:
    """Return the release whose fields are known here."""
    return _table().source


def check(data: Mapping[str, Any], api_version: str, kind: str) -> CheckedObject:
    """Return a copy of an object as an API server has it, in which nothing is null, and what is wrong with it.

    A kind that is not known has no more than metadata that are checked.

    Args:
        data: The object.
        api_version: Its API version.
        kind: Its kind.
    """
    checker = _Checker()
    type_ = _type_of(api_version, kind)
    checked = checker.struct(data, type_, ())
    if _SPEC in _table().types.get(type_, {}):
        # Go writes a struct that is no pointer even where it is empty, as `Spec` is in all types that have one.
        checked.setdefault(_SPEC, {})
    if "metadata" in checked and not type_:
        checked["metadata"] = checker.value(checked["metadata"], _METADATA, ("metadata",))
    return CheckedObject(checked, tuple(checker.faults), tuple(checker.unknown), tuple(checker.former))


@lru_cache(maxsize=256)
def _type_of(api_version: str, kind: str) -> str:
    """Return the type of a kind; empty where it is not known.

    Old versions have the fields of the one that is in the table, unless their group still changes.
    """
    kinds = _table().kinds
    group = api_version.rpartition("/")[0]
    exact = kinds.get(f"{api_version} {kind}", "")
    if exact or group in CHANGING:
        return exact
    for name, type_ in kinds.items():
        known_version, _, known_kind = name.partition(" ")
        if (known_version.rpartition("/")[0], known_kind) == (group, kind):
            return type_
    return ""


CHANGING = frozenset({"resource.k8s.io", "scheduling.k8s.io"})
"""Groups whose versions have fields of their own; those of others have the same in each."""
_METADATA, _SPEC = "meta.v1.ObjectMeta", "spec"
_ANY = "any"
_TEXT = "a text"
_ZERO: Mapping[str, Any] = {"string": "", "integer": 0, "boolean": False, "number": 0, "quantity": "0"}


class _Checker:
    """One object that is checked."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.unknown: list[Path] = []
        self.former: list[Path] = []

    def value(self, data: Any, type_: str, path: Path) -> Any:
        """Return a copy of a value of some type."""
        if type_.startswith("["):
            return list(self._items(data, type_[1:], path))
        if type_.startswith("{"):
            return self._mapping(data, type_[1:], path)
        if type_ in _SCALARS:
            return self._scalar(data, type_, path)
        return self.struct(data, type_, path) if type_ != _ANY else _without_null(data)

    def struct(self, data: Any, type_: str, path: Path) -> dict[str, Any]:
        """Return a copy of a mapping with known fields; one of an unknown type may have any."""
        if not isinstance(data, Mapping):
            self._refuse(path, data, "an object")
            return {}
        known = _table().types.get(type_)
        if known is None:
            return {key: _without_null(value) for key, value in data.items() if value is not None}
        checked = {}
        for key, value in data.items():
            if key not in known:
                (self.former if had_field(type_, key) else self.unknown).append((*path, key))
            if value is not None:
                # A field of another release is kept: a scheduler reads those that it knows.
                checked[key] = self.value(value, known.get(key, _ANY), (*path, key))
        return checked

    def _items(self, data: Any, type_: str, path: Path) -> Iterator[Any]:
        if not isinstance(data, list):
            self._refuse(path, data, "a list")
            return
        for index, item in enumerate(data):
            # Go reads null as a value without anything in it.
            yield self._zero(type_) if item is None else self.value(item, type_, (*path, index))

    def _mapping(self, data: Any, type_: str, path: Path) -> dict[str, Any]:
        if not isinstance(data, Mapping):
            self._refuse(path, data, "an object")
            return {}
        return {
            key: self._zero(type_) if value is None else self.value(value, type_, (*path, key))
            for key, value in data.items()
        }

    @staticmethod
    def _zero(type_: str) -> Any:
        return [] if type_.startswith("[") else _ZERO.get(type_, {})

    def _scalar(self, data: Any, type_: str, path: Path) -> Any:
        is_right, expected = _SCALARS[type_]
        if is_right(data):
            return str(data) if type_ == "quantity" else data
        self._refuse(path, data, expected)
        return _ZERO.get(type_, "")

    def _refuse(self, path: Path, data: Any, expected: str) -> None:
        where = shown_name(render(path)) if path else "it"
        # What has to be a text may be the value of a variable, or of a label: nobody knows what it holds.
        is_shown = expected != _TEXT and not is_secret(path)
        self.faults.append((path, f"{where} has to be {expected}, and is {_shown(data) if is_shown else _named(data)}"))


def _without_null(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {key: _without_null(value) for key, value in data.items() if value is not None}
    return [_without_null(item) for item in data] if isinstance(data, list) else data


def _named(data: Any) -> str:
    if isinstance(data, Mapping | list):
        return "an object" if isinstance(data, Mapping) else "a list"
    if isinstance(data, bool):
        return f"the truth value {str(data).lower()}"
    return "a text" if isinstance(data, str) else "a number"


def _shown(data: Any) -> str:
    if isinstance(data, bool | Mapping | list):
        return _named(data)
    return f"the text {shown_name(data[:60])!r}" if isinstance(data, str) else f"the number {data}"


def _is_int(data: Any) -> bool:
    return isinstance(data, int) and not isinstance(data, bool) and MIN_INT64 <= data <= MAX_INT64


def _is_number(data: Any) -> bool:
    return isinstance(data, int | float) and not isinstance(data, bool)


def _is_quantity(data: Any) -> bool:
    return (isinstance(data, str) or _is_number(data)) and is_quantity(str(data))


@lru_cache(maxsize=4096)
def is_quantity(text: str) -> bool:
    """Return whether a text is an amount."""
    try:
        canonical(text)
    except ValueError:
        return False
    return True


_SCALARS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "string": (lambda data: isinstance(data, str), _TEXT),
    "integer": (_is_int, "a whole number"),
    "number": (_is_number, "a number"),
    "boolean": (lambda data: isinstance(data, bool), "true or false"),
    "quantity": (_is_quantity, "a quantity, such as 4, 500m or 16Gi"),
    "int-or-string": (lambda data: isinstance(data, str) or _is_int(data), "a whole number or a percentage"),
}
