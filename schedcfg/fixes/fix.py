"""Fix a text, or files in place: what can be mended, and is proven to behave as before."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Unpack

from schedcfg.document import decode_text, encoding_of
from schedcfg.effective import OPEN
from schedcfg.errors import UnreadableInput, UnwritableOutput
from schedcfg.findings import FileReport, Fixing
from schedcfg.fixes.proof import Prover, Reader
from schedcfg.fixes.trying import mended
from schedcfg.operations.files import Settings, Verb, each_file
from schedcfg.operations.surroundings.stages import Stages
from schedcfg.operations.terms import Terms
from schedcfg.operations.validation import undecodable
from schedcfg.sources import STDIN, may_hold_surroundings, replace


def fix(text: str, kubernetes: str | None = None, *, unsafe: bool = False, **terms: Unpack[Terms]) -> FileReport:
    """Make the fixes of what `validate` finds in a text, each proven to leave what the scheduler does as it is.

    Args:
        text: The file's text.
        kubernetes: The release to judge by (`1.29`, `v1.29.3`), and the one by which behaviour is compared; None: the
            newest that serves the file's API version, and behaviour is compared by all that serve it.
        unsafe: Whether to make those too that can change behaviour, rest on a guess, or cannot be proven.
        terms: `world`, `role`, `path` and `feature_gates`, as in `validate`.

    Returns:
        The report on the text with the fixes, which is its `text`; `fixing` says what was done, and what was not.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates or, where each file has its own, none does.
    """
    return mended(text, _reader(kubernetes, None, Terms(**terms), unsafe=unsafe))


def fix_bytes(
    raw: bytes,
    kubernetes: str | None = None,
    *,
    stages: Stages | None = None,
    unsafe: bool = False,
    **terms: Unpack[Terms],
) -> FileReport:
    """Make the fixes of a file's bytes; see `fix`. What is no text is refused, and stays as it is."""
    try:
        text = decode_text(raw)
    except UnreadableInput as error:
        return undecodable(error, kubernetes, terms.get("path", "-"))
    report = mended(text, _reader(kubernetes, stages, Terms(**terms), unsafe=unsafe))
    fixing = report.fixing or Fixing(text)
    return report._replace(fixing=fixing._replace(encoding=encoding_of(raw)))


def _reader(kubernetes: str | None, stages: Stages | None, terms: Terms, *, unsafe: bool) -> Reader:
    prover = Prover(terms.get("world", OPEN), terms.get("feature_gates"), kubernetes is not None)
    return Reader(kubernetes, stages, terms, prover, unsafe)


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
