"""What an edit means for the data: the measure that every edited text has to meet."""

import math
from copy import deepcopy
from typing import Any

from schedcfg.document import scalars
from schedcfg.document.path import Path


def at(data: object, path: Path) -> object:
    """Return the data at a path.

    Raises:
        KeyError: where the path leads nowhere.
    """
    for step in path:
        is_key = isinstance(data, dict) and isinstance(step, str) and step in data
        is_index = isinstance(data, list) and isinstance(step, int) and 0 <= step < len(data)
        if not is_key and not is_index:
            raise KeyError(path)
        data = data[step]  # type: ignore[index]
    return data


def has(data: object, path: Path) -> bool:
    """Return whether a path leads to something, be it null."""
    try:
        at(data, path)
    except KeyError:
        return False
    return True


def replaced(data: object, path: Path, value: object) -> object:
    """Return the data with another value at a path."""
    if not path:
        return value
    result, parent = _opened(data, path)
    parent[path[-1]] = value
    return result


def renamed(data: object, path: Path, key: str) -> object:
    """Return the data with another key for the entry at a path."""
    result, parent = _opened(data, path)
    entries = [(key if name == path[-1] else name, value) for name, value in parent.items()]
    parent.clear()
    parent.update(entries)
    return result


def removed(data: object, path: Path) -> object:
    """Return the data without the entry or item at a path."""
    result, parent = _opened(data, path)
    del parent[path[-1]]
    return result


def inserted(data: object, path: Path, value: object) -> object:
    """Return the data with a new entry or item; what the path lacks is made, and null counts as empty."""
    if not path:
        return value
    step = path[0]
    if isinstance(step, int):
        items: list[object] = [] if data is None else list(data)  # type: ignore[call-overload]
        if len(path) == 1 or step == len(items):
            items.insert(step, inserted(None, path[1:], value))
        else:
            items[step] = inserted(items[step], path[1:], value)
        return items
    entries: dict[str, object] = {} if data is None else dict(data)  # type: ignore[call-overload]
    entries[step] = inserted(entries.get(step), path[1:], value)
    return entries


def nested(path: Path, value: object) -> object:
    """Return a value inside the collections that a path names."""
    for step in reversed(path):
        value = [value] if isinstance(step, int) else {step: value}
    return value


def readable(value: object, *, is_json: bool) -> object:
    """Return a value as it is read back: through YAML, 16.0 becomes 16."""
    if isinstance(value, dict):
        return {str(key): readable(inner, is_json=is_json) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [readable(inner, is_json=is_json) for inner in value]
    if isinstance(value, str):
        return str(value)
    if is_json or (isinstance(value, float) and not math.isfinite(value)):
        return value
    return scalars.through_json(value)


def same(left: object, right: object) -> bool:
    """Return whether two data are equal, types included: 1 is neither 1.0 nor true."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return left == right


def _opened(data: object, path: Path) -> tuple[object, Any]:
    """Return a copy of the data, and in it what holds the last step of a path."""
    result = deepcopy(data)
    parent: Any = result
    for step in path[:-1]:
        parent = parent[step]
    return result, parent
