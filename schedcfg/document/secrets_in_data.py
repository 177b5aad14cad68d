"""The secrets of plain data that was read before: objects of a cluster, a configuration.

To scan all of it as a text would take long for a cluster. Only what is a secret is made a text, and the same once.
"""

import json
from collections.abc import Iterable, Iterator

from schedcfg.document.secret_names import WHERE_IT_IS, is_secret_name
from schedcfg.document.secret_spans import MARKS, STRUCTURE
from schedcfg.document.secrets import Secrets, with_flags


def secrets_in(parts: Iterable[object]) -> Secrets:
    """Return the secrets of plain data, to find them in what is said about it.

    Args:
        parts: Objects, documents or texts.
    """
    return Secrets("\n".join(dict.fromkeys(line for part in parts for line in _lines(part))))


def _lines(data: object) -> Iterator[str]:
    """Yield texts in which the secrets are found: each with a name, or as it is where it says what it is."""
    pending: list[tuple[bool, object]] = [(False, data)]
    while pending:
        is_secret, value = pending.pop()
        if isinstance(value, dict):
            pending += _of_mapping(value, is_secret=is_secret)
        elif isinstance(value, list):
            pending += [(is_secret or is_secret_name(flag), item) for flag, item in with_flags(value)]
        elif is_secret and value is not None and not isinstance(value, bool):
            yield f"secret: {json.dumps(value, ensure_ascii=False)}"
        elif isinstance(value, str) and MARKS.search(value):
            yield value


def _of_mapping(mapping: dict[object, object], *, is_secret: bool) -> Iterator[tuple[bool, object]]:
    """Yield whether each value is a secret: by its name, or as a part of one."""
    named = mapping.get("name", mapping.get("key"))
    for key, value in mapping.items():
        name = named if key == "value" and isinstance(named, str) else str(key)
        if is_secret:
            yield name not in STRUCTURE and not WHERE_IT_IS.search(name), value
        else:
            yield is_secret_name(name), value
        if isinstance(key, str) and MARKS.search(key):
            yield False, key
