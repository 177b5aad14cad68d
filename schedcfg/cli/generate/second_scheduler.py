"""`schedcfg generate second-scheduler`."""

from typing import TYPE_CHECKING, Any

import click

from schedcfg.cli.generate.inputs import ConfigArgument, configured, single_word
from schedcfg.cli.generate.writing import writing

if TYPE_CHECKING:
    from schedcfg.generate.generation import Generation

_EXAMPLES = """\b
Examples:
  schedcfg generate second-scheduler --config batch.yaml -k 1.33 -o deploy/           with RBAC and a lease of its own
  schedcfg generate second-scheduler --config batch.yaml -k 1.33 -o deploy/ --check   for CI
"""


@click.command("second-scheduler", epilog=_EXAMPLES)
@configured
@click.option(
    "--name", callback=single_word, help="What its objects and its lease are called. Default: as its first profile."
)
@click.option("--namespace", default="kube-system", show_default=True, help="Where it runs.")
@click.option("--image", callback=single_word, help="The scheduler's image. Default: the stock one of the release.")
@click.option("--program", callback=single_word, help="What the image has the scheduler as. Default: kube-scheduler.")
@click.option(
    "--replicas", type=click.IntRange(min=1), default=1, show_default=True, help="How many Pods; one of them leads."
)
@click.option(
    "--tls-secret",
    metavar="SECRET",
    callback=single_word,
    help="The Secret with the files that extenders' tlsConfig names.",
)
@click.option("--kustomize", is_flag=True, help="Write a folder for kustomize instead of one file.")
@writing
def command(*, configured: ConfigArgument, kustomize: bool, **inputs: Any) -> "Generation":
    """Write what runs a scheduler with a configuration beside the cluster's own one.

    Exit status: 0 generated, 1 refused (or, with --check, something differs), 2 wrong usage, 3 could not read or write.
    """
    from schedcfg.generate import second_scheduler as second  # noqa: PLC0415 - so that --help stays quick

    maker = second.kustomize_maker if kustomize else second.maker
    options = {name: value for name, value in inputs.items() if value is not None}
    return configured.generate(maker(second.SecondSchedulerOptions(**options)))
