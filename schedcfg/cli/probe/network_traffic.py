"""`schedcfg probe network-traffic`."""

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
  schedcfg probe network-traffic scheduler.yaml                               all nodes known to Prometheus
  schedcfg probe network-traffic scheduler.yaml --node a --node b             these nodes
  schedcfg probe network-traffic scheduler.yaml --kubeconfig ~/.kube/config   the nodes of the cluster
  schedcfg probe network-traffic scheduler.yaml --output svg > traffic.svg    a diagram
"""


@click.command("network-traffic", cls=common.GroupedCommand, epilog=_EXAMPLES)
@click.argument("path", type=click.Path(path_type=str), metavar="FILE|-")
@click.option("--node", "nodes", metavar="NAME", multiple=True, callback=each_once, help="Node to query (repeatable).")
@click.option("--nodes", "file", metavar="FILE", help="File with the Nodes to query (YAML or JSON).")
@click.option(
    "--kubeconfig",
    metavar="FILE",
    help="Query the nodes of this kubeconfig's cluster, listed by kubectl. Default without --node and --nodes: the "
    "nodes known to Prometheus.",
)
@click.option("--context", metavar="NAME", help="Context of --kubeconfig. Default: its current context.")
@click.option(
    "--timeout",
    "seconds",
    type=Timeout(),
    default="10s",
    show_default=True,
    metavar="SECONDS",
    help="Time limit for each response, in seconds or e.g. 500ms.",
)
@common.kubernetes
@common.with_groups(VALIDATION)
@common.output(("text", "json", "svg"))
def command(
    *, path: str, options: "Options", project: "Project | None", outputs: tuple[common.Output, ...], **inputs: Any
) -> None:
    """Send Prometheus the queries of the NetworkTraffic plugin, and score the nodes as the plugin would.

    FILE is a configuration that runs NetworkTraffic (of either published program), or - for standard input. Shows the
    bytes, score and rank of each node, and explains what would fail and how to fix it. Connects to the Prometheus of
    the file and, through kubectl, to the API server of --kubeconfig.

    Exit status: 0 everything would work; 1 something would fail, or FILE is refused; 2 usage error; 3 unreadable
    file.
    """
    refuse_inputs(outputs, (path,))
    _check(path, **inputs)
    from schedcfg.external.probe.network_traffic.results import TrafficProbe
    from schedcfg.external.probe.network_traffic.run import TrafficProbeOptions, probe_network_traffic

    which = TrafficProbeOptions(**inputs)
    options = by_release(options, project)
    found = probe(
        path,
        options,
        lambda raw: probe_network_traffic(raw, path, options, which),
        lambda report: TrafficProbe(report, None),
    )
    show(found, "network_traffic", outputs, options.release_name())


def _check(
    path: str, nodes: tuple[str, ...], file: str | None, kubeconfig: str | None, context: str | None, **_: Any
) -> None:
    """Refuse options that contradict each other.

    Raises:
        click.UsageError: if some do.
    """
    sources = {"--node": nodes or None, "--nodes": file, "--kubeconfig": kubeconfig}
    chosen = [option for option, value in sources.items() if value is not None]
    if len(chosen) > 1:
        raise click.UsageError(f"{' and '.join(chosen[:2])} exclude each other: both choose the nodes")
    if (path, file).count(_STDIN) > 1:
        raise click.UsageError("only one of FILE and --nodes can be standard input")
    if context is not None and kubeconfig is None:
        raise click.UsageError("--context needs --kubeconfig")
