"""What the Args themselves rule out."""

from collections.abc import Iterator

from schedcfg.plugins.network_traffic import Measured
from schedcfg.probe.network_traffic.queries import seconds
from schedcfg.probe.network_traffic.reasons import log
from schedcfg.probe.network_traffic.reasons.reason import Reason
from schedcfg.probe.prometheus import QueryFailed
from schedcfg.results.probing import ProbeFinding
from schedcfg.results.traffic import Variant

_FIELDS = {
    Variant.FORK: ("prometheusAddress", "networkInterface", "timeRangeInMinutes"),
    Variant.OWN: ("ip", "deviceName", "timeRange"),
}


def reasons(measured: Measured) -> Iterator[ProbeFinding]:
    """Yield what is missing in the Args, or senseless."""
    address, interface, _ = _FIELDS[measured.variant]
    if not measured.address:
        yield Reason.NO_ADDRESS.finding(
            f"{address} is not set, and it has no default: the plugin asks nobody, and fails for every Pod",
            f"Set {address} to the URL of Prometheus: http://prometheus:9090.",
            log.querying(measured.variant, 'Post "/api/v1/query": unsupported protocol scheme ""'),
        )
    if not measured.interface:
        yield Reason.NO_INTERFACE_NAMED.finding(
            f"{interface} is not set: the query finds no series, as every one has an interface",
            f"Set {interface} to the nodes' interface, such as eth0.",
        )


def no_range(measured: Measured, failure: QueryFailed | None) -> Iterator[ProbeFinding]:
    """Yield that the time range is senseless, if it is; `failure` is what Prometheus said to it."""
    is_beyond = seconds(measured) != measured.minutes * 60
    if seconds(measured) > 0 and not (is_beyond and failure is not None):
        return
    minutes = _FIELDS[measured.variant][2]
    beyond = ", more than the 292 years that fit into Go's durations, so that something else comes of it"
    yield Reason.NO_RANGE.finding(
        f"{minutes} is {measured.minutes}{beyond if is_beyond else ''}: the plugin takes that, but Prometheus does not "
        "look back so",
        f"Set {minutes} to {'less' if is_beyond else 'at least 1'}; 5 is usual.",
        log.querying(measured.variant, failure.upstream) if failure is not None else "",
    )
