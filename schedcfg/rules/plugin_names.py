"""Advice about plugin names that do not exist: misspelt, removed, or out of tree."""

from schedcfg import plugins, releases
from schedcfg.diagnostics import Act, Change, Remedy
from schedcfg.document.path import Path
from schedcfg.rules.nearest import nearest
from schedcfg.rules.rule import Subject


def misspelt(name: str, subject: Subject) -> str | None:
    """Return the known name that this one is a misspelling of: other case, or one or two letters off."""
    known = sorted(subject.world.names(subject.configuration.release) | plugins.CATALOGUED)
    return nearest(name, known)


def correction(meant: str, path: Path) -> Remedy:
    """Write the name that was probably meant; nothing proves the guess."""
    return Remedy(f"Write `{meant}`", (Change(Act.REPLACE, path, meant),), is_safe=False)


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
