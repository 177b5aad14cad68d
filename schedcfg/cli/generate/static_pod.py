"""`schedcfg generate static-pod`."""

from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from schedcfg.cli.generate.around import Configured, configured
from schedcfg.cli.generate.config_path import config_path
from schedcfg.cli.generate.word import word
from schedcfg.cli.generate.writing import writing

if TYPE_CHECKING:
    from schedcfg.generate.results import Generation
    from schedcfg.generate.static_pod import Wishes

_EXAMPLES = """\b
Examples:
  schedcfg generate static-pod --config scheduler.yaml -k 1.33 -o manifests/        as kubeadm lays it out
  schedcfg generate static-pod --config scheduler.yaml --from kube-scheduler.yaml   your manifest, made right
"""


@click.command("static-pod", epilog=_EXAMPLES)
@configured
@click.option("--image", callback=word, help="The scheduler's image. Default: the stock one of the release.")
@config_path
@click.option(
    "--from",
    "manifest",
    metavar="FILE",
    help="Edit this manifest instead of writing a new one: only what must change. Its image tells the release.",
)
@writing
def command(
    *, configured: Configured, image: str | None, config_path: str | None, manifest: str | None
) -> "Generation":
    """Write the static Pod manifest that runs kube-scheduler with a configuration.

    Exit status: 0 generated, 1 refused (or, with --check, something differs), 2 wrong usage, 3 could not read or write.
    """
    from schedcfg.generate import static_pod  # noqa: PLC0415 - so that --help stays quick

    wishes = static_pod.Wishes(image, config_path, configured.feature_gates, configured.kubernetes)
    if manifest is not None:
        return _mended(manifest, configured, wishes)
    return configured.generate(static_pod.maker(wishes))


def _mended(path: str, configured: Configured, wishes: "Wishes") -> "Generation":
    if path == "-" and configured.is_standard_input:
        raise click.UsageError("--config and --from cannot both be standard input; name a file for one of them")
    from schedcfg.cli.generate.reading import read_text  # noqa: PLC0415 - as above
    from schedcfg.generate.mending import mended  # noqa: PLC0415 - as above

    name = "kube-scheduler.yaml" if path == "-" else PurePath(path).name
    return mended(read_text(path), path, name, wishes, configured.generate)
