"""Files validated, few or many; what validates is imported for the first that needs it, which most commits lack."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from schedcfg.document import Stream
from schedcfg.findings import FileReport
from schedcfg.rules.context_cache import ContextCache
from schedcfg.sources import SearchTally, may_hold_manifests
from schedcfg.validation.clean_configurations import CleanConfigurations
from schedcfg.validation.each_file import Verb, each_file
from schedcfg.validation.options import Options
from schedcfg.validation.selection.selection import selected


def validate_files(
    paths: Iterable[str], options: Options, jobs: int | None = 1, tally: SearchTally | None = None
) -> Iterator[FileReport]:
    """Validate files and folders; see `each_file`."""
    if jobs not in {None, 1}:
        # Else each of the processes would import it.
        import schedcfg.validation.text  # noqa: F401, PLC0415
    read = partial(validate_file, contexts=ContextCache(options.suffixes), clean=CleanConfigurations())
    return each_file(Verb(read, FileReport, may_hold_manifests), paths, options, jobs, tally)


def validate_file(
    stream: Stream,
    options: Options,
    *,
    path: str,
    contexts: ContextCache | None = None,
    clean: CleanConfigurations | None = None,
) -> FileReport:
    """Validate a file that was read; see `validate`.

    The report has no text where nothing of it is shown: thousands of texts would fill the memory.

    Args:
        stream: What it holds.
        options: How it is validated.
        path: Its path.
        contexts: With it, what is around the file is validated with it.
        clean: The configurations of this run in which nothing was found.
    """
    from schedcfg.validation import text as validation  # noqa: PLC0415 - imported only where it is needed

    like_clean = None if clean is None else clean.find(stream, options)
    known = None if like_clean is None else like_clean.report(path)
    if known is not None:
        with_related = validation.has_related(path, contexts)
        return _without_needless_text(selected(known, stream, options.selection, with_related=with_related))
    validated = validation.validate_stream(stream, options, path)
    if like_clean is not None and validation.has_nothing_else(stream):
        like_clean.remember(validated.report)
    return _without_needless_text(validation.full_report(validated, stream, options, contexts))


def _without_needless_text(report: FileReport) -> FileReport:
    return report if any(document.findings for document in report.documents) else replace(report, text=None)
