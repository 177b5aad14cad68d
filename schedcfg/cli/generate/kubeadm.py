"""`schedcfg generate kubeadm`."""

from typing import TYPE_CHECKING

import click

from schedcfg.cli.generate.around import Configured, configured
from schedcfg.cli.generate.writing import writing

if TYPE_CHECKING:
    from schedcfg.results.generation import Generation


def _absolute(_ctx: click.Context, _parameter: click.Parameter, path: str | None) -> str | None:
    if path is not None and not path.startswith("/"):
        raise click.BadParameter("write the whole path, from / on")
    return path


@click.command("kubeadm")
@configured
@click.option(
    "--kubeadm-api",
    metavar="VERSION",
    help="The API version of kubeadm's configuration, e.g. v1beta3. Default: the newest that its release reads.",
)
@click.option(
    "--config-path",
    metavar="PATH",
    callback=_absolute,
    help="Where the configuration is on control plane nodes. Default: /etc/kubernetes, under its own name.",
)
@click.option("--image", help="The scheduler's image. Default: the one that kubeadm chooses.")
@writing
def command(
    *, configured: Configured, kubeadm_api: str | None, config_path: str | None, image: str | None
) -> "Generation":
    """Write kubeadm's ClusterConfiguration and patches for a scheduler with a configuration.

    Exit status: 0 generated, 1 refused (or, with --check, something differs), 2 wrong usage, 3 could not read or write.
    """
    from schedcfg.generate import kubeadm  # noqa: PLC0415 - so that --help stays quick

    return configured.generate(kubeadm.maker(kubeadm.Wishes(kubeadm_api, config_path, image)))
