"""The command `schedcfg`: one file per subcommand, imported when it is called."""

import gc
import importlib
import os
import sys

import click

import schedcfg
from schedcfg.cli.exit_codes import ExitCode
from schedcfg.errors import SchedcfgError

_COMMANDS = ("validate", "effective", "migrate", "diff", "explain", "plugins", "releases")


class _OneFileEach(click.Group):
    """A group whose commands live in modules of their names."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"schedcfg.cli.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command


@click.group(cls=_OneFileEach, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(schedcfg.__version__, "-V", "--version", prog_name="schedcfg")
def group() -> None:
    """Check kube-scheduler configuration before the control plane does, offline."""


def main() -> None:
    """Run the command line and end the process with the documented exit status."""
    _start_quickly()
    try:
        sys.exit(group(standalone_mode=False) or ExitCode.ACCEPTED)
    except click.UsageError as error:
        error.show()
        sys.exit(ExitCode.USAGE)
    except click.Abort:
        sys.exit(ExitCode.INTERRUPTED)
    except SchedcfgError as error:
        _complain(str(error), error.help)
        sys.exit(ExitCode.USAGE)
    except OSError as error:
        _complain(str(error), None)
        sys.exit(ExitCode.FAILED)


def _start_quickly() -> None:
    """Leave out what only costs time here: collecting garbage among imports, and a search for pydantic's plugins."""
    gc.disable()
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


def _complain(message: str, advice: str | None) -> None:
    click.echo(f"schedcfg: {message}", err=True)
    if advice:
        click.echo(f"  help: {advice}", err=True)
