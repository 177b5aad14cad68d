"""`schedcfg try`."""

from typing import TYPE_CHECKING, Any

import click

from schedcfg.cli import options as common
from schedcfg.cli import program_options
from schedcfg.cli.exit_status import ExitCode
from schedcfg.cli.help import Heading, option
from schedcfg.cli.outputs import refuse_inputs, renderers, write_rendered
from schedcfg.cli.validation_options import VALIDATION
from schedcfg.commands.trial import FORMATS, MEASUREMENT

if TYPE_CHECKING:
    from schedcfg.commands.trial.asking import TryOptions
    from schedcfg.validation.options import Options
    from schedcfg.validation.settings.reading import Project

_EXAMPLES = """\b
Examples:
  schedcfg try scheduler.yaml --nodes 5:cpu=8,memory=32Gi --pods deployment.yaml --binary ./kube-scheduler
  schedcfg try scheduler.yaml --against default --nodes nodes.yaml --pods 50:cpu=500m --binary ./kube-scheduler
  schedcfg try default --nodes 5:cpu=8 --pods 50:cpu=500m --release 1.37
"""


@click.command(
    "try",
    cls=common.GroupedCommand,
    epilog=_EXAMPLES,
    short_help="Show where your own kube-scheduler would put Pods.",
)
@click.argument("configuration", metavar="CONFIG|default|-", required=False)
@click.option(
    "--nodes",
    metavar="PATH|SKETCH",
    multiple=True,
    help="Nodes: files, or 20:cpu=8,zone=a/b (repeatable).",
)
@click.option(
    "--pods",
    metavar="PATH|SKETCH",
    multiple=True,
    help="Pods: files, or 50:cpu=500m (repeatable).",
)
@program_options.programs
@click.option(
    "--against",
    "others",
    metavar="CONFIG",
    multiple=True,
    help="Configuration to compare with (repeatable).",
)
@click.option("--explain", "explained", metavar="POD", multiple=True, help="Show the scores of a Pod (repeatable).")
@click.option(
    "--runs",
    metavar="N",
    type=click.IntRange(1, program_options.MOST_RUNS),
    default=1,
    help="Repeat, to tell what is stable from luck.",
)
@click.option(
    "--measure",
    metavar="FIELD=VALUE,...",
    help="Compare the time that values, or `configurations`, take.",
)
@click.option(
    "--save",
    metavar="FILE",
    help="Write it as a test, *.schedtest.yaml.",
)
@option(
    "--call-extenders",
    section=Heading.TARGET,
    is_flag=True,
    help="Call the extenders of the configuration; otherwise none is.",
)
@option(
    "--prometheus",
    section=Heading.TARGET,
    metavar="FILE",
    help="What Prometheus answers plugins: the JSON of `probe network-traffic`.",
)
@program_options.seed
@program_options.decision_timeout
@option(
    "--without",
    section=Heading.TARGET,
    metavar="NODE",
    multiple=True,
    help="A node that goes: where do its Pods go? (repeatable)",
)
@option("--fill", section=Heading.TARGET, metavar="PATH|SKETCH", help="How many more of this Pod fit, after --pods?")
@option("--add", section=Heading.TARGET, metavar="SKETCH", help="How many more nodes are enough? At most 20:cpu=8.")
@option("--cluster", section=Heading.SOURCES, is_flag=True, help="Nodes, and what runs on them, through your kubectl.")
@option("--context", section=Heading.SOURCES, metavar="NAME", help="Context of kubectl. Default: its current context.")
@common.release("Kubernetes release of the program. Default: the one that it shows.")
@common.with_groups(VALIDATION)
@common.output(FORMATS)
def command(
    *,
    configuration: str | None,
    options: "Options",
    project: "Project | None",
    outputs: tuple[common.Output, ...],
    others: tuple[str, ...],
    save: str | None,
    **inputs: Any,
) -> None:
    """Run your own kube-scheduler with Pods and nodes that exist only in files: where does each Pod go, and why?

    The program runs offline against a stand-in for the API server. No autoscaler, descheduler or kubelet is there.

    CONFIG is a configuration, or a manifest that starts a scheduler; `default`: none; -: standard input.

    Exit status: 0 each Pod has a node; 1 some have none, as none takes them or they had to leave theirs, or the
    configuration is refused; 2 usage error, or the program cannot be run; 3 unreadable file, or the program fails.
    """
    if configuration is None:
        raise click.UsageError("missing argument: a configuration, `default` for none, or - for standard input")
    refuse_inputs(
        outputs,
        [configuration, *others, *inputs["nodes"], *inputs["pods"], *inputs["binaries"], inputs["prometheus"] or ""],
    )
    from functools import partial

    from schedcfg.commands.trial.asking import TryOptions, ask, take_time, with_its_program
    from schedcfg.output import load

    asked = TryOptions(names=(configuration, *others), options=options, project=project, **inputs)
    if asked.measure is not None:
        refuse_formats(outputs)
        measured = take_time(asked)
        report = "schedcfg.commands.trial.answer.measurement_report"
        write_rendered(outputs, {name: partial(load(report, render), measured) for name, render in MEASUREMENT.items()})
        return
    if save is not None:
        _refuse_unsaved(asked)
        # What tries and what saves both look for it otherwise, and say so.
        asked = with_its_program(asked)
    trial = ask(asked)
    if save is not None:
        from schedcfg.commands.test.saving import save_trial

        save_trial(asked, save)
    write_rendered(outputs, {name: partial(render, trial) for name, render in renderers(outputs, FORMATS).items()})
    raise click.exceptions.Exit(ExitCode.ACCEPTED if trial.is_complete else ExitCode.REFUSED)


def _refuse_unsaved(asked: "TryOptions") -> None:
    """Refuse a trial that is no test.

    Raises:
        click.UsageError: if it is of a cluster, of several configurations or programs, about room, or calls extenders,
            which no test does.
    """
    if asked.cluster:
        raise click.UsageError(
            "--save needs nodes from files; `schedcfg test --init --cluster` writes those of a cluster"
        )
    if asked.without or asked.fill or asked.add or asked.call_extenders:
        raise click.UsageError("--save takes neither --without nor --fill nor --add nor --call-extenders")
    if len(asked.names) > 1 or asked.programs.number > 1:
        raise click.UsageError("--save takes one configuration and one program")


def refuse_formats(outputs: tuple[common.Output, ...]) -> None:
    """Refuse formats that a measurement is not written in.

    Raises:
        click.UsageError: if there is one.
    """
    for output in outputs:
        if output.name not in MEASUREMENT:
            raise click.UsageError(f"--measure writes {' or '.join(MEASUREMENT)}, not {output.name}")
