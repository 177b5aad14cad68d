"""`schedcfg probe extender`."""

from typing import TYPE_CHECKING, Any

import click

from schedcfg.cli import options as common
from schedcfg.cli.outputs import refuse_inputs
from schedcfg.cli.probe.run_probe import Timeout, each_once, probe, show
from schedcfg.cli.validation_options import VALIDATION, by_release

if TYPE_CHECKING:
    from schedcfg.validation.options import Options
    from schedcfg.validation.settings.reading import Project

_STDIN = "-"

_EXAMPLES = """\b
Examples:
  schedcfg probe extender scheduler.yaml                                         with a small built-in Pod and nodes
  schedcfg probe extender policy.cfg --as-policy                                 for the extenders of a legacy Policy
  schedcfg probe extender scheduler.yaml --pod pod.yaml                          with your Pod
  schedcfg probe extender scheduler.yaml --node a --node b                       with the names of your nodes
  kubectl get nodes -o yaml | schedcfg probe extender scheduler.yaml --nodes -   with your nodes
"""


@click.command("extender", cls=common.GroupedCommand, epilog=_EXAMPLES)
@click.argument("path", type=click.Path(path_type=str), metavar="FILE|-")
@click.option("--pod", metavar="FILE", help="Pod to send (YAML or JSON). Default: a small built-in Pod.")
@click.option("--nodes", metavar="FILE", help="Nodes to send (YAML or JSON). Default: three built-in nodes.")
@click.option(
    "--node",
    "names",
    metavar="NAME",
    multiple=True,
    callback=each_once,
    help="Name for a built-in node (repeatable): enough for extenders that know the nodes by name.",
)
@click.option(
    "--include",
    type=click.Choice(["bind", "preempt"]),
    multiple=True,
    help="Also send this request (repeatable). With bind, an extender that binds really binds the Pod to a node; "
    "preempt only asks which Pods would have to be evicted.",
)
@click.option(
    "--timeout",
    "seconds",
    type=Timeout(),
    metavar="SECONDS",
    help="Time limit for each response, in seconds or e.g. 500ms. Default: the extender's httpTimeout.",
)
@common.kubernetes
@common.with_groups(VALIDATION)
@common.output(("text", "json"))
def command(
    *,
    path: str,
    options: "Options",
    project: "Project | None",
    outputs: tuple[common.Output, ...],
    include: tuple[str, ...],
    **inputs: Any,
) -> None:
    """Call the HTTP extenders of a configuration or Policy as kube-scheduler would, and check their responses.

    FILE is the configuration, or - for standard input. Shows which nodes each extender filters out and why, how its
    scores compare with those of the plugins, how long it takes, and what kube-scheduler could not read. Connects only
    to the extenders of the file. Sends no bind or preempt request without --include.

    Exit status: 0 everything would work; 1 something would fail, or FILE is refused; 2 usage error; 3 unreadable
    file.
    """
    refuse_inputs(outputs, (path,))
    if (path, inputs["pod"], inputs["nodes"]).count(_STDIN) > 1:
        raise click.UsageError("only one of FILE, --pod and --nodes can be standard input")
    if inputs["names"] and inputs["nodes"] is not None:
        raise click.UsageError("--node and --nodes exclude each other: both choose the nodes")
    from schedcfg.external.probe.extender.results import ExtenderProbe, ExtenderVerb
    from schedcfg.external.probe.extender.run import ExtenderProbeOptions, probe_extender

    what = ExtenderProbeOptions(include=frozenset(map(ExtenderVerb, include)), **inputs)
    options = by_release(options, project)
    found = probe(
        path,
        options,
        lambda raw: probe_extender(raw, path, options, what),
        lambda report: ExtenderProbe(report, None),
    )
    show(found, "extender", outputs, options.release_name())
