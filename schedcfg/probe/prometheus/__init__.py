"""Prometheus asked as its Go client asks it: `client_golang`'s `api` and `api/prometheus/v1`, v1.7.1 and v1.9.0."""

from schedcfg.probe.prometheus.client import Prometheus
from schedcfg.probe.prometheus.failure import QueryFailed, QueryFailure
from schedcfg.probe.prometheus.reply import Labels, Reply, ResultType, Sample

__all__ = [
    "Labels",
    "Prometheus",
    "QueryFailed",
    "QueryFailure",
    "Reply",
    "ResultType",
    "Sample",
]
