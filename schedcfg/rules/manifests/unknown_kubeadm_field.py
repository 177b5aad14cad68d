"""Fields under kubeadm's `scheduler` that it does not have."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.names import nearest
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.kubeadm import KIND, OTHER_KINDS

ID = "unknown-kubeadm-field"

_FIELDS = ("extraArgs", "extraEnvs", "extraVolumes")
_MEANT = {"config": "`extraArgs` with the file's path, and `extraVolumes` that mounts it"}
"""Fields that other products have, and what takes their place."""


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the fields of `scheduler` that kubeadm skips."""
    scheduler = None if context.running is None else context.running.by_kubeadm
    if scheduler is None or context.running is None:
        return
    if context.running.kind in OTHER_KINDS:
        message = f"kubeadm's {context.running.kind} has no field `scheduler`: {scheduler.reader.passing_over}"
        help_ = f"Write it in a document of `kind: {KIND}`, after a line `---`."
        yield advice(ID, scheduler.path, message, help_, Severity.WARNING)._replace(on_key=True)
    for field in scheduler.data:
        if field not in _FIELDS:
            message = f"kubeadm's `scheduler` has no field `{field}`: {scheduler.reader.passing_over}"
            yield advice(ID, (*scheduler.path, field), message, _help(field), Severity.WARNING)._replace(on_key=True)


def _help(field: str) -> str:
    if field in _MEANT:
        return f"Write {_MEANT[field]}."
    meant = nearest(field, _FIELDS)
    return f"Did you mean `{meant}`?" if meant else f"It has {', '.join(f'`{name}`' for name in _FIELDS)}."


RULE = Rule(
    id=ID,
    title="kubeadm has no such field",
    why="It logs a warning and ignores the field.",
    source="cmd/kubeadm/app/apis/kubeadm/v1beta4/types.go, ControlPlaneComponent; "
    "cmd/kubeadm/app/util/config/initconfiguration.go, documentMapToInitConfiguration",
    evidence=(Citation("https://github.com/kubernetes/kubeadm/pull/2881", "`unknown field`, only logged"),),
    check=check,
    severity=Severity.WARNING,
)
