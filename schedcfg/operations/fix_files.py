"""Files read, mended and, where that is asked for, written."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from schedcfg.errors import UnwritableOutput
from schedcfg.findings import FileReport
from schedcfg.operations.files import Settings, Verb, each_file
from schedcfg.operations.mending import fix_bytes
from schedcfg.operations.surroundings.stages import Stages
from schedcfg.sources import STDIN, may_hold_surroundings, replace


def fix_files(paths: Iterable[str], settings: Settings, jobs: int = 1, *, unsafe: bool = False) -> Iterator[FileReport]:
    """Mend files and folders without writing any; see `each_file`."""
    verb = Verb(partial(fix_bytes, stages=Stages(), unsafe=unsafe), FileReport, may_hold_surroundings)
    return each_file(verb, paths, settings, jobs)


def written(reports: Iterable[FileReport], show: Callable[[bytes], None]) -> Iterator[FileReport]:
    """Write each file that changes; one that cannot be written says why, and the others are written all the same.

    Args:
        reports: What became of the files.
        show: Takes the new content of standard input, changed or not.
    """
    for report in reports:
        if report.fixing is None or report.text is None:
            yield report
        elif report.path == STDIN:
            show(after(report))
            yield report._replace(fixing=report.fixing._replace(is_written=True))
        else:
            yield _written(report) if report.is_changed else report


def after(report: FileReport) -> bytes:
    """Return the bytes that a file should have: in the encoding that it had."""
    assert report.fixing is not None
    return (report.text or "").encode(report.fixing.encoding)


def _written(report: FileReport) -> FileReport:
    assert report.fixing is not None
    before = report.fixing.before.encode(report.fixing.encoding)
    try:
        replace(report.path, before, after(report))
    except UnwritableOutput as error:
        reason = f"{error}. {error.help}" if error.help else str(error)
        return report._replace(fixing=report.fixing._replace(unwritten=reason))
    return report._replace(fixing=report.fixing._replace(is_written=True))
