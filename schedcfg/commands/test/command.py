"""`schedcfg test`."""

import os
from typing import TYPE_CHECKING, Any

import click

from schedcfg.cli import options as common
from schedcfg.cli import program_options
from schedcfg.cli.exit_status import ExitCode
from schedcfg.cli.help import Heading, option
from schedcfg.cli.outputs import refuse_inputs, renderers, write_rendered
from schedcfg.cli.validation_options import SEARCHING
from schedcfg.commands.test import FORMATS

if TYPE_CHECKING:
    from schedcfg.validation.options import Options
    from schedcfg.validation.settings.reading import Project

_EXAMPLES = """\b
Examples:
  schedcfg test --binary ./kube-scheduler         all tests below this folder
  schedcfg test batch.schedtest.yaml -t "a node"  some tests of a file
  schedcfg test --release 1.36 --release 1.37     what a release changes
"""


@click.command(
    "test",
    cls=common.GroupedCommand,
    epilog=_EXAMPLES,
    short_help="Test where your own kube-scheduler puts Pods.",
)
@click.argument("paths", nargs=-1, type=common.PATH, metavar="[PATH|-]...")
@program_options.programs
@click.option(
    "--against",
    "others",
    metavar="CONFIG",
    multiple=True,
    help="Run each test with this configuration, too (repeatable).",
)
@click.option("-t", "--test", "names", metavar="TEXT", multiple=True, help="Only tests with this in their name.")
@click.option(
    "--runs",
    metavar="N",
    type=click.IntRange(1, program_options.MOST_RUNS),
    help="Repeat each test: what is luck?",
)
@click.option("--record", is_flag=True, help="Write what happens now into tests that expect nothing.")
@click.option("--update", is_flag=True, help="Write what happens now in place of what does not hold.")
@click.option("--init", "begin", is_flag=True, help="Write a first file of tests for a folder.")
@option("--cluster", section=Heading.SOURCES, is_flag=True, help="With --init: its nodes, through your kubectl.")
@option("--context", section=Heading.SOURCES, metavar="NAME", help="Context of kubectl. Default: its current context.")
@program_options.seed
@program_options.decision_timeout
@common.release("Kubernetes release of the program. Default: the one that it shows.")
@common.jobs
@common.with_groups(SEARCHING)
@common.output(FORMATS)
def command(
    *,
    paths: tuple[str, ...],
    options: "Options",
    project: "Project | None",
    outputs: tuple[common.Output, ...],
    jobs: int | None,
    **inputs: Any,
) -> None:
    """Run files of tests, *.schedtest.yaml, with your own kube-scheduler: does each Pod go where it should?

    The program runs offline against a stand-in for the API server, as with `schedcfg try`. A test that passes in some
    runs only is flaky, and does not pass.

    PATH is a file of tests, or a folder that is searched for them. Default: this folder.

    Exit status: 0 all tests pass; 1 a test does not, or a file of tests is wrong; 2 usage error, no tests, or the
    program cannot be run; 3 unreadable file, or the program fails.
    """
    from schedcfg.sources.source import STDIN

    chosen = paths or (os.curdir,)
    modes = {name: inputs.pop(name) for name in ("record", "update", "begin")}
    cluster, context = inputs.pop("cluster"), inputs.pop("context")
    from schedcfg.commands.confirm.chosen import ProgramOptions

    named = ProgramOptions(*(inputs.pop(name) for name in ProgramOptions._fields))
    check(modes, named.number + len(inputs["others"]), cluster=cluster, context=context)
    refuse_inputs(outputs, [*chosen, *inputs["others"], *named.binaries])
    if STDIN in chosen and any(modes.values()):
        raise click.UsageError("nothing can be written into standard input: name a file")
    if modes["begin"]:
        chosen = (_begun(chosen, cluster=cluster, context=context),)
        if not named.number:
            return
    from functools import partial

    from schedcfg.commands.test.run import Recording, TestOptions, run_tests
    from schedcfg.validation.workers import cores

    recording = (
        Recording.MISSING
        if modes["record"] or modes["begin"]
        else Recording.CHANGED
        if modes["update"]
        else Recording.NOTHING
    )
    asked = TestOptions(
        paths=chosen,
        programs=named,
        options=options,
        project=project,
        jobs=jobs or cores(),
        recording=recording,
        **inputs,
    )
    report = run_tests(asked)
    rendering = {name: partial(render, report) for name, render in renderers(outputs, FORMATS).items()}
    write_rendered(outputs, rendering)
    status = ExitCode.FAILED if report.is_broken else ExitCode.REFUSED
    raise click.exceptions.Exit(ExitCode.ACCEPTED if report.is_passed else status)


def _begun(paths: tuple[str, ...], *, cluster: bool, context: str | None) -> str:
    """Write a first file of tests, and return its path."""
    from schedcfg.cli.reporting import write_stderr
    from schedcfg.commands.test.first_file import NAME, begin
    from schedcfg.document.texts import printable

    if len(paths) > 1:
        raise click.UsageError("--init takes one folder")
    path = os.path.normpath(os.path.join(paths[0], NAME))
    begin(paths[0], path, cluster=cluster, context=context)
    shown = printable(path)
    next_step = f"`schedcfg test --record --binary ./kube-scheduler {shown}` writes what happens now into it"
    write_stderr([f"{shown} is written; {next_step}\n"])
    return path


def check(modes: dict[str, bool], number: int, *, cluster: bool, context: str | None) -> None:
    """Check that the options fit together.

    Args:
        modes: What is written, by the names of options.
        number: How many programs, and configurations besides those of the tests, are named.
        cluster: Whether nodes are those of a cluster.
        context: The context of kubectl.

    Raises:
        click.UsageError: if not, with what to write.
    """
    if sum(modes.values()) > 1:
        raise click.UsageError("--init, --record and --update exclude each other")
    if any(modes.values()) and number > 1:
        raise click.UsageError("what happens now is written with one program, and without --against")
    if cluster and not modes["begin"]:
        raise click.UsageError("--cluster needs --init")
    if context is not None and not cluster:
        raise click.UsageError("--context needs --cluster")
