"""What commands other than `validate` report under ids, by those ids."""

import importlib
from functools import cache

from schedcfg.cards import FindingCard

_PLACES = (
    "generate.finding_cards",
    "cli.krm.finding_cards",
    "changes.migrate.finding_cards",
    "external.probe.extender.findings",
    "external.probe.network_traffic.findings",
)
"""Modules with the `FINDING_CARDS` of a command; they stand above this one."""


@cache
def finding_cards() -> dict[str, tuple[FindingCard, ...]]:
    """Return all cards by their ids, in the order of ids: one for each command that reports something under it."""
    found: dict[str, list[FindingCard]] = {}
    for place in _PLACES:
        for card in importlib.import_module(f"schedcfg.{place}").FINDING_CARDS:
            found.setdefault(card.id, []).append(card)
    return {id_: tuple(found[id_]) for id_ in sorted(found)}
