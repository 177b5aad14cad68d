"""Names and addresses that a server gave, as they stand in messages."""

from collections.abc import Sequence

from schedcfg.document.texts import without_login
from schedcfg.probe.exchange.quoting import one_line

_SHOWN = 5


def listed(names: Sequence[str]) -> str:
    """Name a few, and count the others; a server may have given the names."""
    shown = ", ".join(map(one_line, names[:_SHOWN]))
    more = len(names) - _SHOWN
    return f"{shown} and {more} more" if more > 0 else shown


def address(url: str) -> str:
    """Repeat an address that a server gave: without its login and its parameters, which may be secrets."""
    return without_login(one_line(url.partition("?")[0]))
