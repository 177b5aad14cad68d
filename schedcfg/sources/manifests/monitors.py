"""What asks for metrics: objects of Prometheus's operator and its like, and annotations that Prometheus looks for."""

from schedcfg.sources.embedded import Manifest
from schedcfg.sources.manifests.pod import TEMPLATES, at

_KINDS = frozenset({"ServiceMonitor", "PodMonitor", "ScrapeConfig", "PodMonitoring", "VMServiceScrape", "VMPodScrape"})
"""Those of Prometheus's operator, of Google's managed Prometheus, and of VictoriaMetrics."""

_ANNOTATION = ("metadata", "annotations", "prometheus.io/scrape")
"""On Pods and Services: what the published configurations of Prometheus look for."""


def asks_for_metrics(manifest: Manifest) -> bool:
    """Return whether a manifest has somebody ask for metrics, whoever has them."""
    of_pods = TEMPLATES.get(manifest.kind or "", ())[:-1]
    annotated = (at(manifest.data, *where, *_ANNOTATION) for where in ((), of_pods))
    return manifest.kind in _KINDS or any(value in ("true", True) for value in annotated)
