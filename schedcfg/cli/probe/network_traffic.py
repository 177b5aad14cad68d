"""`schedcfg probe network-traffic`."""

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
  schedcfg probe network-traffic scheduler.yaml                               all nodes that Prometheus knows
  schedcfg probe network-traffic scheduler.yaml --node a --node b             these
  schedcfg probe network-traffic scheduler.yaml --kubeconfig ~/.kube/config   those of the cluster
  schedcfg probe network-traffic scheduler.yaml --output svg > traffic.svg    a picture
"""


@click.command("network-traffic", epilog=_EXAMPLES)
@click.argument("path", type=click.Path(path_type=str), metavar="FILE|-")
@click.option(
    "--node", "nodes", metavar="NAME", multiple=True, callback=each_once, help="Ask about this node (repeatable)."
)
@click.option("--nodes", "file", metavar="FILE", help="Ask about the Nodes in this file (YAML or JSON).")
@click.option(
    "--kubeconfig",
    metavar="FILE",
    help="Ask about the nodes of this file's cluster, which kubectl lists. Without this, --nodes and --node: about "
    "those that Prometheus knows.",
)
@click.option("--context", metavar="NAME", help="Which context of --kubeconfig. Default: its current one.")
@click.option(
    "--timeout",
    "seconds",
    type=Timeout(),
    default="10s",
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for each answer, in seconds or as 500ms.",
)
@common.kubernetes
@validation_options
@common.output(("text", "json", "svg"), "Format.")
def command(*, path: str, options: "Options", project: "Project | None", output: str, **inputs: Any) -> None:
    """Ask Prometheus what the NetworkTraffic plugin would ask, and score the nodes as it would.

    FILE is a configuration that runs NetworkTraffic, of either published program, or - for standard input. Shows for
    each node its bytes, its score and its rank, and explains what would fail, and how to mend it. Uses the network:
    the Prometheus of the file, and the API server of --kubeconfig, through kubectl, if that is given.

    Exit status: 0 all would work, 1 something would fail or FILE is refused, 2 wrong usage, 3 unreadable.
    """
    _check(path, **inputs)
    # Imported here so that --help stays quick.
    from schedcfg.probe.network_traffic.results import TrafficProbe  # noqa: PLC0415
    from schedcfg.probe.network_traffic.run import TrafficProbeOptions, probe_network_traffic  # noqa: PLC0415

    which = TrafficProbeOptions(**inputs)
    options = by_release(options, project)
    found = probe(
        path,
        options,
        lambda raw: probe_network_traffic(raw, path, options, which),
        lambda report: TrafficProbe(report, None),
    )
    show(found, "network_traffic", output, options.release_name())


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
        raise click.UsageError(f"{' and '.join(chosen[:2])} exclude each other: both say which nodes to ask about")
    if (path, file).count(_STDIN) > 1:
        raise click.UsageError("only one of FILE and --nodes can be standard input")
    if context is not None and kubeconfig is None:
        raise click.UsageError("--context names a context of --kubeconfig, which is missing")
