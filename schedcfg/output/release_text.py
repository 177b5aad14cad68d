"""One release for people: a block with all that is known of it."""

from collections.abc import Iterable, Iterator

from schedcfg.output.changes_text import HEADINGS, of_release
from schedcfg.output.colours import BOLD, CYAN, Paint, painter
from schedcfg.output.table import labelled, paragraph
from schedcfg.output.words import gate, releases
from schedcfg.results.shelves import ApiVersion, ReleaseFacts


def render(found: Iterable[ReleaseFacts], *, coloured: bool) -> Iterator[str]:
    """Yield a block for each release, an empty line between two."""
    paint = painter(coloured=coloured)
    for number, one in enumerate(found):
        yield "\n" if number else ""
        yield from _block(one, paint)


def _block(one: ReleaseFacts, paint: Paint) -> Iterator[str]:
    yield f"{paint(BOLD, f'Kubernetes {one.name}')}  as read from {one.measured}\n\n"
    yield f"{paint(BOLD, 'API versions')}\n"
    for version in one.api_versions:
        yield from _version(version)
    yield f"\n{paint(BOLD, 'Takes')}\n"
    yield labelled("resource locks", " ".join(one.resource_locks), 2, paint)
    yield labelled("legacy Policy", "read" if one.policy else "not read", 2, paint)
    for name, plugins in one.refused_plugins.items():
        yield labelled(f"plugins refused by name in {name}", " ".join(plugins), 2, paint)
    yield from _defaults(one, paint)
    yield from _changes(one, paint)
    yield from _gates(one, paint)


def _version(version: ApiVersion) -> Iterator[str]:
    yield f"  {version.name}  served by {releases(version.since, version.until)}\n"
    if version.deprecated:
        yield paragraph(f"deprecated: {version.deprecated}", 6)


def _defaults(one: ReleaseFacts, paint: Paint) -> Iterator[str]:
    """Yield the default plugins in running order; API versions that have the same ones together."""
    groups: dict[str, list[str]] = {}
    for name, points in one.default_plugins.items():
        lines = [
            f"{point}  {' '.join(f'{plugin}={weight}' if weight else plugin for plugin, weight in refs)}"
            for point, refs in points.items()
        ]
        groups.setdefault("\n".join(lines), []).append(name)
    for told, names in groups.items():
        yield f"\n{paint(BOLD, 'Default plugins')} in {' '.join(names)}, in running order\n"
        yield from (paragraph(line, 2) for line in told.split("\n"))


def _changes(one: ReleaseFacts, paint: Paint) -> Iterator[str]:
    if not one.changes:
        yield "\nThe oldest release known here: there is nothing to compare it with.\n"
        return
    yield f"\n{paint(BOLD, 'What it changed')}\n"
    for subject, heading in HEADINGS.items():
        told = [text for text in of_release(one.changes, subject) if text]
        if told:
            yield f"  {paint(CYAN, heading)}\n"
            yield from (paragraph(text, 4) for text in told)


def _gates(one: ReleaseFacts, paint: Paint) -> Iterator[str]:
    yield f"\n{paint(BOLD, 'Feature gates')} that the scheduler looks at\n"
    width = max((len(name) for name in one.feature_gates), default=0)
    for name in sorted(one.feature_gates):
        yield f"  {name.ljust(width)}  {gate(one.feature_gates[name])}\n"
