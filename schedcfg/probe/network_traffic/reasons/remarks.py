"""What is worth a word though an answer came."""

from collections.abc import Iterable, Iterator

from schedcfg.plugins.network_traffic import Measured
from schedcfg.probe.network_traffic.asking import Asked
from schedcfg.probe.network_traffic.inquiring import Inquiry
from schedcfg.probe.network_traffic.queries import name_label, present
from schedcfg.probe.network_traffic.reasons import log, quoting
from schedcfg.probe.network_traffic.reasons.quoting import listed
from schedcfg.probe.network_traffic.reasons.reason import Reason
from schedcfg.probe.prometheus import ResultType
from schedcfg.results.probing import ProbeFinding
from schedcfg.results.traffic import Variant

_GO_TYPES = {ResultType.SCALAR: "*model.Scalar", ResultType.MATRIX: "model.Matrix"}


def reasons(asked: Asked, variant: Variant) -> Iterator[ProbeFinding]:
    """Yield what is odd about the answers besides their samples."""
    odd = {node: reply.type for node, reply in asked.replies.items() if reply.type in _GO_TYPES}
    if odd:
        kind = next(iter(odd.values()))
        yield Reason.NO_VECTOR.finding(
            f"the answer for {listed(list(odd))} is a {kind}, no list of samples: the plugin takes it for one without "
            "looking, and the whole scheduler ends",
            "Prometheus never answers this query so: check what stands at this address.",
            f"panic: interface conversion: model.Value is {_GO_TYPES[kind]}, not model.Vector",
            tuple(odd),
        )
    redirects = next((reply.redirects for reply in asked.replies.values() if reply.redirects), ())
    if redirects:
        yield Reason.REDIRECTED.finding(
            f"each question is sent on to {quoting.address(redirects[-1])}",
            "Write the address that answers in the end.",
        )
    remarked = sorted({one for reply in asked.replies.values() for one in reply.warnings})
    if remarked:
        yield Reason.PROMETHEUS_WARNS.finding(
            f"Prometheus remarks: {listed(remarked)}", upstream=log.warnings(variant, remarked)
        )


def going_stale(inquiry: Inquiry, measured: Measured, nodes: Iterable[str]) -> Iterator[ProbeFinding]:
    """Yield which nodes have values of the past only."""
    label = name_label(measured.variant)
    there = {one.labels.get(label) for one in inquiry.answered(present(measured))}
    gone = [name for name in nodes if name not in there]
    # Nothing at all: the question failed, or everything is down, which is told otherwise.
    if gone and there:
        yield Reason.GOING_STALE.finding(
            f"{listed(gone)} is not measured any more: its values are of the past, and when they leave the time range "
            "no Pod is scheduled",
            "Bring node exporter back there, or take the node out of the cluster.",
            nodes=gone,
        )
