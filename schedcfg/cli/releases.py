"""`schedcfg releases`."""

from functools import partial

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
def command(*, names: tuple[str, ...], outputs: tuple[options.Output, ...]) -> None:
    """List Kubernetes releases: the API versions that each serves, and what it changed.

    Without RELEASE, prints a table of all releases; with releases, e.g. 1.29, the details of each.

    Exit status: 0; 2 for an unknown release.
    """
    from schedcfg.cli.outputs import write_reference
    from schedcfg.show.reference import (
        json_report,
        releases_text,
    )
    from schedcfg.show.reference.releases import list_releases

    found = list_releases(names)
    render = releases_text.render_details if names else releases_text.render
    write_reference(outputs, partial(render, found), lambda: json_report.render_releases(found))
