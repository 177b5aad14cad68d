"""A report without what users chose not to see: by comments, by options, by settings."""

from schedcfg.document import Stream
from schedcfg.findings import FileReport
from schedcfg.validation.selection.selection import EVERYTHING, Selection, has_comments


def quiet(report: FileReport, stream: Stream, selection: Selection) -> FileReport:
    """Return a report without what comments suppress and what was not chosen.

    Args:
        report: Everything that was found.
        stream: The file's text, read.
        selection: What was chosen.
    """
    if has_comments(stream.text) and report.documents:
        from schedcfg.validation.selection import ignores  # noqa: PLC0415 - few files have such comments

        report = ignores.quiet(report, stream)
    return report if selection == EVERYTHING else selection.applied(report)


def selected(report: FileReport, stream: Stream, selection: Selection, *, with_related: bool) -> FileReport:
    """Return what `quiet` returns, with what is wrong with the comments added.

    Args:
        report: Everything that was found.
        stream: The file's text, read.
        selection: What was chosen.
        with_related: Whether related files were validated too; if not, comments about them may be of use.
    """
    if has_comments(stream.text) and report.documents:
        from schedcfg.validation.selection import ignores  # noqa: PLC0415 - few files have such comments

        report = ignores.applied(report, stream, selection, with_related=with_related)
    return report if selection == EVERYTHING else selection.applied(report)
