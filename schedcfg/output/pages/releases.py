"""The page of all releases: the API versions that each serves, and what it changed."""

from collections.abc import Iterator

from schedcfg.output.pages.markup import page, table
from schedcfg.reference.facts import ReleaseFacts
from schedcfg.reference.formatting import releases
from schedcfg.reference.releases_text import HEADINGS, of_release

_HEAD = """\
# Releases

What each Kubernetes release serves, and what it changed against the one before. `schedcfg releases 1.29` tells the
same on a terminal, with the default plugins in running order and every feature gate.
"""

_NAMED = tuple(subject for subject in HEADINGS if subject != "feature-gate")
"""Feature gates are many: they are only counted."""


def render(found: tuple[ReleaseFacts, ...]) -> str:
    """Write the page, the newest release first."""
    return page(_lines(found))


def _lines(found: tuple[ReleaseFacts, ...]) -> Iterator[str]:
    yield _HEAD
    for one in reversed(found):
        yield from (f"## {one.name}", "", f"As read from {one.measured}.", "")
        yield from table(
            ("API version", "served by", "deprecated"),
            [
                (version.name, releases(version.since, version.until), version.deprecated or "no")
                for version in one.api_versions
            ],
        )
        yield ""
        yield from _facts(one)
        yield ""


def _facts(one: ReleaseFacts) -> Iterator[str]:
    yield f"- resource locks: {', '.join(one.resource_locks)}"
    yield f"- legacy Policy: {'read' if one.policy else 'not read'}"
    for version, names in one.refused_plugins.items():
        yield f"- plugins refused by name in {version}: {', '.join(names)}"
    for subject in _NAMED:
        told = of_release(one.changes, subject)
        if told:
            yield f"- {HEADINGS[subject]}: {'; '.join(told)}"
    gates = sum(change.subject == "feature-gate" for change in one.changes)
    if gates:
        yield f"- {HEADINGS['feature-gate']}: {gates} came, changed or went"
