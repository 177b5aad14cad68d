"""`schedcfg server`."""

import os
import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from schedcfg.cli import options as common
from schedcfg.errors import missing_library

if TYPE_CHECKING:
    from schedcfg.commands.server.workspace import OptionsFor
    from schedcfg.validation.options import Options
    from schedcfg.validation.settings.reading import Project

_EXAMPLES = """\b
Examples:
  schedcfg server             started by an editor, which talks to it
  schedcfg server -k 1.29     with a release for all files, whatever their settings name
"""


@click.command("server", epilog=_EXAMPLES, short_help="Show findings, fixes and help in an editor.")
@common.kubernetes
@common.feature_gates
@common.registry
@click.option("--stdio", is_flag=True, hidden=True, help="Talk over standard input and output, as is always done.")
def command(*, stdio: bool, **inputs: Any) -> None:  # noqa: ARG001 - some editors always pass it
    """Run the language server, which an editor starts and talks to over standard input and output.

    Settings are those of each file's folder, as for the command line. It needs one library more, which the
    extra `server` installs.

    Exit status: 0 after the editor has ended it; 2 usage error.
    """
    if sys.stdin is not None and sys.stdin.isatty():
        raise click.UsageError("standard input is a terminal; an editor starts this command, see the page In editors")
    try:
        from schedcfg.commands.server.protocol import make
    except ModuleNotFoundError as error:
        raise missing_library(error, "server") from None
    from schedcfg.cli.reporting import resume_garbage_collection

    resume_garbage_collection()
    _end_at_signals()
    # The library closes what it writes to; the command still looks after standard output at its end.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
        make(_options_for(inputs)).start_io(stdout=answers)


def _end_at_signals() -> None:
    """Let signals end the process at once: its editor writes the files, and reading standard input has no end."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _leave)


def _leave(number: int, _frame: FrameType | None) -> None:
    os._exit(128 + number)


def _options_for(inputs: dict[str, Any]) -> "OptionsFor":
    """Return what makes the options for a file of those of the command line and the settings of its folder.

    Raises:
        click.UsageError: if options contradict each other.
        SchedcfgError: if one of them names what does not exist.
    """
    from schedcfg.cli.validation_options import by_release, options_from

    def options_for(project: "Project | None", kubernetes: str | None) -> "Options":
        given = {**inputs, "kubernetes": kubernetes or inputs["kubernetes"]}
        return by_release(options_from(given, project), project)

    options_for(None, None).release_name()
    return options_for
