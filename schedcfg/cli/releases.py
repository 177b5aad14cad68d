"""`schedcfg releases`."""

import click

from schedcfg.cli import options

_EXAMPLES = """\b
Examples:
  schedcfg releases        a table of all releases
  schedcfg releases 1.29   the details of one; newest is the newest that is known
"""


@click.command("releases", epilog=_EXAMPLES, short_help="List Kubernetes releases.")
@click.argument("names", nargs=-1, metavar="[RELEASE]...", shell_complete=options.complete_releases)
@options.text_or_json
def command(*, names: tuple[str, ...], output: str) -> None:
    """List Kubernetes releases: the API versions that each serves, and what it changed.

    Without RELEASE, prints a table of all releases; with releases, e.g. 1.29, the details of each.

    Exit status: 0; 2 for an unknown release.
    """
    # Imported here so that --help and --version stay quick.
    from schedcfg.cli.reporting import coloured, write_stdout  # noqa: PLC0415
    from schedcfg.reference import json_report, releases_text  # noqa: PLC0415
    from schedcfg.reference.releases import list_releases  # noqa: PLC0415

    found = list_releases(names)
    render = releases_text.render_details if names else releases_text.render
    write_stdout([json_report.render_releases(found)] if output == "json" else render(found, coloured=coloured()))
