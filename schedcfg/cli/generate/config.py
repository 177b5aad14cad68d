"""`schedcfg generate config`."""

from typing import TYPE_CHECKING

import click

from schedcfg.cli import options
from schedcfg.cli.generate import intent
from schedcfg.cli.generate.intent import WithPresets
from schedcfg.cli.generate.writing import writing

if TYPE_CHECKING:
    from schedcfg.generate.configuration import ReleaseTarget
    from schedcfg.generate.generation import Generation
    from schedcfg.generate.profile_composing import ProfileRequest, TopLevelSettings
    from schedcfg.generate.profile_plan import PresetOptions

_EXAMPLES = """\b
Examples:
  schedcfg generate config                                      one profile with the defaults
  schedcfg generate config --profile default-scheduler=default --profile packer=bin-packing
  schedcfg generate config --profile packer=bin-packing --lease packer -k 1.29 -o scheduler.yaml
"""


@click.command("config", cls=WithPresets, epilog=_EXAMPLES)
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
def command(
    *, profiles: tuple[str, ...], target: "ReleaseTarget", preset_options: "PresetOptions", settings: "TopLevelSettings"
) -> "Generation":
    """Write a configuration with one or more profiles, each from a preset.

    The result is validated first: the release accepts it, and each profile does what its preset promises. To enable,
    disable or re-weight the plugins of a profile, use `generate profile`.

    Exit status: 0 generated; 1 refused or, with --check, different; 2 usage error; 3 could not read or write.
    """
    from schedcfg.generate.configuration import generate_configuration

    return generate_configuration([_request(text) for text in profiles], target, preset_options, settings)


def _request(text: str) -> "ProfileRequest":
    from schedcfg.generate.presets import find
    from schedcfg.generate.profile_composing import ProfileRequest

    name, equals, preset = text.rpartition("=")
    if not equals:
        raise click.BadParameter(f"`{text}` is not NAME=PRESET, e.g. packer=bin-packing", param_hint="--profile")
    return ProfileRequest(name, find(preset))
