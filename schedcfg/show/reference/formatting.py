"""How reference facts are written as text: values, periods, states."""

import json
from typing import Any

from schedcfg.show.reference.facts import Gate, Period


def value(data: Any) -> str:
    """Write plain data on one line, as YAML would in its flow form."""
    if isinstance(data, dict):
        return "{" + ", ".join(f"{key}: {value(item)}" for key, item in data.items()) + "}"
    if isinstance(data, list | tuple):
        return "[" + ", ".join(value(item) for item in data) + "]"
    if isinstance(data, str):
        return data or '""'
    return json.dumps(data)


def releases(since: str, until: str | None) -> str:
    """Return from which release to which something is so: `1.22`, `1.22-1.27`, `1.22 on`."""
    if until is None:
        return f"{since} on"
    return since if since == until else f"{since}-{until}"


def where(period: Period[Any], served: tuple[str, ...] = ()) -> str:
    """Return the releases and API versions in which something is so: `1.22 on, v1beta2 v1`.

    Args:
        period: The period.
        served: All the API versions that there are; where it is so in all of them, they are not named.
    """
    versions = () if period.api_versions == served else period.api_versions
    return ", ".join(filter(None, (releases(period.since, period.until), " ".join(versions))))


def gate(state: Gate) -> str:
    """Return the state of a feature gate: `beta, on`."""
    return f"{state.stage.lower()}, {'on' if state.default else 'off'}{', locked' if state.locked else ''}"
