"""One run of `schedcfg diff` that compares many files: of revisions, folders or clusters."""

from collections.abc import Callable

from schedcfg.cli.exit_status import ExitCode, exit_status
from schedcfg.cli.options import Output
from schedcfg.cli.outputs import on_stdout, write_rendered
from schedcfg.cli.reporting import resume_garbage_collection, warn, write_summary, write_unreadable
from schedcfg.commands.review.reports import render_json, render_markdown, render_text, title
from schedcfg.commands.review.review import Review
from schedcfg.output import load
from schedcfg.output.summary import Summary
from schedcfg.validation.options import Options


def show(compare: Callable[[], Review], options: Options, outputs: tuple[Output, ...]) -> ExitCode:
    """Write how files differ, and return the exit status.

    Args:
        compare: Returns how.
        options: How they are validated.
        outputs: What to write, and where.
    """
    warn(options.gate_warnings())
    resume_garbage_collection()
    review, summary = compare(), Summary()
    renderers = {
        "text": lambda colored: render_text(review, summary, colored=colored),
        "markdown": lambda colored: render_markdown(review, summary),  # noqa: ARG005 - it has no colors
        "json": lambda colored: render_json(review, summary),  # noqa: ARG005 - the signature is shared
        # Only a page needs templates.
        "html": lambda colored: load("schedcfg.commands.review.html_report")(review, summary),  # noqa: ARG005 - likewise
    }
    write_rendered(outputs, renderers)
    unread = [*review.unread, *summary.faults.items()]
    for path, reason in unread:
        write_unreadable(path, reason)
    write_summary(on_stdout(outputs), title(review))
    return exit_status(failed=unread, refused=not review.is_same)
