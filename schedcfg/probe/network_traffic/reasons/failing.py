"""Questions that were not answered."""

from collections.abc import Iterator

from schedcfg.plugins.network_traffic import Measured
from schedcfg.probe.network_traffic.asking import Asked, Failure
from schedcfg.probe.network_traffic.queries import published
from schedcfg.probe.network_traffic.reasons import answering, log, reaching, settings
from schedcfg.probe.network_traffic.reasons.quoting import listed
from schedcfg.probe.network_traffic.reasons.reason import Reason
from schedcfg.probe.prometheus import Prometheus, QueryFailed, QueryFailure, Reply
from schedcfg.probe.request import RequestFailed
from schedcfg.results.probing import ProbeFinding

_BAD_DATA = "bad_data"


def explained(failure: Failure, measured: Measured, prometheus: Prometheus) -> ProbeFinding:
    """Explain a failure that all nodes share."""
    if isinstance(failure, RequestFailed):
        return reaching.reason(failure, measured.variant)
    return answering.reason(failure, measured.variant, prometheus)


def reasons(asked: Asked, measured: Measured, prometheus: Prometheus) -> Iterator[ProbeFinding]:
    """Yield why nodes were not answered: one finding for all that fail alike."""
    common = asked.common
    said_to_range = common if isinstance(common, QueryFailed) and common.error_type == _BAD_DATA else None
    senseless = tuple(settings.no_range(measured, said_to_range))
    yield from senseless
    if common is not None and not (senseless and said_to_range):
        yield explained(common, measured, prometheus)
    alike: dict[str, list[str]] = {}
    for node, failure in asked.failures.items():
        if failure is not common:
            # What follows the first brace are the labels of series, which differ from node to node.
            alike.setdefault(str(failure).partition("{")[0], []).append(node)
    for nodes in alike.values():
        finding = explained(asked.failures[nodes[0]], measured, prometheus)
        yield finding._replace(nodes=tuple(filter(None, nodes)))
    if asked.late:
        yield Reason.TOO_SLOW.finding(
            f"{len(asked.left)} nodes were not asked any more: the questions before took too long",
            "The plugin asks about every node for every Pod, and waits for all answers: with so slow a Prometheus "
            "scheduling nearly stands still. Shorten the time range, or record the query as a rule.",
            nodes=asked.left,
        )


def is_answered(failure: Failure) -> bool:
    """Tell whether Prometheus itself says what is wrong, so that another query may do better."""
    return isinstance(failure, QueryFailed) and failure.kind is QueryFailure.API


def of_published(outcome: Reply | QueryFailed, measured: Measured, node: str) -> ProbeFinding:
    """Explain what is wrong with the query of the program of its own, and how to mend it."""
    if isinstance(outcome, QueryFailed):
        seen, upstream = f"Prometheus objects: {outcome}", log.querying(measured.variant, outcome.upstream)
    else:
        seen = f"it finds {len(outcome.samples)} samples"
        upstream = log.count(measured.variant, len(outcome.samples))
    return Reason.PUBLISHED_QUERY.finding(
        f"the program as published asks for {published(measured, node)}, and {seen}. Two mistakes: node, interface and "
        "range are put into the query in the wrong places, and an `s` is written behind a range that has its unit "
        f"already. So it fails for every node ({listed([node])} was tried), and no Pod is scheduled",
        "In GetGauge of pkg/prometheus.go, give Sprintf the interface, the range and the node in this order, and write "
        "[%s] instead of [%ss] in nodeMeasureQueryTemplate. The values here are those of the query as it was meant.",
        upstream,
    )
