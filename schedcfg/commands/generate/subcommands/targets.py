"""`schedcfg generate kind`, `… k3s`, …: a command for each target, made from the target's own description."""

from typing import TYPE_CHECKING

import click

from schedcfg.commands.generate.product_files import TargetOptions, find_target
from schedcfg.commands.generate.subcommands.inputs import ConfigArgument, ConfiguredCommand, configured, single_word
from schedcfg.commands.generate.subcommands.writing import writing
from schedcfg.sources.products.target import DeploymentTarget, ImageOption

if TYPE_CHECKING:
    from schedcfg.commands.generate.generation import Generation

_EXIT_STATUS = (
    "Exit status: 0 generated; 1 refused or, with --check, different; 2 usage error; 3 could not read or write."
)


def command(name: str) -> click.Command:
    """Make the command of a target."""
    made_for = find_target(name)
    target = made_for.target

    @configured
    @writing
    def run(*, configured: ConfigArgument, image: str | None = None, **variants: bool) -> "Generation":
        variant = next((variant for variant, is_wanted in variants.items() if is_wanted), None)
        return configured.generate(made_for.maker(TargetOptions(image, variant)))

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
        click.Option([f"--{name}"], is_flag=True, help=variant.summary) for name, variant in target.variants.items()
    ]
    if target.image is ImageOption.REQUIRED:
        options.append(click.Option(["--image"], callback=single_word, required=True, help="Scheduler image."))
    if target.image is ImageOption.OPTIONAL:
        options.append(
            click.Option(["--image"], callback=single_word, help="Scheduler image. Default: the stock image.")
        )
    return options
