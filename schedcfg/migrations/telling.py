"""What is said about a chain of steps as a whole."""

from collections.abc import Iterable

from schedcfg.document.edit import Draft
from schedcfg.document.edit.apply import origin
from schedcfg.document.lines import Lines
from schedcfg.findings import Finding
from schedcfg.migrations.work import Work
from schedcfg.results.migration import BehaviourDifference, Note, NoteKind


def in_original(finding: Finding, draft: Draft) -> Finding:
    """Place what is said of the new text in the user's own."""
    start, end = (origin(place.offset, draft.edits) for place in (finding.start, finding.end))
    span = Lines(draft.original).span(start, end)
    return finding._replace(start=span.start, end=span.end)


def differs(difference: BehaviourDifference, name: str) -> Note:
    """Say what will differ."""
    return Note(NoteKind.DIFFERS, "behaviour", f"{difference.path}: {difference.reason}", "", name)


def other_releases(work: Work, names: Iterable[str]) -> Note:
    """Say which other releases, the newest of them first, would not do the same with the new text."""
    message = (
        f"proven for Kubernetes {work.release.name}; "
        f"{', '.join(reversed(list(names)))} would not do the same with the new text (`schedcfg diff` shows what)"
    )
    return Note(NoteKind.DIFFERS, "other-release", message, "", work.name)
