"""`schedcfg plugins`."""

from functools import partial

import click

from schedcfg.cli import options, validation_options

_EXAMPLES = """\b
Examples:
  schedcfg plugins --kubernetes 1.29   the plugins of one release, with default weights
  schedcfg plugins NodeResourcesFit    one plugin, in all releases
  schedcfg plugins --binary ./my-scheduler --output toml   plugins of your own scheduler, as settings
"""


@click.command("plugins", epilog=_EXAMPLES, short_help="List scheduler plugins.")
@click.argument("names", nargs=-1, metavar="[NAME]...", shell_complete=options.complete_plugins)
@options.as_of
@click.option("--binary", metavar="PROGRAM", help="Your own kube-scheduler: find the plugins in it.")
@options.output(("text", "json", "toml"))
@validation_options.settings_options
def command(
    *,
    names: tuple[str, ...],
    kubernetes: str | None,
    binary: str | None,
    outputs: tuple[options.Output, ...],
    **settings: object,
) -> None:
    """List scheduler plugins: extension points, default weights, Args with defaults, and changes by release.

    Without NAME, prints a table of all plugins, including those described in the settings; with names, the details of
    each.

    With --binary, shows the plugins of a program of your own that are no part of Kubernetes: their names by its code,
    and their extension points and default Args by running it with each of them, offline, as `schedcfg confirm` does.
    NAME is then tried as well. `--output toml` writes them as settings, so that files are validated with them.

    Exit status: 0; 2 for an unknown plugin or release, or a program that cannot be run.
    """
    if binary is not None:
        _show_compiled(binary, names, kubernetes, outputs)
        return
    if any(output.name == "toml" for output in outputs):
        raise click.UsageError("--output toml needs --binary")
    from schedcfg.cli.outputs import write_reference
    from schedcfg.show.reference import json_report, plugins

    project = validation_options.chosen_project(settings)
    own = () if project is None else project.described
    shelf = plugins.list_plugins(names, kubernetes=kubernetes, own=own)
    render = plugins.render_details if names else plugins.render
    write_reference(outputs, partial(render, shelf), lambda: json_report.render_plugins(shelf))


def _show_compiled(
    binary: str, names: tuple[str, ...], kubernetes: str | None, outputs: tuple[options.Output, ...]
) -> None:
    """Write which plugins are compiled into a program."""
    from schedcfg.cli.outputs import write_rendered
    from schedcfg.cli.streams import waiting
    from schedcfg.external.confirm import compiled as report
    from schedcfg.external.confirm import scheduler
    from schedcfg.external.confirm.compiled import compiled_plugins

    with waiting("running the program"):
        plugins = compiled_plugins(scheduler.binary(binary, scheduler.SECONDS), kubernetes, names)
    renderers = {"text": report.text, "json": report.json_report, "toml": report.toml}
    write_rendered(outputs, {name: partial(render, plugins) for name, render in renderers.items()})
