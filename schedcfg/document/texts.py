"""Every text in a document's data, with its place."""

from collections.abc import Iterator

from schedcfg.document.path import Path


def texts(data: object, path: Path = ()) -> Iterator[tuple[str, Path]]:
    """Yield every text in plain data, keys left out, with its path.

    Args:
        data: Plain data.
        path: Where that stands.
    """
    if isinstance(data, str):
        yield data, path
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from texts(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from texts(value, (*path, index))
