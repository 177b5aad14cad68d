"""Contention profiling where nothing is profiled."""

from collections.abc import Iterator

from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "contention-profiling"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield `enableContentionProfiling: true` alongside `enableProfiling: false`."""
    config = subject.configuration
    if config.enable_contention_profiling and not config.enable_profiling:
        yield advice(
            ID,
            ("enableContentionProfiling",),
            "`enableContentionProfiling: true` has no effect with `enableProfiling: false`",
            "Write `enableProfiling: true` if you want it, or remove this line.",
        )


RULE = Rule(
    id=ID,
    title="Contention profiling without profiling",
    why="The scheduler only reads `enableContentionProfiling` if profiling is on.",
    source="cmd/kube-scheduler/app/server.go, newEndpointsHandler; newHealthEndpointsAndMetricsHandler since 1.34",
    check=check,
    severity=Severity.WARNING,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
enableProfiling: false
enableContentionProfiling: true
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
enableProfiling: false
enableContentionProfiling: false
""",
)
