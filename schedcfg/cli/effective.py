"""`schedcfg effective`."""

import click

from schedcfg.cli import options
from schedcfg.output.effective import FORMATS


@click.command("effective")
@options.paths
@options.kubernetes
@options.feature_gates
@options.role
@options.world
@click.option("--output", type=click.Choice(list(FORMATS)), default="text", show_default=True, help="Format.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to work with.")
@click.pass_context
def command(  # noqa: PLR0913 - one per option
    ctx: click.Context,
    *,
    paths: tuple[str, ...],
    kubernetes: str | None,
    feature_gates: tuple[str, ...],
    as_config: bool,
    as_policy: bool,
    in_tree_only: bool,
    plugins: tuple[str, ...],
    output: str,
    jobs: int,
) -> None:
    """Show what kube-scheduler would really run with these files.

    Every plugin at every extension point, in order, with weights and arguments, and where each value comes from.
    PATH is a file, a folder to search, or - for standard input. `--output yaml` and `json` give the completed
    configuration as that release's `kube-scheduler --write-config-to` writes it.

    Exit status: 0 shown, 1 refused by kube-scheduler, 2 wrong usage, 3 unreadable.
    """
    options.check(paths, as_config=as_config, as_policy=as_policy, in_tree_only=in_tree_only, plugins=plugins)
    # Imported here so that --help stays quick.
    from schedcfg.cli.reporting import exit_code, sum_up, warn, write  # noqa: PLC0415
    from schedcfg.operations import Role  # noqa: PLC0415
    from schedcfg.operations.effective import effective_bytes  # noqa: PLC0415
    from schedcfg.operations.files import Settings, Verb, each_file  # noqa: PLC0415
    from schedcfg.output import module  # noqa: PLC0415
    from schedcfg.results.effective import FileMeaning  # noqa: PLC0415

    settings = Settings(
        kubernetes=kubernetes,
        role=Role.of(as_config=as_config, as_policy=as_policy),
        in_tree_only=in_tree_only,
        plugins=frozenset(plugins),
        feature_gates=feature_gates,
    )
    warn(settings.gate_warnings())
    meanings = each_file(Verb(effective_bytes, FileMeaning), paths, settings, jobs)
    summary = write(meanings, module(f"effective.{FORMATS[output]}"), settings.release_name())
    if output == "text":
        sum_up(summary)
    ctx.exit(exit_code(summary))
