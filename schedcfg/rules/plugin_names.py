"""Advice about plugin names that do not exist: misspelt, removed, or out of tree."""

from schedcfg import plugins, releases
from schedcfg.rules.rule import Subject

_FAR = 3
"""From this many wrong letters on, two names have nothing to do with each other."""


def misspelt(name: str, subject: Subject) -> str | None:
    """Return the known name that this one is a misspelling of: other case, or one or two letters off."""
    known = sorted(subject.world.names(subject.configuration.release) | plugins.CATALOGUED)
    folded = name.lower()
    near = [
        (distance, candidate) for candidate in known if (distance := _distance(folded, candidate.lower(), _FAR)) < _FAR
    ]
    return min(near)[1] if near else None


def removed(name: str, subject: Subject) -> str | None:
    """Say when an in-tree plugin of that name existed, if one did."""
    having = releases.having(name)
    if not having:
        return None
    when = f"Kubernetes {having[0]}" if len(having) == 1 else f"Kubernetes {having[0]} to {having[-1]}"
    successor = subject.successor(name)
    return f"It was compiled into {when}. {successor}" if successor else f"It is compiled into {when}."


def advice(name: str, subject: Subject) -> str | None:
    """Give the advice that fits a name which does not exist, or None where nothing is known of it."""
    known = removed(name, subject)
    if known is not None:
        return known
    meant = misspelt(name, subject)
    return f"Did you mean `{meant}`?" if meant is not None else None


def _distance(one: str, other: str, limit: int) -> int:
    """Count the letters to insert, drop, change or swap between two names, up to a limit."""
    if abs(len(one) - len(other)) >= limit:
        return limit
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before, last, row = row, before, [i]
        for j, other_letter in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other_letter))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == other_letter:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) >= limit:
            return limit
    return row[-1]
