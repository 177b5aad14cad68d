"""`schedcfg validate`."""

import click

from schedcfg.cli import options


@click.command("validate")
@options.paths
@options.kubernetes
@options.feature_gates
@options.role
@options.world
@click.option(
    "--skip-others", is_flag=True, help="Pass over named files that hold no scheduler configuration (for hooks)."
)
@click.option("--output", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Report format.")
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
    skip_others: bool,
    output: str,
    jobs: int,
) -> None:
    """Tell whether kube-scheduler would start with these files.

    PATH is a file, a folder to search, or - for standard input. Nothing is printed when all is well.

    Exit status: 0 accepted, 1 refused (or advised against as an error), 2 wrong usage, 3 unreadable.
    """
    options.check(paths, as_config=as_config, as_policy=as_policy, in_tree_only=in_tree_only, plugins=plugins)
    # Imported here so that --help and --version stay quick.
    from schedcfg.cli.reporting import exit_code, sum_up, warn, write  # noqa: PLC0415
    from schedcfg.operations import Role  # noqa: PLC0415
    from schedcfg.operations.files import Settings, validate_files  # noqa: PLC0415
    from schedcfg.output import renderer  # noqa: PLC0415

    settings = Settings(
        kubernetes=kubernetes,
        role=Role.of(as_config=as_config, as_policy=as_policy),
        in_tree_only=in_tree_only,
        plugins=frozenset(plugins),
        skip_others=skip_others,
        feature_gates=feature_gates,
    )
    warn(settings.gate_warnings())
    summary = write(validate_files(paths, settings, jobs), renderer(output), settings.release_name())
    if output == "text":
        sum_up(summary)
    ctx.exit(exit_code(summary))
