"""Placeholders of a script in a manifest: what depends on them is not checked."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.document.placeholders import placeholder
from schedcfg.document.span import Path
from schedcfg.document.texts import listing
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.command_line import is_of_template
from schedcfg.sources.manifests.pod import text

ID = "unfilled-placeholder"

_MOST_NAMED = 5


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the placeholders of a manifest at the first of them; those of templates are what their tools replace."""
    found: dict[str, Path] = {}
    for written, path in _texts(context):
        name = None if is_of_template(written) else placeholder(written)
        if name is not None:
            found.setdefault(name, path)
    if found:
        names = listing([f"`{name}`" for name in found], _MOST_NAMED)
        message = f"what depends on {names} is not checked: a script seems to fill in this value later"
        help_ = "Validate what the script writes; if none does, write the value: Kubernetes does not replace it."
        yield advice(ID, next(iter(found.values())), message, help_, Severity.INFO)


def _texts(context: DeploymentContext) -> Iterator[tuple[str, Path]]:
    """Yield the texts of a manifest that rules look at, in the order in which they matter."""
    if context.workload is not None:
        yield context.workload.scheduler_name, context.workload.path
    running = context.running
    if running is None:
        return
    if running.image is not None:
        yield running.image.name, running.kubernetes_path
    for flag in running.command_line.flags:
        # What a shell or systemd puts in is nobody's placeholder.
        if not (running.is_process and "$" in (flag.value or "")):
            yield flag.value or "", flag.value_path
    for mount in running.mounts:
        yield mount.mount_path, (*mount.path, "mountPath")
        volume = mount.volume
        if volume is not None and volume.kind == "hostPath":
            at = (*volume.path, "hostPath")
            yield text(volume.source.get("path")), at if running.is_kubeadm else (*at, "path")


RULE = Rule(
    id=ID,
    title="A manifest has a placeholder",
    why="Which scheduler, which image or which file is meant is only known once the value is put in.",
    source="api/core/v1, PodSpec",
    evidence=(
        Citation(
            "https://github.com/openshift/cluster-kube-scheduler-operator/blob/d509747c81f5d6207762b931063a0e5a4cb61051/bindata/v3.11.0/kube-scheduler/pod.yaml",
            "`kube-scheduler-pod-DEPLOYMENT_ID`",
        ),
    ),
    check=check,
    severity=Severity.INFO,
)
