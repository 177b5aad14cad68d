"""Advice about plugin names that do not exist: misspelt, removed, or out of tree."""

from schedcfg import plugins, releases
from schedcfg.document.path import Path
from schedcfg.findings import Act, Change, Remedy
from schedcfg.plugins.catalogue import publishing
from schedcfg.plugins.edition import Edition
from schedcfg.rules.nearest import nearest
from schedcfg.rules.rule import Subject


def misspelt(name: str, subject: Subject) -> str | None:
    """Return the known name that this one is a misspelling of: other case, or one or two letters off; None if none.

    Where catalogues were chosen, names of others are none that could be meant.
    """
    known = subject.world.names(subject.configuration.release)
    known = known if subject.world.catalogues else known | plugins.CATALOGUED
    return None if name in known else nearest(name, sorted(known))


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


def published(name: str, subject: Subject) -> str | None:
    """Say where a catalogue's plugin is, which the scheduler at hand lacks; None for a name of no catalogue."""
    catalogue = publishing(name)
    if catalogue is None:
        return None
    chosen = [one for one in subject.world.catalogues if one.catalogue is catalogue]
    having = (chosen[0] if chosen else Edition(catalogue)).periods(name)
    when = having[0] if len(having) == 1 else f"{having[0]} to {having[-1]}"
    if chosen:
        has = "has" if len(having) == 1 else "have"
        return f"{catalogue.name} {when} {has} it; `--catalog {catalogue.name}@{having[-1]}` judges by that release."
    fits = Edition(catalogue).plugin(name, subject.configuration.release) is not None
    option = f"--catalog {catalogue.name}" if fits else f"--plugin {name}"
    return f"It is a plugin of {catalogue.name} ({when}): if your scheduler has it, `{option}` says so."


def advice(name: str, subject: Subject) -> str | None:
    """Give the advice that fits a name which does not exist, or None where nothing is known of it."""
    known = removed(name, subject)
    if known is not None:
        return known
    elsewhere = published(name, subject)
    if elsewhere is not None:
        return elsewhere
    meant = misspelt(name, subject)
    return f"Did you mean `{meant}`?" if meant is not None else None
