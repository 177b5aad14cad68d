"""`schedcfg generate static-pod`."""

from typing import TYPE_CHECKING

import click

from schedcfg.cli.generate.around import Configured, configured
from schedcfg.cli.generate.writing import writing

if TYPE_CHECKING:
    from schedcfg.results.generation import Generation


@click.command("static-pod")
@configured
@click.option("--image", help="The scheduler's image. Default: the stock one of the release.")
@writing
def command(*, configured: Configured, image: str | None) -> "Generation":
    """Write the static Pod manifest that runs kube-scheduler with a configuration.

    Exit status: 0 generated, 1 refused (or, with --check, something differs), 2 wrong usage, 3 could not read or write.
    """
    from schedcfg.generate.static_pod import Wishes, manifest, problems  # noqa: PLC0415 - so that --help stays quick

    wishes = Wishes(image)
    return configured.generate(lambda given: manifest(given, wishes), problems)
