"""More than one sample for a node."""

from collections.abc import Iterator, Mapping, Sequence

from schedcfg.golang.text import one_line
from schedcfg.probe.network_traffic.reasons import log
from schedcfg.probe.network_traffic.reasons.quoting import listed
from schedcfg.probe.network_traffic.reasons.reason import Reason
from schedcfg.probe.prometheus import Labels, Sample
from schedcfg.results.probing import ProbeFinding
from schedcfg.results.traffic import Variant

_SHOWN = 3


def reasons(samples: Mapping[str, Sequence[Sample]], variant: Variant) -> Iterator[ProbeFinding]:
    """Yield one finding for all nodes whose samples are told apart by the same labels (node → its samples)."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for node, found in samples.items():
        alike.setdefault(_different([one.labels for one in found]), []).append(node)
    for labels, nodes in alike.items():
        found = samples[nodes[0]]
        yield Reason.SEVERAL.finding(
            f"{len(found)} samples for {listed(nodes)}, which {_told_apart(labels, found)}; the plugin takes one only",
            _help(labels),
            log.count(variant, len(found)),
            nodes,
        )


def _different(found: Sequence[Labels]) -> tuple[str, ...]:
    names = sorted({name for labels in found for name in labels})
    return tuple(name for name in names if len({labels.get(name) for labels in found}) > 1)


def _told_apart(labels: tuple[str, ...], samples: Sequence[Sample]) -> str:
    shown = (
        f"{one_line(label)} ({listed(sorted({one_line(one.labels.get(label, '')) or 'none' for one in samples}))})"
        for label in labels[:_SHOWN]
    )
    return f"differ in {', '.join(shown)}" if labels else "differ in nothing"


def _help(labels: tuple[str, ...]) -> str:
    if "job" in labels:
        return "Two jobs scrape the same exporter: remove one, or have it drop this counter (metric_relabel_configs)."
    if "device" in labels:
        return "Name the interface as it is called on the nodes: without a name the query finds more than one."
    if "instance" in labels:
        return (
            "Two exporters claim to be this node: an old target that has not gone stale yet (that passes), or a rule "
            "for the label that gives two nodes one name."
        )
    return "Make the query find one series: drop the label that tells them apart, or the other series."
