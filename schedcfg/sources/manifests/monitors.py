"""What asks for metrics: objects of Prometheus's operator and its like, and annotations that Prometheus looks for."""

from schedcfg.sources.embedded import Manifest
from schedcfg.sources.manifests.pod import TEMPLATES, at, fields
from schedcfg.sources.manifests.running import RunningScheduler

_KINDS = frozenset({"ServiceMonitor", "PodMonitor", "ScrapeConfig", "PodMonitoring", "VMServiceScrape", "VMPodScrape"})
"""Those of Prometheus's operator, of Google's managed Prometheus, and of VictoriaMetrics."""

_ANNOTATION = ("metadata", "annotations", "prometheus.io/scrape")
"""On Pods and Services: what the published configurations of Prometheus look for."""


def asks_for_metrics(manifest: Manifest) -> bool:
    """Return whether a manifest has somebody ask for metrics, whoever has them."""
    of_pods = TEMPLATES.get(manifest.kind or "", ())[:-1]
    annotated = (at(manifest.data, *where, *_ANNOTATION) for where in ((), of_pods))
    return manifest.kind in _KINDS or any(value in ("true", True) for value in annotated)


def may_ask(monitor: Manifest, running: RunningScheduler) -> bool:
    """Return whether what asks for metrics may ask a scheduler: annotations are only about their own Pods.

    Args:
        monitor: A manifest that has somebody ask for metrics.
        running: The scheduler.
    """
    if monitor.kind in _KINDS:
        return True
    if monitor.kind != "Service":
        return monitor.data is running.manifest
    labels = fields(at(running.manifest, *TEMPLATES.get(running.kind, ())[:-1], "metadata", "labels"))
    selector = fields(at(monitor.data, "spec", "selector"))
    return bool(selector) and selector.items() <= labels.items()
