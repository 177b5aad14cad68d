"""`schedcfg generate profile`."""

from typing import TYPE_CHECKING

import click

from schedcfg.cli import options
from schedcfg.cli.generate import intent
from schedcfg.cli.generate.intent import WithPresets
from schedcfg.cli.generate.writing import writing

if TYPE_CHECKING:
    from schedcfg.generate.configuration import ReleaseTarget
    from schedcfg.generate.generation import Generation
    from schedcfg.generate.profile_changes import ProfileChanges
    from schedcfg.generate.profile_composing import ProfileRequest, TopLevelSettings
    from schedcfg.generate.profile_plan import PresetOptions

_EXAMPLES = """\b
Examples:
  schedcfg generate profile bin-packing --scheduler-name packer --resource cpu=1 --resource nvidia.com/gpu=5
  schedcfg generate profile default --disable ImageLocality --weight TaintToleration=5 -k 1.29
  schedcfg generate profile spread --scheduler-name even --into scheduler.yaml -o scheduler.yaml
"""


@click.command("profile", cls=WithPresets, epilog=_EXAMPLES)
@click.argument("preset", metavar="PRESET", shell_complete=options.complete_presets)
@click.option("--scheduler-name", default="default-scheduler", show_default=True, help="Profile name.")
@click.option("--into", metavar="FILE", help="Add the profile to this configuration; - for standard input.")
@options.with_groups(intent.CHANGES, intent.TARGET, intent.PRESETS, intent.SETTINGS)
@writing
def command(  # noqa: PLR0913 - one parameter per group of options
    *,
    preset: str,
    scheduler_name: str,
    into: str | None,
    changes: "ProfileChanges",
    target: "ReleaseTarget",
    preset_options: "PresetOptions",
    settings: "TopLevelSettings",
) -> "Generation":
    """Write a configuration with one profile, or add a profile to an existing configuration.

    With --into, the comments and order of FILE are kept, and the new text goes to standard output; repeat FILE with -o
    to change it in place. An equivalent profile of the same name is left unchanged; a different one is an error.

    Exit status: 0 generated; 1 refused or, with --check, different; 2 usage error; 3 could not read or write.
    """
    from schedcfg.generate.configuration import generate_configuration
    from schedcfg.generate.presets import find
    from schedcfg.generate.profile_composing import ProfileRequest

    request = ProfileRequest(scheduler_name, find(preset), changes)
    if into is None:
        return generate_configuration([request], target, preset_options, settings)
    if any(value is not None for value in settings):
        raise click.UsageError("--into only adds a profile; change the other settings in the file itself")
    return _add(into, request, target, preset_options)


def _add(
    into: str, request: "ProfileRequest", target: "ReleaseTarget", preset_options: "PresetOptions"
) -> "Generation":
    from schedcfg.cli.generate.inputs import read_text
    from schedcfg.generate.add_profile import add_profile

    return add_profile(read_text(into), into, request, target, preset_options)
