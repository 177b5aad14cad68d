"""Fix a text, or files in place: what can be fixed, and is proven to behave as before."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from schedcfg.changes.fix.batches import fixed
from schedcfg.changes.fix.proof import TextReader
from schedcfg.document import Stream, parse
from schedcfg.findings import FileReport
from schedcfg.fixing import Fixing
from schedcfg.rules.context_cache import ContextCache
from schedcfg.sources import STDIN, SearchTally, may_hold_manifests
from schedcfg.sources.replace import sweep
from schedcfg.sources.writing import put_back
from schedcfg.validation.each_file import Verb, each_file
from schedcfg.validation.options import DEFAULT, Options
from schedcfg.validation.text import validate_stream


def fix(
    text: str,
    kubernetes: str | None = None,
    *,
    unsafe: bool = False,
    path: str = STDIN,
    options: Options = DEFAULT,
) -> FileReport:
    """Make the fixes of what `validate` finds in a text, each proven to leave what the scheduler does as it is.

    Args:
        text: The file's text.
        kubernetes: The release to validate by (`1.29`, `v1.29.3`), and the one by which behavior is compared; None:
            the newest that serves the file's API version, and behavior is compared by all that serve it.
        unsafe: Whether to make those too that can change behavior, rest on a guess, or cannot be proven.
        path: Its name in the report.
        options: How it is validated, as in `validate`.

    Returns:
        The report on the text with the fixes, which is its `text`; `fixing` lists what was done, and what was not.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates or, where each file has its own, none does.
    """
    return fixed(parse(text), TextReader(options.by(kubernetes), path, None, unsafe))


def fix_file(
    stream: Stream, options: Options, *, path: str, contexts: ContextCache | None = None, unsafe: bool = False
) -> FileReport:
    """Make the fixes of a file that was read; see `fix`. What is no text is refused, and stays as it is."""
    if stream.undecodable is not None:
        return validate_stream(stream, options, path).report
    report = fixed(stream, TextReader(options, path, contexts, unsafe))
    fixing = report.fixing or Fixing(stream.text)
    return dataclasses.replace(report, fixing=dataclasses.replace(fixing, encoding=stream.encoding))


def fix_files(
    paths: Iterable[str],
    options: Options,
    jobs: int | None = 1,
    *,
    unsafe: bool = False,
    tally: SearchTally | None = None,
) -> Iterator[FileReport]:
    """Fix files and folders without writing any; see `each_file`."""
    contexts = ContextCache(options.suffixes)
    verb = Verb(partial(fix_file, contexts=contexts, unsafe=unsafe), FileReport, may_hold_manifests)
    return each_file(verb, paths, options, jobs, tally)


def write_files(reports: Iterable[FileReport], show: Callable[[bytes], None]) -> Iterator[FileReport]:
    """Write each file that changes; one that cannot be written has the reason, and the others are still written.

    What an earlier run left of a file, when it was killed, is removed.

    Args:
        reports: What became of the files.
        show: Takes the new content of standard input, changed or not.
    """
    for report in reports:
        if report.path != STDIN:
            sweep(report.path)
        if report.fixing is None or report.text is None:
            yield report
        elif report.path == STDIN:
            show(after(report))
            yield dataclasses.replace(report, fixing=dataclasses.replace(report.fixing, is_written=True))
        else:
            yield _write(report) if report.is_changed else report


def after(report: FileReport) -> bytes:
    """Return the bytes that a file should have: in the encoding that it had."""
    assert report.fixing is not None
    return (report.text or "").encode(report.fixing.encoding)


def _write(report: FileReport) -> FileReport:
    assert report.fixing is not None
    before = report.fixing.before.encode(report.fixing.encoding)
    reason = put_back(report.path, before, after(report))
    fixing = dataclasses.replace(report.fixing, unwritten=reason, is_written=reason is None)
    return dataclasses.replace(report, fixing=fixing)
