"""One run of `schedcfg diff --git`."""

from collections.abc import Iterator

from schedcfg.cli.command_group import ExitCode
from schedcfg.cli.reporting import coloured, resume_garbage_collection, warn, write_stderr, write_stdout
from schedcfg.document.texts import printable
from schedcfg.options import Options
from schedcfg.output.terminal import escaped
from schedcfg.review import json_report, markdown, text
from schedcfg.review.review import Review, review


def show(revision: str, paths: tuple[str, ...], options: Options, output: str) -> ExitCode:
    """Write how files differ from a revision, and return the exit status.

    Raises:
        UnreadableInput: if there is no repository, or no such revision.
        UnknownTarget: if the release is not known.
    """
    warn(options.gate_warnings())
    resume_garbage_collection()
    found = review(revision, paths, options)
    write_stdout(escaped(_rendered(found, output)))
    if output == "text":
        write_stderr([f"{printable(text.title(found))}\n"])
    return ExitCode.ACCEPTED if found.is_same else ExitCode.REFUSED


def _rendered(found: Review, output: str) -> Iterator[str]:
    if output == "json":
        return json_report.render(found)
    return markdown.render(found) if output == "markdown" else text.render(found, coloured=coloured())
