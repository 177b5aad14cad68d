"""Values, and the releases in which something is so, in a line for people."""

import json
from typing import Any


def value(data: Any) -> str:
    """Write plain data on one line, as YAML would in its flow form."""
    if isinstance(data, dict):
        return "{" + ", ".join(f"{key}: {value(item)}" for key, item in data.items()) + "}"
    if isinstance(data, list | tuple):
        return "[" + ", ".join(value(item) for item in data) + "]"
    if isinstance(data, str):
        return data or '""'
    return json.dumps(data)


def release_range(since: str, until: str | None) -> str:
    """Return from which release to which something is so: `1.22`, `1.22-1.27`, `1.22 on`."""
    if until is None:
        return f"{since} on"
    return since if since == until else f"{since}-{until}"
