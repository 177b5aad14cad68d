"""Releases for people: a table of many."""

from collections.abc import Iterable, Iterator

from schedcfg.output.changes_text import HEADINGS, of_release
from schedcfg.output.colours import painter
from schedcfg.output.table import table
from schedcfg.results.shelves import ApiVersion, ReleaseFacts

_HEADS = ("RELEASE", "SERVES", "WHAT IT CHANGED")
_WIDTHS = (7, 20)
_SHOWN = tuple(subject for subject in HEADINGS if subject not in {"deprecation", "api-version", "feature-gate"})
"""API versions have a column of their own, and feature gates, which are many, are only counted."""


def render(releases: Iterable[ReleaseFacts], *, coloured: bool) -> Iterator[str]:
    """Yield a table, one row per release."""
    found = list(releases)
    yield from table(_HEADS, _WIDTHS, [_row(one) for one in found], painter(coloured=coloured))
    yield f"\n{len(found)} releases. `schedcfg releases RELEASE` tells all about one, with its feature gates.\n"


def _row(one: ReleaseFacts) -> tuple[str, ...]:
    versions = "\n".join(_served(version) for version in one.api_versions)
    lines = [
        f"{HEADINGS[subject]}:  {'; '.join(told)}" for subject in _SHOWN if (told := of_release(one.changes, subject))
    ]
    gates = sum(change.subject == "feature-gate" for change in one.changes)
    lines += [f"{HEADINGS['feature-gate']}:  {gates} came, changed or went"] if gates else []
    return one.name, versions, "\n".join(lines) if one.changes else "the oldest release known here"


def _served(version: ApiVersion) -> str:
    return f"{version.name} (deprecated)" if version.deprecated else version.name
