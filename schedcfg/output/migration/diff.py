"""What changes in a file that is migrated."""

from collections.abc import Iterator

from schedcfg.output import unified_diff
from schedcfg.results.migration import FileMigration


def render(file: FileMigration, *, coloured: bool) -> Iterator[str]:
    """Yield the lines of a unified diff; nothing for a file that does not change."""
    if file.text is None or file.migrated is None:
        return
    yield from unified_diff.render(file.path, file.text, file.migrated, coloured=coloured)
