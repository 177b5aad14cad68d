"""`schedcfg init`."""

import sys
from typing import TYPE_CHECKING, Any

import click

from schedcfg.cli import options
from schedcfg.cli.generate import intent
from schedcfg.cli.generate.intent import WithPresets
from schedcfg.cli.generate.writing import Destination

if TYPE_CHECKING:
    from schedcfg.generate.init import Beginning
    from schedcfg.generate.profile.preset import PresetOptions

_EXAMPLES = """\b
Examples:
  schedcfg init                                                asks what it has to know
  schedcfg init --yes                                          the defaults
  schedcfg init batch/ --preset bin-packing --scheduler-name packer --kubernetes 1.33
"""


@click.command(
    "init", cls=WithPresets, epilog=_EXAMPLES, short_help="Write a first configuration, and its pre-commit hook."
)
@click.argument("folder", default=".")
@options.release("The release that is to run it, e.g. 1.33. Default: the newest.")
@click.option("--preset", metavar="PRESET", help="What kind of profile. Default: default.")
@click.option(
    "--scheduler-name",
    metavar="NAME",
    help="The profile's name; one of its own makes a second scheduler. Default: default-scheduler.",
)
@click.option(
    "--kubeconfig", metavar="PATH", help="As the scheduler sees it; a scheduler with a service account needs none."
)
@click.option("--pre-commit/--no-pre-commit", "has_hook", default=None, help="Have pre-commit judge it at each commit.")
@click.option("-y", "--yes", is_flag=True, help="Ask nothing: what is not said gets its default.")
@intent.of_presets
def command(*, folder: str, yes: bool, preset_options: "PresetOptions", **values: Any) -> None:
    """Begin: write a commented configuration to FOLDER, and the entry by which pre-commit judges it.

    On a terminal it asks for what the options do not say. Nothing that is there is overwritten; an existing
    .pre-commit-config.yaml is added to.

    Exit status: 0 written, 1 refused, 2 wrong usage, 3 could not read or write.
    """
    # Imported here so that --help stays quick.
    from schedcfg.cli.generate.writing import deliver  # noqa: PLC0415
    from schedcfg.cli.reporting import resume_garbage_collection  # noqa: PLC0415
    from schedcfg.generate.init import begin  # noqa: PLC0415

    if not yes and sys.stdin.isatty() and sys.stderr.isatty():
        from schedcfg.cli.init_prompts import ask_for_missing  # noqa: PLC0415

        values, preset_options = ask_for_missing(values, preset_options)
    resume_garbage_collection()
    generation = begin(_beginning(folder, values, preset_options))
    raise click.exceptions.Exit(deliver(generation, Destination(folder, check=False)))


def _beginning(folder: str, values: dict[str, Any], preset_options: "PresetOptions") -> "Beginning":
    from schedcfg.generate.init import Beginning  # noqa: PLC0415 - as above

    chosen = {name: value for name, value in values.items() if value is not None}
    return Beginning(folder, options=preset_options, **chosen)
