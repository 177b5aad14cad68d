"""A configuration of v1alpha1 that names a legacy Policy, and plugins of its own."""

from collections.abc import Iterator

from schedcfg.document.span import Path
from schedcfg.findings import Problem
from schedcfg.rules.rule import Rule, Subject
from schedcfg.rules.unseen_policy import named_policy

ID = "policy-beside-plugins"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield what selects or configures plugins beside a Policy."""
    if named_policy(subject.decoded) is None:
        return
    shape = subject.decoded.shape
    written: tuple[tuple[Path, bool], ...] = (
        (("plugins",), shape.plugins is not None),
        (("pluginConfig",), bool(shape.plugin_config)),
        (("hardPodAffinitySymmetricWeight",), shape.hard_pod_affinity_symmetric_weight is not None),
    )
    for path, is_written in written:
        if is_written:
            message = f"`{path[0]}` beside a legacy Policy: kube-scheduler takes the plugins from only one of the two"
            yield Problem(ID, path, message, "Remove it, or `algorithmSource`.")


RULE = Rule(
    id=ID,
    title="A Policy and plugins at the same time",
    why="The scheduler exits with `using Plugins and Policy simultaneously is not supported`.",
    source="pkg/scheduler/factory.go of 1.18, createFromConfig; pkg/scheduler/apis/config/v1alpha1/conversion.go",
    check=check,
    until="1.18",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1alpha1
kind: KubeSchedulerConfiguration
algorithmSource:
  policy:
    file:
      path: /etc/kubernetes/policy.json
hardPodAffinitySymmetricWeight: 5
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1alpha1
kind: KubeSchedulerConfiguration
hardPodAffinitySymmetricWeight: 5
""",
    options=("--kubernetes", "1.18"),
)
