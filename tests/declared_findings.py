"""Everything that is found in any test, compared with what lists and `explain` say of it."""

import re
import sys
from collections.abc import Callable
from functools import cache
from types import FrameType
from typing import Any

from schedcfg.commands.explain.rules import finding_cards
from schedcfg.commands.migrate.results import Note
from schedcfg.commands.probe.findings import ProbeFinding
from schedcfg.findings import Finding, FindingClass
from schedcfg.rules.cards import cards

SEEN: set[tuple[str, str]] = set()
"""Id and weight of what was found since the last look."""


UNCONDITIONAL: set[tuple[str, str]] = set()
"""Rule and message of what was found since the last look, and claims what only a fact may claim."""

_CLAIM = re.compile(r"\b(do|does|would) not start\b|\bexits\b|\bscheduler does not (find|run)\b|^`--\S+` is refused")
_CONDITION = re.compile(
    r"\bunless\b|\bwithout which\b|\bif\b|\bon (a|one) (control plane )?node\b|\bon Linux\b|\bas it is here\b"
    r"|\bas a static Pod\b|\blater\b|\breleases after\b|\bnewer than\b|\bas the organization requires\b"
    r"|\bso it is in Kubernetes\b|\((the manifest names none|the newest)\b"
    r"|^no node is added or removed: cluster-autoscaler "
)


def claims_too_much(finding: Finding) -> bool:
    """Return whether advice says that the scheduler does not start, and not on what that depends."""
    if finding.finding_class is not FindingClass.ADVISED or _CLAIM.search(finding.message) is None:
        return False
    return _CONDITION.search(finding.message) is None


def _weight(finding: Finding) -> str:
    return "refused" if finding.finding_class is FindingClass.REFUSED else finding.severity.value


def _record(kind: type, seen: Callable[[Any], tuple[str, str]]) -> None:
    make = kind.__init__  # type: ignore[misc]

    def made(self: Any, *args: Any, **words: Any) -> None:
        make(self, *args, **words)
        if _is_by_the_package(sys._getframe(1)):
            SEEN.add(seen(self))
            if isinstance(self, Finding) and claims_too_much(self) and not _is_generating(sys._getframe(1)):
                UNCONDITIONAL.add((self.rule, self.message))

    kind.__init__ = made  # type: ignore[misc]


def _is_by_the_package(caller: FrameType | None) -> bool:
    """Return whether the package finds something, rather than a test that makes up what is found."""
    while caller is not None and caller.f_globals["__name__"] == "dataclasses":
        caller = caller.f_back
    return caller is not None and caller.f_globals["__name__"].startswith("schedcfg.")


def _is_generating(caller: FrameType | None) -> bool:
    """Return whether it is about what would be generated, with the product that is to run it, and is not written."""
    while caller is not None and not caller.f_globals["__name__"].startswith("schedcfg.commands.generate."):
        caller = caller.f_back
    return caller is not None


def record() -> None:
    """Have everything that is found from now on recorded."""
    _record(Finding, lambda one: (one.rule, _weight(one)))
    _record(ProbeFinding, lambda one: (one.id, one.severity.value))
    _record(Note, lambda one: (one.id, one.kind.value))


@cache
def declared() -> frozenset[tuple[str, str]]:
    """Return each id with each weight that it is listed with."""
    of_rules = {(card.id, weight) for card in cards().values() for weight in card.weights}
    others = {(card.id, weight) for found in finding_cards().values() for card in found for weight in card.weights}
    return frozenset(of_rules | others)


def undeclared() -> list[tuple[str, str]]:
    """Return what was found since the last look and is not listed."""
    found = SEEN - declared()
    SEEN.clear()
    return sorted(found)


def unconditional() -> list[tuple[str, str]]:
    """Return what was found since the last look and claims too much."""
    found = sorted(UNCONDITIONAL)
    UNCONDITIONAL.clear()
    return found
