"""How Prometheus comes by its samples: how often, and by what it finds its targets."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from statistics import median

from schedcfg.probe.network_traffic.inquiring import Inquiry
from schedcfg.probe.network_traffic.inventory import Inventory
from schedcfg.probe.network_traffic.queries import METRIC, quoted
from schedcfg.probe.prometheus.reply import parse

NODE_NAMES = (
    "__meta_kubernetes_pod_node_name",
    "__meta_kubernetes_endpoint_node_name",
    "__meta_kubernetes_endpointslice_endpoint_topology_kubernetes_io_hostname",
    "__meta_kubernetes_node_name",
)
"""Labels that carry the node's name before relabelling; which ones there are depends on `role`."""

_TARGETS = "/api/v1/targets?state=active"
_LOOK_BACK = "30m"
_UNITS = {"d": 86400, "h": 3600, "m": 60, "s": 1, "ms": 0.001}
_DURATION = re.compile("".join(rf"(?:(?P<{unit}>[0-9]{{1,9}}){unit})?" for unit in _UNITS))


class Scraping:
    """What `/api/v1/targets` and the samples themselves tell of scraping; each asked once, when needed."""

    def __init__(self, inquiry: Inquiry, jobs: frozenset[str]) -> None:
        """Look at the targets of some jobs."""
        self._inquiry = inquiry
        self._targets = tuple(_of_jobs(_targets(inquiry), jobs))

    def interval(self) -> float | None:
        """Return the longest time between two scrapes of a target, in seconds; None where nothing tells it."""
        told = [seconds for one in self._targets if (seconds := _seconds(one.get("scrapeInterval"))) is not None]
        return max(told) if told else self._seen()

    def node_label(self) -> str | None:
        """Return the label that carries the node's name before relabelling; None where there is none of Kubernetes."""
        discovered = [found for one in self._targets if isinstance(found := one.get("discoveredLabels"), dict)]
        return next((name for name in NODE_NAMES if any(found.get(name) for found in discovered)), None)

    def _seen(self) -> float | None:
        """Take it from the samples of a target: servers other than Prometheus do not list targets."""
        samples = self._inquiry.answered(f"topk(1, {METRIC})")
        if not samples:
            return None
        selector = ",".join(f"{name}={quoted(value)}" for name, value in samples[0].labels.items())
        times = [one.at for one in self._inquiry.answered(f"{{{selector}}}[{_LOOK_BACK}]")]
        gaps = [later - earlier for earlier, later in pairwise(times) if later > earlier]
        return median(gaps) if gaps else None


def scraping(inquiry: Inquiry, inventory: Inventory) -> Scraping:
    """Look at how the jobs are scraped that serve the counter."""
    return Scraping(inquiry, frozenset(labels.get("job", "") for labels in inventory.targets))


def _targets(inquiry: Inquiry) -> Iterator[Mapping[str, object]]:
    answer = inquiry.get(_TARGETS)
    found = parse(answer.body) if answer is not None else None
    data = found.get("data") if isinstance(found, dict) else None
    active = data.get("activeTargets") if isinstance(data, dict) else None
    yield from (one for one in active if isinstance(one, dict)) if isinstance(active, list) else ()


def _of_jobs(targets: Iterable[Mapping[str, object]], jobs: frozenset[str]) -> Iterator[Mapping[str, object]]:
    for one in targets:
        labels = one.get("labels")
        job = labels.get("job") if isinstance(labels, dict) else None
        if isinstance(job, str) and job in jobs:
            yield one


def _seconds(text: object) -> float | None:
    """Read a duration as Prometheus writes it (`1h30m`, `15s`); None where it is none, or zero."""
    found = _DURATION.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        return None
    return sum(int(number) * _UNITS[unit] for unit, number in found.groupdict().items() if number) or None
