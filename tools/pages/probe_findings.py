"""The page of what the probes can find."""

from collections.abc import Iterator

from schedcfg.commands.probe.extender import findings as extender
from schedcfg.commands.probe.network_traffic import findings as network_traffic
from tools.pages.markup import code, page, table

_HEAD = """\
# Findings of the probes

What [`schedcfg probe`](../probe.md) can find. `schedcfg explain NAME` shows one of them on a terminal.
"""

_CARDS = {"NetworkTraffic": network_traffic.FINDING_CARDS, "Extenders": extender.FINDING_CARDS}


def pages() -> Iterator[tuple[str, str]]:
    """Yield the page, below `docs/`."""
    yield "reference/probe-findings.md", page((_HEAD, *_lines()))


def _lines() -> Iterator[str]:
    for probe, cards in _CARDS.items():
        yield from (f"## {probe}", "")
        yield from table(("finding", "meaning"), [(code(card.id), f"{card.title}.") for card in cards])
        yield ""
