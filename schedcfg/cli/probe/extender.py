"""`schedcfg probe extender`."""

from typing import TYPE_CHECKING, Any

import click

from schedcfg.cli import options as common
from schedcfg.cli.probe.run_probe import Timeout, each_once, probe, show
from schedcfg.cli.validation_options import by_release, validation_options

if TYPE_CHECKING:
    from schedcfg.options import Options
    from schedcfg.settings.reading import Project

_STDIN = "-"

_EXAMPLES = """\b
Examples:
  schedcfg probe extender scheduler.yaml                                         a small built-in Pod and nodes
  schedcfg probe extender policy.cfg --as-policy                                 the extenders of a legacy Policy
  schedcfg probe extender scheduler.yaml --pod pod.yaml                          a Pod of yours
  schedcfg probe extender scheduler.yaml --node a --node b                       by the names of your nodes
  kubectl get nodes -o yaml | schedcfg probe extender scheduler.yaml --nodes -   your nodes
"""


@click.command("extender", epilog=_EXAMPLES)
@click.argument("path", type=click.Path(path_type=str), metavar="FILE|-")
@click.option("--pod", metavar="FILE", help="Ask about this Pod (YAML or JSON). Default: a small built-in one.")
@click.option("--nodes", metavar="FILE", help="Ask about these Nodes (YAML or JSON). Default: a few built-in ones.")
@click.option(
    "--node",
    "names",
    metavar="NAME",
    multiple=True,
    callback=each_once,
    help="Call a built-in Node this (repeatable): enough for extenders that know the nodes by their names.",
)
@click.option(
    "--include",
    type=click.Choice(["bind", "preempt"]),
    multiple=True,
    help="Ask this too (repeatable). With bind, an extender that binds really binds the Pod to a node; preempt only "
    "asks which Pods would have to go.",
)
@click.option(
    "--timeout",
    "seconds",
    type=Timeout(),
    metavar="SECONDS",
    help="Wait no longer than this for each answer, in seconds or as 500ms. Default: the extender's httpTimeout.",
)
@common.kubernetes
@validation_options
@common.output(("text", "json"), "Format.")
def command(
    *, path: str, options: "Options", project: "Project | None", output: str, include: tuple[str, ...], **inputs: Any
) -> None:
    """Ask the HTTP extenders of a configuration or Policy as kube-scheduler would, and check their answers.

    FILE is the configuration, or - for standard input. Shows which nodes each extender filters out and why, how its
    scores weigh beside those of the plugins, how long it takes, and what kube-scheduler would not understand. Uses the
    network: the extenders of the file. Nothing is bound and nothing preempted unless --include says so.

    Exit status: 0 all would work, 1 something would fail or FILE is refused, 2 wrong usage, 3 unreadable.
    """
    if (path, inputs["pod"], inputs["nodes"]).count(_STDIN) > 1:
        raise click.UsageError("only one of FILE, --pod and --nodes can be standard input")
    if inputs["names"] and inputs["nodes"] is not None:
        raise click.UsageError("--node and --nodes exclude each other: both say which nodes to ask about")
    # Imported here so that --help stays quick.
    from schedcfg.probe.extender.results import ExtenderProbe, ExtenderVerb  # noqa: PLC0415
    from schedcfg.probe.extender.run import ExtenderProbeOptions, probe_extender  # noqa: PLC0415

    what = ExtenderProbeOptions(include=frozenset(map(ExtenderVerb, include)), **inputs)
    options = by_release(options, project)
    found = probe(
        path,
        options,
        lambda raw: probe_extender(raw, path, options, what),
        lambda report: ExtenderProbe(report, None),
    )
    show(found, "extender", output, options.release_name())
