"""Which label carries the nodes' names: told by comparing its values with them."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Carrier(NamedTuple):
    """A label that carries nodes' names.

    Attributes:
        label: Its name.
        regex: What cuts the name out of it; empty where it has nothing else.
    """

    label: str
    regex: str = ""


_PORT = "(.+):[0-9]+"
_DOMAIN = "([^.:]+).*"


def bare(name: str) -> str:
    """Reduce a name to what all ways to write it have in common: no port, no domain, small letters."""
    return _without_port(name).lower().partition(".")[0]


def carrier(nodes: Iterable[str], targets: Iterable[Mapping[str, str]]) -> Carrier | None:
    """Return the label that names most of the nodes; None where none names any."""
    exact = frozenset(nodes)
    hosts = frozenset(map(bare, exact))
    named: dict[Carrier, set[str]] = {}
    for labels in targets:
        for label, value in labels.items():
            regex = _regex(value, exact, hosts)
            if regex is not None:
                named.setdefault(Carrier(label, regex), set()).add(value)
    return max(named, key=lambda one: (len(named[one]), not one.regex, one.label), default=None)


def _regex(value: str, exact: frozenset[str], hosts: frozenset[str]) -> str | None:
    if value in exact:
        return ""
    if _without_port(value) in exact:
        return _PORT
    is_address = value[:1].isdigit() and "." in value
    return _DOMAIN if not is_address and bare(value) in hosts else None


def _without_port(name: str) -> str:
    host, colon, port = name.rpartition(":")
    return host if colon and port.isdigit() else name
