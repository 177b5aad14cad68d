"""`schedcfg probe`: one file is read, its servers are queried, and what that shows is reported."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from schedcfg.cli import options as common
from schedcfg.cli.exit_status import exit_status
from schedcfg.cli.manners import LazyCommandGroup
from schedcfg.cli.outputs import refuse_inputs
from schedcfg.cli.timeout import Timeout
from schedcfg.cli.validation_options import VALIDATION, by_release

if TYPE_CHECKING:
    from schedcfg.cli.options import Output
    from schedcfg.commands.probe.findings import ProbeReport
    from schedcfg.findings import FileReport
    from schedcfg.output.summary import Summary
    from schedcfg.validation.options import Options
    from schedcfg.validation.settings.reading import Project


Result = TypeVar("Result", bound="ProbeReport")


def each_once(_ctx: click.Context, _parameter: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return every name once, in order.

    Raises:
        click.BadParameter: if one is empty.
    """
    if not all(names):
        raise click.BadParameter("the name of the node is empty")
    return tuple(dict.fromkeys(names))


def probe(
    path: str, options: "Options", query: Callable[[bytes, str], Result], unread: Callable[["FileReport"], Result]
) -> Result:
    """Read a file and query the servers that it names.

    Args:
        path: A file, or `-` for standard input.
        options: How it is validated.
        query: Queries the servers for the bytes of the file, and the name that reports have for it.
        unread: Makes a result of the report about a file that cannot be read.

    Raises:
        UnknownTarget: if the release or a catalog is not known.
        WrongFeatureGates: if the release does not start with the feature gates.
        ServerUnavailable: if a server does not list what to query.
    """
    from schedcfg.cli.reporting import warn
    from schedcfg.cli.streams import waiting
    from schedcfg.errors import BugGuard, UnreadableInput
    from schedcfg.findings import FileReport, Verdict
    from schedcfg.sources import Source

    options.release_name()
    warn(options.gate_warnings())
    source = Source(path, stdin_filename=options.stdin_filename)
    try:
        raw = source.read()
    except UnreadableInput as error:
        reason = error.sentence
        return unread(FileReport(source.name, Verdict.UNREADABLE, reason=reason))
    with waiting("waiting for responses"), BugGuard() as guard:
        return query(raw, source.name)
    return unread(FileReport(source.name, Verdict.UNREADABLE, reason=guard.reason))


def show(found: "ProbeReport", capability: str, outputs: "tuple[Output, ...]", kubernetes: str | None) -> NoReturn:
    """Write the report, and end the run: for people, with what the findings add up to.

    Args:
        found: The result of the queries.
        capability: The folder of `schedcfg.commands.probe` that the report is in.
        outputs: What to write.
        kubernetes: The requested release, if any.

    Raises:
        click.exceptions.Exit: always.
    """
    from schedcfg.cli.outputs import on_stdout, write
    from schedcfg.cli.reporting import write_summary

    folder = f"schedcfg.commands.probe.{capability}"
    formats = {"text": f"{folder}.text", "json": "schedcfg.commands.probe.json_report"}
    summary = write(iter([found]), outputs, kubernetes, lambda probe: (probe.file,), formats)
    summary.add(finding.severity for finding in found.all_findings)
    write_summary(on_stdout(outputs), _summary_line(found, summary))
    raise click.exceptions.Exit(exit_status(failed=summary.unreadable, refused=summary.failing or not found.works))


def _summary_line(found: "ProbeReport", summary: "Summary") -> str:
    """Return in one line whether the servers would do, and what the findings add up to."""
    from schedcfg.output.summary import in_numbers

    if not found.was_made:
        return summary.closing()
    answer = "everything would work" if found.works else "something would fail"
    numbers = in_numbers(summary.refusals, summary.errors, summary.warnings, summary.infos)
    return ": ".join(filter(None, (answer, ", ".join(numbers))))


_STDIN = "-"

_NETWORK_TRAFFIC_EXAMPLES = """\b
Examples:
  schedcfg probe network-traffic scheduler.yaml                               all nodes known to Prometheus
  schedcfg probe network-traffic scheduler.yaml --node a --node b             these nodes
  schedcfg probe network-traffic scheduler.yaml --kubeconfig ~/.kube/config   the nodes of the cluster
"""


