"""One line for each file that changes."""

from collections.abc import Iterator

from schedcfg.output.counting import counted
from schedcfg.output.terminal import printable
from schedcfg.results.migration import DocumentMigration, FileMigration, MigrationStatus


def render(file: FileMigration) -> Iterator[str]:
    """Yield `scheduler.yaml: v1beta2 → v1 (3 edits)`; nothing for a file that does not change."""
    if file.status is not MigrationStatus.MIGRATED:
        return
    changed = [one for one in file.documents if one.status is MigrationStatus.MIGRATED]
    ways = ", ".join(dict.fromkeys(f"{one.source} → {one.target}" for one in changed))
    yield f"{printable(file.path)}: {ways} ({counted(len(file.edits), 'edit')})\n"


def way(document: DocumentMigration) -> str:
    """Name every version on the way of a document: `v1beta2 → v1beta3 → v1`."""
    versions = [document.source, *(proof.target for proof in document.proofs)]
    if versions[-1] != document.target:
        versions.append(document.target)
    return " → ".join(dict.fromkeys(filter(None, versions)))
