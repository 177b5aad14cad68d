"""`schedcfg plugins`."""

from functools import partial

import click

from schedcfg.cli import options, validation_options

_EXAMPLES = """\b
Examples:
  schedcfg plugins --kubernetes 1.29   the plugins of one release, with default weights
  schedcfg plugins NodeResourcesFit    one plugin, in all releases
"""


@click.command("plugins", epilog=_EXAMPLES, short_help="List scheduler plugins.")
@click.argument("names", nargs=-1, metavar="[NAME]...", shell_complete=options.complete_plugins)
@options.as_of
@options.text_or_json
@validation_options.settings_options
def command(
    *, names: tuple[str, ...], kubernetes: str | None, outputs: tuple[options.Output, ...], **settings: object
) -> None:
    """List scheduler plugins: extension points, default weights, Args with defaults, and changes by release.

    Without NAME, prints a table of all plugins, including those described in the settings; with names, the details of
    each.

    Exit status: 0; 2 for an unknown plugin or release.
    """
    # Imported here so that --help and --version stay quick.
    from schedcfg.cli.outputs import write_reference  # noqa: PLC0415
    from schedcfg.reference import json_report, plugins_text  # noqa: PLC0415
    from schedcfg.reference.plugins import list_plugins  # noqa: PLC0415

    found = validation_options.chosen_project(settings)
    own = () if found is None else found.described
    shelf = list_plugins(names, kubernetes=kubernetes, own=own)
    render = plugins_text.render_details if names else plugins_text.render
    write_reference(outputs, partial(render, shelf), lambda: json_report.render_plugins(shelf))
