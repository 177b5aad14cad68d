"""The command `schedcfg`: its commands are imported when they are called; what they share is in this folder."""

import gc
import io
import os
import sys
from contextlib import suppress

import click

import schedcfg
from schedcfg import limits
from schedcfg.cli import called, streams
from schedcfg.cli.command_names import COMMANDS, SYNONYMS, VERSION
from schedcfg.cli.exit_status import ExitCode
from schedcfg.cli.manners import LazyCommandGroup, NoCommand
from schedcfg.errors import BugGuard, SchedcfgError, ServerUnavailable, UnreadableInput, UnwritableOutput, fault

_COMPLETE = "_SCHEDCFG_COMPLETE"
"""The variable by which a shell gets completions."""

_FIRST_STEPS = """\b
First steps:
  schedcfg init                                    a first configuration, and its pre-commit hook
  schedcfg validate scheduler.yaml                 would kube-scheduler start with it?
  schedcfg effective scheduler.yaml                what would it run?
  schedcfg migrate scheduler.yaml --to v1 --diff   what would change for v1?
  schedcfg COMMAND --help                          options and examples of a command
"""


@click.group(
    cls=LazyCommandGroup,
    places={name: f"schedcfg.commands.{name}.command:command" for names in COMMANDS.values() for name in names}
    | {
        "try": "schedcfg.commands.trial.command:command",
        "explain": "schedcfg.commands.explain.command:explain",
        "list": "schedcfg.commands.explain.command:known",
        "init": "schedcfg.commands.generate.init_command:command",
    },
    sections=COMMANDS,
    synonyms=SYNONYMS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog=_FIRST_STEPS,
)
@click.version_option(schedcfg.__version__, "-V", "--version", prog_name=called.NAME)
def group() -> None:
    """Check kube-scheduler configurations offline.

    Only `probe`, --pull, --call-extenders and --cluster use the network.
    """


@group.command(VERSION)
def version() -> None:
    """Show the version, as --version does."""
    click.echo(f"schedcfg, version {schedcfg.__version__}")


class _CommandGuard(BugGuard):
    """The guard around a whole command, for what no guard around a file has caught."""

    def explain(self, error: Exception) -> str:
        """Return the reason; empty where the error passes, as those of pipes and disks do."""
        is_bug = not isinstance(error, OSError) and super().explain(error)
        return fault(error, "this command", "the command and its files") if is_bug else ""


def main() -> None:
    """Run the command line and end the process with the documented exit status."""
    _start_quickly()
    streams.occupy()
    code: int = ExitCode.FAILED
    guard = _CommandGuard()
    try:
        with guard:
            code = _run()
    except BrokenPipeError:
        code = ExitCode.CUT
    except OSError as error:
        code = ExitCode.FAILED
        with suppress(OSError):
            _complain(_reason(error))
    if guard.reason:
        with suppress(OSError):
            _complain(guard.reason)
    code = streams.flush(code)
    gc.freeze()  # what ends with the process is not looked through for garbage once more
    sys.exit(code)


def _run() -> int:
    """Run the command line and return the exit status; what cannot be done is said on standard error.

    Raises:
        KeyboardInterrupt: as a signal raised it.
    """
    try:
        limits.check()
        if called.completes():
            from schedcfg.cli.completion import complete_for_kubectl

            complete_for_kubectl(group, sys.argv[1:])
            return ExitCode.ACCEPTED
        return group(prog_name=called.program(), complete_var=_COMPLETE, standalone_mode=False) or ExitCode.ACCEPTED
    except click.UsageError as error:
        _show(error)
        return ExitCode.USAGE
    except click.Abort as abort:
        # Click makes one of each interruption, and of standard input that ends at a question.
        interruption = abort.__cause__
    except (UnreadableInput, UnwritableOutput, ServerUnavailable) as error:
        _complain(*error.lines, advice=error.help, example=error.example)
        return ExitCode.FAILED
    except SchedcfgError as error:
        _complain(*error.lines, advice=error.help, example=error.example)
        return ExitCode.USAGE
    except SystemExit as end:
        # Click ends so with 0 where it has completed words for a shell; else it is a pipe that its reader closed.
        return ExitCode.CUT if end.code else ExitCode.ACCEPTED
    if not isinstance(interruption, KeyboardInterrupt):
        return ExitCode.INTERRUPTED
    try:
        raise interruption
    finally:
        # With it, the frames that it came through would stay: what they have begun ends with them.
        del interruption


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        try:
            os.getcwd()
        except FileNotFoundError:
            return "the working directory no longer exists"
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}"


def _start_quickly() -> None:
    """Leave out what only costs time here: collecting garbage among imports, and a search for pydantic's plugins."""
    gc.disable()
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


def _show(error: click.UsageError) -> None:
    """Write to standard error what is wrong with the command line, as all else that ends a run, and where help is."""
    if isinstance(error, NoCommand):
        from schedcfg.cli.reporting import write_stderr

        written = io.StringIO()
        error.show(written)
        write_stderr([written.getvalue()])
        return
    # Those of click are sentences, unlike those of ours.
    path, command = _called(error)
    message = error.format_message()
    if isinstance(error, click.NoSuchOption):
        from schedcfg.cli.mistyped import instead_of_option

        message = f"{error.message}{instead_of_option(command, path, error.option_name)}"
    # A dot of its own is the folder in a command.
    message = message if message.endswith(" .") else message.removesuffix(".")
    is_sentence = message[:1].isupper() and message[1:2].islower()
    _complain(message[:1].lower() + message[1:] if is_sentence else message, advice=f"See `{path} --help`.")


def _called(error: click.UsageError) -> tuple[str, click.Command]:
    """Return how the command is called that an error is about, `schedcfg generate profile`, and the command."""
    if error.ctx is not None:
        return error.ctx.command_path, error.ctx.command
    # Click's parser of options does not know it.
    names: list[str] = [called.program()]
    command: click.Command = group
    for word in sys.argv[1:]:
        within = command.get_command(click.Context(command), word) if isinstance(command, click.Group) else None
        if within is not None:
            names.append(word)
            command = within
    return " ".join(names), command


def _complain(*lines: str, advice: str | None = None, example: str = "") -> None:
    from schedcfg.cli.reporting import write_stderr
    from schedcfg.document.texts import printable

    helping = [f"  help: {advice}"] if advice else []
    write_stderr(
        f"{printable(line)}\n" for line in (f"schedcfg: {lines[0]}", *lines[1:], *helping, *example.split("\n")[:-1])
    )
