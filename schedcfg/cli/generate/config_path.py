"""The option `--config-path`: where the configuration is on control plane nodes."""

import posixpath

import click


def _place(_ctx: click.Context, _parameter: click.Parameter, path: str | None) -> str | None:
    """Refuse places where the configuration cannot be, and write the others in one way."""
    if path is None:
        return None
    from schedcfg.generate.place import MANIFESTS  # noqa: PLC0415 - so that --help stays quick

    if not path.startswith("/"):
        raise click.BadParameter("write the whole path, from / on")
    if path.endswith("/"):
        raise click.BadParameter("name the file, not a folder")
    # POSIX leaves open what two slashes at the beginning mean; Linux takes them for one.
    place = posixpath.normpath(f"/{path.lstrip('/')}")
    if place == "/":
        raise click.BadParameter("name the file, not a folder")
    if MANIFESTS in {place, posixpath.dirname(place)}:
        raise click.BadParameter(f"the kubelet takes every file in {MANIFESTS} for a Pod; choose another folder")
    return place


config_path = click.option(
    "--config-path",
    metavar="PATH",
    callback=_place,
    help="Where the configuration is on the control plane nodes. Default: in /etc/kubernetes, by its own name.",
)
"""Give a command `--config-path`: absolute, in its shortest form; None where it is not given."""
