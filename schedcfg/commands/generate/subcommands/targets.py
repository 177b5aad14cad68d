"""`schedcfg generate kind`, `… k3s`, …: a command for each target, made from the target's own description."""

from typing import TYPE_CHECKING

import click

from schedcfg.commands.generate import targets
from schedcfg.commands.generate.subcommands.inputs import ConfigArgument, ConfiguredCommand, configured, single_word
from schedcfg.commands.generate.subcommands.writing import writing
from schedcfg.commands.generate.target import DeploymentTarget, ImageOption, TargetOptions

if TYPE_CHECKING:
    from schedcfg.commands.generate.generation import Generation

_EXIT_STATUS = (
    "Exit status: 0 generated; 1 refused or, with --check, different; 2 usage error; 3 could not read or write."
)


def command(name: str) -> click.Command:
    """Make the command of a target."""
    target = targets.find(name)

    @configured
    @writing
    def run(*, configured: ConfigArgument, image: str | None = None, **variants: bool) -> "Generation":
        options = TargetOptions(image, frozenset(variant for variant, wanted in variants.items() if wanted))
        return configured.generate(target.maker(options))

    help_text = f"{target.summary}\n\n{_EXIT_STATUS}"
    made = click.command(name, cls=ConfiguredCommand, help=help_text, epilog=_examples(name, target))(run)
    made.params += _options(target)
    return made


def _examples(name: str, target: DeploymentTarget) -> str:
    image = " --image registry.example.com/scheduler:v1" if target.image is ImageOption.REQUIRED else ""
    line = f"schedcfg generate {name} --config scheduler.yaml{image}"
    return f"\b\nExamples:\n  {line}\n  {line} --write-to {name}/ --check\n"


def _options(target: DeploymentTarget) -> list[click.Parameter]:
    options: list[click.Parameter] = [
        click.Option([f"--{variant}"], is_flag=True, help=view) for variant, view in target.variants.items()
    ]
    if target.image is ImageOption.REQUIRED:
        options.append(click.Option(["--image"], callback=single_word, required=True, help="Scheduler image."))
    if target.image is ImageOption.OPTIONAL:
        options.append(
            click.Option(["--image"], callback=single_word, help="Scheduler image. Default: the stock image.")
        )
    return options
