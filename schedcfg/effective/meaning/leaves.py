"""Plain data taken apart into its single values."""

from collections.abc import Iterator

from schedcfg.document.path import Path


def leaves(data: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Yield every single value with its path, keys sorted; a list of single values counts as one."""
    if isinstance(data, dict) and data:
        for key in sorted(data):
            yield from leaves(data[key], (*path, key))
    elif isinstance(data, list) and any(isinstance(item, dict | list) for item in data):
        for index, item in enumerate(data):
            yield from leaves(item, (*path, index))
    else:
        yield path, data


def value_at(data: object, path: Path) -> object:
    """Return the value at a path; None where there is none, or a null."""
    for step in path:
        if isinstance(data, dict) and isinstance(step, str):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            return None
    return data
