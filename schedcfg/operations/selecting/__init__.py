"""Which findings are told: ignores in comments, rules chosen, and what a baseline knows already.

What kube-scheduler refuses is told whatever was chosen or ignored; only a baseline takes it for known.
"""

from schedcfg.document import Stream
from schedcfg.findings import FileReport
from schedcfg.operations.selecting.selection import EVERYTHING, Selection

__all__ = ["EVERYTHING", "Selection", "quiet", "selected"]

_MARK = "schedcfg:"


def quiet(report: FileReport, stream: Stream, selection: Selection) -> FileReport:
    """Leave out of a report what comments silence and what was not chosen.

    Args:
        report: Everything that was found.
        stream: The file's text, read.
        selection: What was chosen.
    """
    if _MARK in stream.text and report.documents:
        from schedcfg.operations.selecting import ignores  # noqa: PLC0415 - few files have such comments

        report = ignores.quiet(report, stream)
    return report if selection == EVERYTHING else selection.applied(report)


def selected(report: FileReport, stream: Stream, selection: Selection, *, looked_around: bool) -> FileReport:
    """Do as `quiet` does, and add to the report what is wrong with the comments.

    Args:
        report: Everything that was found.
        stream: The file's text, read.
        selection: What was chosen.
        looked_around: Whether what stands beside the file was looked at; if not, comments about it may be of use.
    """
    if _MARK in stream.text and report.documents:
        from schedcfg.operations.selecting import ignores  # noqa: PLC0415 - few files have such comments

        report = ignores.heeded(report, stream, selection, looked_around=looked_around)
    return report if selection == EVERYTHING else selection.applied(report)