@click.command("network-traffic", cls=common.GroupedCommand, epilog=_NETWORK_TRAFFIC_EXAMPLES)
@click.argument("path", type=common.PATH, metavar="FILE|-")
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
@common.output(("text", "json"))
def network_traffic(
    *, path: str, options: "Options", project: "Project | None", outputs: tuple[common.Output, ...], **inputs: Any
) -> None:
    """Query Prometheus as the NetworkTraffic plugin would, and show what it has for each node.

    FILE is a configuration that runs NetworkTraffic (of either published program), or - for standard input. Shows the
    bytes of each node and the score that follows, or why there are none and how to fix it. Connects to the Prometheus
    of the file and, through kubectl, to the API server of --kubeconfig.

    Exit status: 0 everything would work; 1 something would fail, or FILE is refused; 2 usage error; 3 unreadable
    file.
    """
    refuse_inputs(outputs, (path,))
    _check(path, **inputs)
    from schedcfg.commands.probe.network_traffic.results import TrafficProbe
    from schedcfg.commands.probe.network_traffic.run import TrafficProbeOptions, probe_network_traffic

    which = TrafficProbeOptions(**inputs)
    options = by_release(options, project)
    found = probe(
        path,
        options,
        lambda raw, name: probe_network_traffic(raw, name, options, which),
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


_EXTENDER_EXAMPLES = """\b
Examples:
  schedcfg probe extender scheduler.yaml                                         with a small built-in Pod and nodes
  schedcfg probe extender policy.cfg --as-policy                                 for the extenders of a legacy Policy
  schedcfg probe extender scheduler.yaml --pod pod.yaml                          with your Pod
  schedcfg probe extender scheduler.yaml --node a --node b                       with the names of your nodes
  kubectl get nodes -o yaml | schedcfg probe extender scheduler.yaml --nodes -   with your nodes
"""


@click.command("extender", cls=common.GroupedCommand, epilog=_EXTENDER_EXAMPLES)
@click.argument("path", type=common.PATH, metavar="FILE|-")
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
    help="Time limit for each response, in seconds or e.g. 500ms. Default: the extender's httpTimeout, at most 1m.",
)
@common.kubernetes
@common.with_groups(VALIDATION)
@common.output(("text", "json"))
def extender(
    *,
    path: str,
    options: "Options",
    project: "Project | None",
    outputs: tuple[common.Output, ...],
    include: tuple[str, ...],
    **inputs: Any,
) -> None:
    """Call the HTTP extenders of a configuration or Policy as kube-scheduler would, and check their responses.

    FILE is the configuration, or - for standard input. Sends each extender one request of each kind, and shows which
    nodes it filters out and why, its scores, how long it takes, and why kube-scheduler could not use a response.
    Connects only to the extenders of the file. Sends no bind or preempt request without --include. What Pods would
    really do with them: `schedcfg try --call-extenders`.

    Exit status: 0 everything would work; 1 something would fail, or FILE is refused; 2 usage error; 3 unreadable
    file.
    """
    refuse_inputs(outputs, (path,))
    if (path, inputs["pod"], inputs["nodes"]).count(_STDIN) > 1:
        raise click.UsageError("only one of FILE, --pod and --nodes can be standard input")
    if inputs["names"] and inputs["nodes"] is not None:
        raise click.UsageError("--node and --nodes exclude each other: both choose the nodes")
    from schedcfg.commands.probe.extender.results import ExtenderProbe, ExtenderVerb
    from schedcfg.commands.probe.extender.run import ExtenderProbeOptions, probe_extender

    what = ExtenderProbeOptions(include=frozenset(map(ExtenderVerb, include)), **inputs)
    options = by_release(options, project)
    found = probe(
        path,
        options,
        lambda raw, name: probe_extender(raw, name, options, what),
        lambda report: ExtenderProbe(report, None),
    )
    show(found, "extender", outputs, options.release_name())


@click.group(
    "probe",
    cls=LazyCommandGroup,
    places={"network-traffic": f"{__name__}:network_traffic", "extender": f"{__name__}:extender"},
    short_help="Test the servers that a configuration relies on.",
)
def command() -> None:
    """Test the servers that a configuration relies on, before the scheduler does.

    These commands use the network. They connect only to the addresses in the configuration or on the command
    line, and ignore proxies set in the environment.
    """
