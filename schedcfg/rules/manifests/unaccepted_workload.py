"""Workloads of schedulers that the API server does not accept."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.pod import at, fields, text
from schedcfg.sources.manifests.running import RunningScheduler

ID = "unaccepted-workload"

_GONE = frozenset({"extensions/v1beta1", "apps/v1beta1", "apps/v1beta2"})
"""API versions of workloads that 1.16 was the first release without."""
_OF_APPS = frozenset({"Deployment", "DaemonSet", "StatefulSet", "ReplicaSet"})


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield an API version that is gone, and a selector that does not select the scheduler's own Pods."""
    running = context.running
    if running is None or running.kind not in _OF_APPS or not running.manifest or running.is_copy:
        return
    version = text(running.manifest.get("apiVersion"))
    if version in _GONE and context.release is not None:
        message = (
            f"no scheduler runs: since Kubernetes 1.16 the API server does not know a {running.kind} of `{version}`"
        )
        help_ = "Write `apiVersion: apps/v1`; it also requires a `selector` that matches the labels of the template."
        yield advice(ID, (*running.path, "apiVersion"), message, help_, Severity.ERROR)
    else:
        yield from _selector(running)


def _selector(running: RunningScheduler) -> Iterator[Problem]:
    labels = fields(at(running.manifest, "spec", "template", "metadata", "labels"))
    wanted = fields(at(running.manifest, "spec", "selector", "matchLabels"))
    path: Path = (*running.path, "spec", "selector", "matchLabels")
    for name, value in wanted.items():
        if labels.get(name) != value and not running.is_partial:
            found = f"which have `{name}: {labels[name]}`" if name in labels else "which lack that label"
            message = f"no scheduler runs: the selector `{name}: {value}` does not match its own Pods, {found}"
            help_ = "Give the selector and `template.metadata.labels` the same labels."
            yield advice(ID, (*path, name), message, help_, Severity.ERROR)
            return


RULE = Rule(
    id=ID,
    title="The API server does not accept the workload",
    why="It answers `no matches for kind`, or `selector does not match template labels`, and creates no Pods.",
    source="pkg/apis/apps/validation/validation.go, ValidateDeploymentSpec; pkg/controlplane/instance.go",
    evidence=(
        Citation(
            "https://github.com/chaitanyakolluru/kubernetes-code/blob/6649fef90256d88d2e47ae26343758ced2b2321c/my-scheduler.yaml",
            "a Deployment of `extensions/v1beta1`",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
)
