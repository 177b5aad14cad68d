"""Names of rules, as options, settings and comments have them."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from schedcfg.cards import RuleGroup
from schedcfg.findings import FindingClass, Severity
from schedcfg.rules.cards import cards
from schedcfg.rules.names import nearest
from schedcfg.rules.registry import manifest_rules
from schedcfg.validation.selection.selection import Selection

SURROUNDINGS = RuleGroup.SURROUNDINGS.value
GROUPS = (FindingClass.REFUSED.value, FindingClass.ADVISED.value, SURROUNDINGS)
"""Rules that can be chosen together, in addition to all of a severity."""

_FACT = "its findings prevent kube-scheduler from starting, and are always reported"
_WAY_OUT = "Fix the file; to postpone the fix, use a baseline (`--write-baseline FILE`)."


class RejectedName(NamedTuple):
    """A name that is not allowed where it was written.

    Attributes:
        name: As written.
        message: Why not.
        help: What to write.
    """

    name: str
    message: str
    help: str


def is_known(name: str) -> bool:
    """Return whether there is such a rule."""
    return name in cards()


def is_fact(name: str) -> bool:
    """Return whether there is such a rule, and all that it finds is refused by kube-scheduler."""
    card = cards().get(name)
    return card is not None and card.finding_class is FindingClass.REFUSED and not card.depends


def is_reported(name: str, selection: Selection) -> bool:
    """Return whether what a rule finds is reported; for a rule that no longer exists, it would be."""
    card = cards().get(name)
    return card is None or is_fact(name) or selection.reports_advice(name, card.severity)


def unknown(name: str) -> RejectedName:
    """Return the message that there is no such rule, with the one that was probably meant."""
    near = meant(name)
    return RejectedName(
        name, f"there is no rule `{name}`", f"Did you mean `{near}`?" if near else "Check the spelling."
    )


@lru_cache(maxsize=16)
def meant(name: str) -> str | None:
    """Return the rule that was probably meant; None for none. A text with many comments names few rules."""
    return nearest(name, cards())


def not_selectable(names: Iterable[str]) -> list[RejectedName]:
    """List the names that are neither a rule nor a group nor a severity."""
    return [_unknown(name) for name in names if not is_known(name) and name not in _TOGETHER]


def not_ignorable(names: Iterable[str]) -> list[RejectedName]:
    """List likewise, and add those that represent facts."""
    chosen = tuple(names)
    facts = [name for name in chosen if name == FindingClass.REFUSED or is_fact(name)]
    return [
        *not_selectable(chosen),
        *(RejectedName(name, f"`{name}` cannot be ignored: {_FACT}", _WAY_OUT) for name in facts),
    ]


def expanded(names: Iterable[str]) -> frozenset[str]:
    """Return names with the group that is a folder replaced by its rules; class and severity are part of a finding."""
    chosen = frozenset(names)
    if SURROUNDINGS not in chosen:
        return chosen
    return chosen | {rule.id for rule in manifest_rules()}


_TOGETHER = (*GROUPS, *(severity.value for severity in Severity))


def _unknown(name: str) -> RejectedName:
    near = nearest(name, [*cards(), *_TOGETHER])
    listed = ", ".join(f"`{one}`" for one in _TOGETHER)
    return RejectedName(
        name,
        f"there is no rule `{name}`",
        f"Did you mean `{near}`?" if near else f"Name a rule, or a group of them: {listed}.",
    )
