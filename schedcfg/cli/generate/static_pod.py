"""`schedcfg generate static-pod`."""

from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from schedcfg.cli.generate.inputs import ConfigArgument, config_path, configured, single_word
from schedcfg.cli.generate.writing import writing

if TYPE_CHECKING:
    from schedcfg.generate.generation import Generation
    from schedcfg.generate.static_pod import StaticPodOptions

_EXAMPLES = """\b
Examples:
  schedcfg generate static-pod --config scheduler.yaml -k 1.33 -o manifests/        as kubeadm lays it out
  schedcfg generate static-pod --config scheduler.yaml --from kube-scheduler.yaml   your manifest, fixed
"""


@click.command("static-pod", epilog=_EXAMPLES)
@configured
@click.option("--image", callback=single_word, help="Scheduler image. Default: the stock image of the release.")
@config_path
@click.option(
    "--from",
    "manifest",
    metavar="FILE",
    help="Edit this manifest, changing only what is necessary, instead of writing a new one. Its image tag selects "
    "the release.",
)
@click.option(
    "--carry-flags",
    is_flag=True,
    help="With --from: also write a copy of the configuration with the values of those flags of the manifest that "
    "have no effect with --config.",
)
@writing
def command(
    *, configured: ConfigArgument, image: str | None, config_path: str | None, manifest: str | None, carry_flags: bool
) -> "Generation":
    """Write the static Pod manifest that runs kube-scheduler with a configuration.

    Exit status: 0 generated; 1 refused or, with --check, different; 2 usage error; 3 could not read or write.
    """
    from schedcfg.generate import static_pod

    gates, kubernetes = configured.feature_gates, configured.kubernetes
    options = static_pod.StaticPodOptions(image, config_path, gates, kubernetes, carry_flags)
    if carry_flags and manifest is None:
        raise click.UsageError("--carry-flags needs --from, the manifest with the flags")
    if manifest is not None:
        return _fix(manifest, configured, options)
    return configured.generate(static_pod.maker(options))


def _fix(path: str, configured: ConfigArgument, options: "StaticPodOptions") -> "Generation":
    if path == "-" and configured.is_standard_input:
        raise click.UsageError("--config and --from cannot both be standard input; name a file for one of them")
    from schedcfg.cli.generate.inputs import read_text
    from schedcfg.generate.static_pod_fix import fix_existing

    name = "kube-scheduler.yaml" if path == "-" else PurePath(path).name
    return fix_existing(read_text(path), path, name, options, configured.generate)
