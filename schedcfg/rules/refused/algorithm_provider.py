"""An algorithm provider that the release does not register."""

from collections.abc import Iterator

from schedcfg.findings import Problem
from schedcfg.rules.rule import Rule, Subject

ID = "algorithm-provider"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield `algorithmSource.provider` if no such provider is registered."""
    config = subject.configuration
    known = config.release.algorithm_providers
    if config.provider is not None and config.provider not in known:
        yield Problem(
            ID,
            ("algorithmSource", "provider"),
            f"there is no algorithm provider `{config.provider}`; "
            f"Kubernetes {config.release.name} has {', '.join(known)}",
            "Remove `algorithmSource` for the default.",
        )


RULE = Rule(
    id=ID,
    title="The algorithm provider does not exist",
    why="The scheduler gets its default plugins from the provider, and stops without one.",
    source="pkg/scheduler/factory.go up to 1.21, createFromProvider",
    check=check,
    until="1.18",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1alpha1
kind: KubeSchedulerConfiguration
algorithmSource:
  provider: AutoscalerProvider
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1alpha1
kind: KubeSchedulerConfiguration
algorithmSource:
  provider: ClusterAutoscalerProvider
""",
    options=("--kubernetes", "1.18"),
)
