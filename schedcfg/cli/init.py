"""`schedcfg init`."""

import sys
from typing import TYPE_CHECKING, Any

import click

from schedcfg.cli import options
from schedcfg.cli.generate import intent
from schedcfg.cli.generate.intent import WithPresets
from schedcfg.cli.generate.writing import Destination

if TYPE_CHECKING:
    from schedcfg.generate.hook import Beginning
    from schedcfg.generate.profile_plan import PresetOptions

_EXAMPLES = """\b
Examples:
  schedcfg init                                                asks for what it needs
  schedcfg init --yes                                          the defaults
  schedcfg init batch/ --preset bin-packing --scheduler-name packer --kubernetes 1.33
"""


@click.command(
    "init", cls=WithPresets, epilog=_EXAMPLES, short_help="Write a first configuration and its pre-commit hook."
)
@click.argument("folder", default=".")
@options.release("Kubernetes release that will run it, e.g. 1.33. Default: the newest.")
@click.option(
    "--preset",
    metavar="PRESET",
    shell_complete=options.complete_presets,
    help="Preset for the profile. Default: default.",
)
@click.option(
    "--scheduler-name",
    metavar="NAME",
    help="Profile name; any other than the default makes a second scheduler. Default: default-scheduler.",
)
@click.option("--kubeconfig", metavar="PATH", help="Path as the scheduler sees it. Not needed with a service account.")
@click.option("--pre-commit/--no-pre-commit", "has_hook", default=None, help="Add a pre-commit hook that validates it.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask; use defaults for missing options.")
@options.with_groups(intent.PRESETS)
def command(*, folder: str, yes: bool, preset_options: "PresetOptions", **values: Any) -> None:
    """Write a commented first configuration to FOLDER, and a pre-commit hook that validates it.

    On a terminal, asks for missing options. Existing files are not overwritten; the hook is added to the
    .pre-commit-config.yaml at the top of the Git repository, and installs schedcfg from where this one comes from.

    Exit status: 0 written; 1 refused; 2 usage error; 3 could not read or write.
    """
    from schedcfg.cli.generate.writing import deliver
    from schedcfg.cli.reporting import resume_garbage_collection
    from schedcfg.generate.hook import begin

    if not yes and sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty():
        from schedcfg.cli.init_prompts import ask_for_missing

        values, preset_options = ask_for_missing(values, preset_options)
    resume_garbage_collection()
    generation = begin(_beginning(folder, values, preset_options))
    raise click.exceptions.Exit(deliver(generation, Destination(".", check=False)))


def _beginning(folder: str, values: dict[str, Any], preset_options: "PresetOptions") -> "Beginning":
    from schedcfg.generate.hook import Beginning

    chosen = {name: value for name, value in values.items() if value is not None}
    return Beginning(folder, options=preset_options, **chosen)
