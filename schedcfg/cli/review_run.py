"""One run of `schedcfg diff --git`."""

from schedcfg.changes.review import review
from schedcfg.changes.review_report import render_json, render_markdown, render_text, title
from schedcfg.cli.exit_status import ExitCode, exit_status
from schedcfg.cli.manners import is_quiet
from schedcfg.cli.options import Output
from schedcfg.cli.outputs import on_stdout, write_rendered
from schedcfg.cli.reporting import resume_garbage_collection, warn, write_stderr
from schedcfg.document.texts import printable
from schedcfg.validation.options import Options


def show(revision: str, paths: tuple[str, ...], options: Options, outputs: tuple[Output, ...]) -> ExitCode:
    """Write how files differ from a revision, and return the exit status.

    Raises:
        UnreadableInput: if there is no repository, or no such revision.
        UnknownTarget: if the release is not known.
    """
    warn(options.gate_warnings())
    resume_garbage_collection()
    found = review(revision, paths, options)
    renderers = {
        "text": lambda coloured: render_text(found, coloured=coloured),
        "markdown": lambda coloured: render_markdown(found),  # noqa: ARG005 - it has no colors
        "json": lambda coloured: render_json(found),  # noqa: ARG005 - the signature is shared
    }
    write_rendered(outputs, renderers)
    if on_stdout(outputs) == "text" and not is_quiet():
        write_stderr([f"{printable(title(found))}\n"])
    return exit_status(failed=False, refused=not found.is_same)
