"""Which label carries the nodes' names: told by comparing its values with them."""

import re
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
    """Return the label that most of the nodes' names can be taken from; None where none has any, letter by letter."""
    exact = frozenset(nodes)
    named: dict[Carrier, set[str]] = {}
    for labels in targets:
        for label, value in labels.items():
            regex = _regex(value, exact)
            if regex is not None:
                named.setdefault(Carrier(label, regex), set()).add(value)
    return max(named, key=lambda one: (len(named[one]), not one.regex, one.label), default=None)


def is_about(node: str, targets: Iterable[Mapping[str, str]]) -> bool:
    """Tell whether a label names a node in any way to write it: with a port, a domain, in capital letters."""
    own = bare(node)
    return any(bare(value) == own for labels in targets for value in labels.values())


def _regex(value: str, exact: frozenset[str]) -> str | None:
    if value in exact:
        return ""
    return next((regex for regex in (_PORT, _DOMAIN) if (cut := re.fullmatch(regex, value)) and cut[1] in exact), None)


def _without_port(name: str) -> str:
    host, colon, port = name.rpartition(":")
    return host if colon and port.isdigit() else name
