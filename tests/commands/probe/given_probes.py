"""Results of probes to be written, made up: no server was asked."""

from dataclasses import replace
from typing import Literal

from schedcfg.commands.probe.extender.results import Call, ExtenderProbe, ExtenderTrial, ExtenderVerb, Filtered, Scored
from schedcfg.commands.probe.findings import ProbeFinding
from schedcfg.commands.probe.network_traffic.results import (
    NodeSource,
    NodeTraffic,
    TrafficProbe,
    TrafficReport,
)
from schedcfg.document import parse_bytes
from schedcfg.findings import FileReport, Severity, Verdict
from schedcfg.plugins.network_traffic import Variant
from schedcfg.validation.files import validate_file
from schedcfg.validation.options import Options

CONFIGURATION = b"apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
HOSTILE = 'node\x1b[31m<b>&"\u202e\n'
"""A name that a terminal, XML and a reader would each be taken in by."""


def judged(text: bytes = CONFIGURATION, path: str = "scheduler.yaml") -> FileReport:
    return validate_file(parse_bytes(text), Options("1.29"), path=path)


REFUSED = judged(CONFIGURATION + b"paralellism: 2\n")
UNREADABLE = FileReport("missing.yaml", Verdict.UNREADABLE, reason="there is no such file. Check the spelling.")

NO_NODES = ProbeFinding(
    "no-such-interface",
    Severity.ERROR,
    "no node has an interface ens192",
    "Write one that exists: eth0, lo.",
    "expected 1 value, got 0",
    tuple(f"node-{number}" for number in range(1, 9)),
)
SUMMED = ProbeFinding("summed-counter", Severity.WARNING, "samples of a counter are added up")


def query(name: str) -> str:
    return f'sum_over_time(node_network_receive_bytes_total{{kubernetes_node="{name}",device="eth0"}}[3m])'


def node(name: str, value: int, score: int) -> NodeTraffic:
    return NodeTraffic(name, query(name), value, score)


NODES = (
    node("node-a", 1_000_000, 29),
    node("node-b", 1_200_000, 15),
    node("node-c", 1_400_000, 0),
)
"""Three nodes with 1.0, 1.2 and 1.4 MB."""

REPORT = TrafficReport(
    profile="network-traffic",
    line=10,
    variant=Variant.FORK,
    address="http://prometheus:9090",
    interface="eth0",
    minutes=3,
    weight=3,
    node_source=NodeSource.PROMETHEUS,
    nodes=NODES,
    better_query='rate(node_network_receive_bytes_total{kubernetes_node="node-a",device="eth0"}[3m])',
    findings=(SUMMED,),
)


def traffic(
    *reports: TrafficReport, file: FileReport | None = None, findings: tuple[ProbeFinding, ...] = ()
) -> TrafficProbe:
    found = judged() if file is None else file
    return TrafficProbe(found, "1.29" if found.documents else None, reports, findings=findings)


def many(number: int) -> tuple[NodeTraffic, ...]:
    """Make many nodes, the best first."""
    return tuple(node(f"worker-{place:04}", place * 1_000, 100 - 100 * place // number) for place in range(number))


URL = "http://10.0.0.1:8888/scheduler"
TOO_HIGH = ProbeFinding("error-field", Severity.ERROR, "node-1 has the score 11", "Answer 0 to 10.", nodes=("node-1",))

TRIAL = ExtenderTrial(
    index=0,
    line=4,
    url_prefix=URL,
    weight=5,
    timeout_milliseconds=2_000.0,
    ignorable=False,
    interested=True,
    calls=(
        Call(ExtenderVerb.FILTER, f"{URL}/filter", 3, names_only=False, status=200, milliseconds=12.3),
        Call(ExtenderVerb.PRIORITIZE, f"{URL}/prioritize", 2, names_only=True, status=200, milliseconds=0.84),
        Call(ExtenderVerb.BIND, f"{URL}/bind", skipped="it would really bind the Pod; --include bind asks it"),
    ),
    passed=("node-1", "node-2"),
    filtered=(Filtered("node-3", "too much traffic", unresolvable=True),),
    scored=(Scored("node-2", 4, 200), Scored("node-1", 10, 500)),
)


def trials(*made: ExtenderTrial, file: FileReport | None = None) -> ExtenderProbe:
    """Make a probe about a Pod and three nodes that are built-in."""
    nodes = ("node-1", "node-2", "node-3")
    found = judged() if file is None else file
    built_in: tuple[Literal["nodes", "pod"], ...] = ("nodes", "pod")
    return ExtenderProbe(
        found, "1.29", "default/probe", nodes, built_in, is_named=False, trials=made, feasible=nodes[:2]
    )


ODD_TRAFFIC = {
    "measured": traffic(REPORT),
    "nothing measured": traffic(replace(REPORT, nodes=(), better_query=None, findings=(NO_NODES,))),
    "no value": traffic(replace(REPORT, nodes=(NodeTraffic("node-a", query("node-a"), None),), findings=(NO_NODES,))),
    "no Args": traffic(replace(REPORT, line=None, address="", interface="", minutes=1)),
    "unread": traffic(replace(REPORT, variant=None, address="", interface="", minutes=0, nodes=(), better_query=None)),
    "as meant": traffic(replace(REPORT, variant=Variant.OWN, as_meant=True)),
    "all scores beyond bounds": traffic(replace(REPORT, nodes=(node("node-a", -(2**63), -(2**63)),))),
    "hostile": traffic(replace(REPORT, profile=HOSTILE, nodes=(replace(NODES[0], name=HOSTILE, query=HOSTILE),))),
    "long names": traffic(replace(REPORT, nodes=(replace(NODES[0], name="é" * 100_000),))),
    "many": traffic(replace(REPORT, nodes=many(5_000))),
    "no profile": traffic(findings=(replace(NO_NODES, id="no-network-traffic", nodes=()),)),
    "refused": traffic(file=REFUSED),
    "unreadable": traffic(file=UNREADABLE),
}

ODD_TRIALS = {
    "answered": trials(TRIAL),
    "no answer": replace(
        trials(
            replace(
                TRIAL,
                calls=(Call(ExtenderVerb.FILTER, URL, 3, names_only=True, milliseconds=2_000.0, findings=(TOO_HIGH,)),),
                passed=None,
                filtered=(),
                scored=(),
            )
        ),
        feasible=None,
    ),
    "no node": replace(trials(replace(TRIAL, passed=(), scored=())), feasible=()),
    "not interested": trials(replace(TRIAL, interested=False, ignorable=True, findings=(SUMMED,), line=None)),
    "hostile": replace(
        trials(replace(TRIAL, filtered=(Filtered(HOSTILE, HOSTILE),), scored=(Scored(HOSTILE, 2**70, -(2**70)),))),
        nodes=(HOSTILE,),
        pod=HOSTILE,
    ),
    "no extender": replace(trials(), findings=(NO_NODES,), feasible=None),
    "refused": ExtenderProbe(REFUSED, "1.29"),
    "unreadable": ExtenderProbe(UNREADABLE, None),
}
