"""`schedcfg generate static-pod`."""

from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from schedcfg.cli.generate.around import Configured, configured
from schedcfg.cli.generate.writing import writing

if TYPE_CHECKING:
    from schedcfg.generate.static_pod import Wishes
    from schedcfg.results.generation import Generation


def _place(_ctx: click.Context, _parameter: click.Parameter, path: str | None) -> str | None:
    """Refuse places where the configuration cannot be."""
    if path is None:
        return None
    from schedcfg.generate.place import MANIFESTS  # noqa: PLC0415 - so that --help stays quick

    if not path.startswith("/"):
        raise click.BadParameter("name an absolute path")
    if path.rpartition("/")[0] == MANIFESTS:
        raise click.BadParameter(f"the kubelet takes every file in {MANIFESTS} for a Pod; choose another folder")
    return path


@click.command("static-pod")
@configured
@click.option("--image", help="The scheduler's image. Default: the stock one of the release.")
@click.option(
    "--config-path",
    metavar="PATH",
    callback=_place,
    help="Where the configuration is on the control plane nodes. Default: in /etc/kubernetes, by its own name.",
)
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
    from schedcfg.cli.generate.reading import read_text  # noqa: PLC0415 - as above
    from schedcfg.operations.generating.mending import mended  # noqa: PLC0415 - as above

    name = "kube-scheduler.yaml" if path == "-" else PurePath(path).name
    return mended(read_text(path), path, name, wishes, configured.generate)
