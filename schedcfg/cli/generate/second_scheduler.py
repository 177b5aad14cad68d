"""`schedcfg generate second-scheduler`."""

from typing import TYPE_CHECKING, Any

import click

from schedcfg.cli.generate.inputs import ConfigArgument, configured, single_word
from schedcfg.cli.generate.writing import writing

if TYPE_CHECKING:
    from schedcfg.generate.generation import Generation

_EXAMPLES = """\b
Examples:
  schedcfg generate second-scheduler --config batch.yaml -k 1.33 -o deploy/           with RBAC and its own lease
  schedcfg generate second-scheduler --config batch.yaml -k 1.33 -o deploy/ --check   for CI
"""


@click.command("second-scheduler", epilog=_EXAMPLES)
@configured
@click.option(
    "--name", callback=single_word, help="Name of its objects and its lease. Default: the name of its first profile."
)
@click.option("--namespace", default="kube-system", show_default=True, help="Namespace it runs in.")
@click.option("--image", callback=single_word, help="Scheduler image. Default: the stock image of the release.")
@click.option(
    "--program", callback=single_word, help="Command that runs the scheduler in the image. Default: kube-scheduler."
)
@click.option(
    "--replicas",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Number of Pods, one of which is the leader.",
)
@click.option(
    "--tls-secret",
    metavar="SECRET",
    callback=single_word,
    help="Secret with the files named in the extenders' tlsConfig.",
)
@click.option("--kustomize", is_flag=True, help="Write a kustomize folder instead of one file.")
@writing
def command(*, configured: ConfigArgument, kustomize: bool, **inputs: Any) -> "Generation":
    """Write the manifests of a second scheduler that runs alongside the default one.

    Exit status: 0 generated; 1 refused or, with --check, different; 2 usage error; 3 could not read or write.
    """
    from schedcfg.generate import second_scheduler as second

    maker = second.kustomize_maker if kustomize else second.maker
    options = {name: value for name, value in inputs.items() if value is not None}
    return configured.generate(maker(second.SecondSchedulerOptions(**options)))
