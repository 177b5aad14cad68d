"""`schedcfg generate kubeadm`."""

from typing import TYPE_CHECKING

import click

from schedcfg.cli.generate.inputs import ConfigArgument, config_path, configured, read_text, single_word
from schedcfg.cli.generate.writing import writing

if TYPE_CHECKING:
    from schedcfg.generate.generation import Generation

_EXAMPLES = """\b
Examples:
  schedcfg generate kubeadm --config scheduler.yaml -k 1.33 -o kubeadm/           ClusterConfiguration and patches
  schedcfg generate kubeadm --config scheduler.yaml -k 1.33 -o kubeadm/ --check   for CI
"""


@click.command("kubeadm", epilog=_EXAMPLES)
@configured
@click.option(
    "--kubeadm-api",
    metavar="VERSION",
    help="API version of kubeadm's configuration, e.g. v1beta3. Default: the newest that its release reads.",
)
@config_path
@click.option("--image", callback=single_word, help="Scheduler image. Default: chosen by kubeadm.")
@click.option(
    "--from",
    "existing",
    metavar="FILE",
    help="Your ClusterConfiguration: unrelated extraArgs and extraVolumes of its scheduler are kept.",
)
@click.option(
    "--carry-flags",
    is_flag=True,
    help="With --from: also write a copy of the configuration with the values of those extraArgs that have no effect "
    "with --config.",
)
@writing
def command(
    *,
    configured: ConfigArgument,
    kubeadm_api: str | None,
    config_path: str | None,
    image: str | None,
    existing: str | None,
    carry_flags: bool,
) -> "Generation":
    """Write kubeadm's ClusterConfiguration and patches that run kube-scheduler with a configuration.

    Exit status: 0 generated; 1 refused or, with --check, different; 2 usage error; 3 could not read or write.
    """
    from schedcfg.generate import kubeadm

    if carry_flags and existing is None:
        raise click.UsageError("--carry-flags needs --from, the ClusterConfiguration with the extraArgs")
    if existing == "-" and configured.is_standard_input:
        raise click.UsageError("--config and --from cannot both be standard input; name a file for one of them")
    scheduler = None if existing is None else kubeadm.find_scheduler(read_text(existing))
    options = kubeadm.KubeadmOptions(kubeadm_api, config_path, image, scheduler, carry_flags)
    return configured.generate(kubeadm.maker(options))
