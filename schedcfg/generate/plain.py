"""What a user wrote as plain data, for targets that take YAML of their own making instead of a file."""

from typing import Any

from schedcfg.document import parse
from schedcfg.generate.given import Given


def written(given: Given) -> dict[str, Any]:
    """Give the fields of the configuration and of its sections, without those that are null.

    Kubernetes reads a null as "not written", but templates and merges of other products stumble over it.
    """
    data = parse(given.text).documents[0].data
    assert isinstance(data, dict), "a configuration that its release accepts is a mapping"
    return {field: _section(value) for field, value in data.items() if value is not None}


def _section(value: object) -> object:
    if isinstance(value, dict):
        return {field: inner for field, inner in value.items() if inner is not None}
    return value


def without_kubeconfig(fields: dict[str, Any]) -> dict[str, Any]:
    """Leave out `clientConnection.kubeconfig`, and `clientConnection` where nothing else is in it."""
    connection = {field: value for field, value in fields.get("clientConnection", {}).items() if field != "kubeconfig"}
    rest = {field: value for field, value in fields.items() if field != "clientConnection"}
    return {**rest, "clientConnection": connection} if connection else rest


def lost_comments(given: Given, product: str) -> tuple[str, ...]:
    """Say that comments are lost, where there are any."""
    if not parse(given.text).comments:
        return ()
    return (f"{product} takes fields, not a file: the comments of {given.name} are not carried over.",)
