"""`schedcfg generate config` and `schedcfg generate profile`."""

from typing import TYPE_CHECKING

import click

from schedcfg.cli import options
from schedcfg.commands.generate.subcommands import intent
from schedcfg.commands.generate.subcommands.intent import WithPresets, complete_presets
from schedcfg.commands.generate.subcommands.writing import writing

if TYPE_CHECKING:
    from schedcfg.commands.generate.configuration import ReleaseTarget
    from schedcfg.commands.generate.generation import Generation
    from schedcfg.commands.generate.profile_changes import ProfileChanges
    from schedcfg.commands.generate.profile_composing import ProfileRequest, TopLevelSettings
    from schedcfg.commands.generate.profile_plan import PresetOptions


_CONFIG_EXAMPLES = """\b
Examples:
  schedcfg generate config                                      one profile with the defaults
  schedcfg generate config --profile default-scheduler=default --profile packer=bin-packing
  schedcfg generate config --profile packer=bin-packing --lease packer -k 1.29 --write-to scheduler.yaml
"""


@click.command("config", cls=WithPresets, epilog=_CONFIG_EXAMPLES)
@click.option(
    "-p",
    "--profile",
    "profiles",
    metavar="NAME=PRESET",
    multiple=True,
    default=["default-scheduler=default"],
    help="A profile for Pods with this schedulerName (repeatable). Default: default-scheduler=default.",
)
@options.with_groups(intent.TARGET, intent.PRESETS, intent.SETTINGS)
@writing
def config(
    *, profiles: tuple[str, ...], target: "ReleaseTarget", preset_options: "PresetOptions", settings: "TopLevelSettings"
) -> "Generation":
    """Write a configuration with one or more profiles, each from a preset.

    The result is validated first: the release accepts it, and each profile does what its preset promises. To enable,
    disable or re-weight the plugins of a profile, use `generate profile`.

    Exit status: 0 generated; 1 refused or, with --check, different; 2 usage error; 3 could not read or write.
    """
    from schedcfg.commands.generate.configuration import generate_configuration

    return generate_configuration([_request(text) for text in profiles], target, preset_options, settings)


def _request(text: str) -> "ProfileRequest":
    from schedcfg.commands.generate.presets import find
    from schedcfg.commands.generate.profile_composing import ProfileRequest

    name, equals, preset = text.rpartition("=")
    if not equals:
        raise click.BadParameter(f"`{text}` is not NAME=PRESET, e.g. packer=bin-packing", param_hint="--profile")
    return ProfileRequest(name, find(preset))


_PROFILE_EXAMPLES = """\b
Examples:
  schedcfg generate profile bin-packing --resource cpu=1 --resource memory=5
  schedcfg generate profile default --disable ImageLocality -k 1.29
  schedcfg generate profile spread --scheduler-name even --into scheduler.yaml
"""


@click.command("profile", cls=WithPresets, epilog=_PROFILE_EXAMPLES)
@click.argument("preset", metavar="PRESET", shell_complete=complete_presets)
@click.option("--scheduler-name", default="default-scheduler", show_default=True, help="Profile name.")
@click.option("--into", metavar="FILE", help="Add the profile to this configuration. Use - for standard input.")
@options.with_groups(intent.CHANGES, intent.TARGET, intent.PRESETS, intent.SETTINGS)
@writing
def profile(  # noqa: PLR0913 - one parameter per group of options
    *,
    preset: str,
    scheduler_name: str,
    into: str | None,
    changes: "ProfileChanges",
    target: "ReleaseTarget",
    preset_options: "PresetOptions",
    settings: "TopLevelSettings",
) -> "Generation":
    """Write a configuration with one profile, or add one to a configuration.

    With --into, the comments and order of FILE are kept; repeat FILE with --write-to to change it in place. An
    equivalent profile of the same name is left unchanged; a different one is an error.

    Exit status: 0 generated; 1 refused or, with --check, different; 2 usage error; 3 could not read or write.
    """
    from schedcfg.commands.generate.configuration import generate_configuration
    from schedcfg.commands.generate.presets import find
    from schedcfg.commands.generate.profile_composing import ProfileRequest

    request = ProfileRequest(scheduler_name, find(preset), changes)
    if into is None:
        return generate_configuration([request], target, preset_options, settings)
    if any(value is not None for value in settings):
        raise click.UsageError("--into only adds a profile; change the other settings in the file itself")
    return _add(into, request, target, preset_options)


def _add(
    into: str, request: "ProfileRequest", target: "ReleaseTarget", preset_options: "PresetOptions"
) -> "Generation":
    from schedcfg.commands.generate.add_profile import add_profile
    from schedcfg.commands.generate.subcommands.inputs import read_text

    return add_profile(read_text(into), into, request, target, preset_options)
