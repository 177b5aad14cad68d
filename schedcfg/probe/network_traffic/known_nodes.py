"""Which nodes there are, as far as Prometheus knows."""

from schedcfg.golang.text import one_line
from schedcfg.probe.network_traffic.queries import METRIC, NODE_LABEL, UNAME, fits_into_query
from schedcfg.probe.prometheus import Prometheus
from schedcfg.results.traffic import Variant


def known_nodes(prometheus: Prometheus, variant: Variant) -> tuple[str, ...]:
    """List the nodes that Prometheus knows, sorted: by the fork's label, else by what the nodes call themselves.

    Raises:
        ExchangeFailed: if no answer came.
        QuestionFailed: if it holds no result.
    """
    labelled = _values(prometheus, METRIC, NODE_LABEL) if variant is Variant.FORK else ()
    return labelled or _values(prometheus, UNAME, "nodename")


def _values(prometheus: Prometheus, metric: str, label: str) -> tuple[str, ...]:
    samples = prometheus.query(f"count by ({label}) ({metric})").samples
    names = {one.labels.get(label, "") for one in samples}
    # No node of Kubernetes has a name that could not be printed, or that would break the query.
    return tuple(sorted(name for name in names if name and one_line(name) == name and fits_into_query(name)))
