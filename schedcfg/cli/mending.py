"""What becomes of mended texts: written, or shown as they would be."""

import sys
from collections.abc import Iterable, Iterator

from schedcfg.cli.reporting import coloured, show, show_bytes
from schedcfg.findings import FileReport
from schedcfg.fixes import fix
from schedcfg.output import unified_diff


def written(reports: Iterable[FileReport]) -> Iterator[FileReport]:
    """Write every file that changes; the text of standard input goes to standard output."""
    return fix.written(reports, show_bytes)


def shown(reports: Iterable[FileReport]) -> Iterator[FileReport]:
    """Show on standard output what would change."""
    for report in reports:
        if report.fixing is not None and report.text is not None and report.is_changed:
            before = report.fixing.before
            show(unified_diff.render(report.path, before, report.text, coloured=coloured(sys.stdout)))
        yield report
