"""Checksums that `schedcfg generate` wrote, of configurations that have changed since."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.deployment import DeploymentContext, StartConfiguration
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.checksum import checksum, checksum_path, written_checksum
from schedcfg.sources.manifests.pod import CHECKSUM_ANNOTATION
from schedcfg.sources.manifests.running import RunningScheduler

ID = "outdated-checksum"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the checksum of a configuration, in a Pod or in kubeadm's patch of it, that is not the one here."""
    running, configured = context.running, context.configured
    if running is None or configured is None or not configured.text.content or running.is_copy:
        return
    actual = checksum(configured.text.content)
    if running.is_kubeadm:
        written = context.related.patches.checksum
        if written and written != actual:
            yield _in_patch(running, configured, actual)
    elif written_checksum(running) not in {"", actual}:
        yield _in_manifest(running, configured, actual)


def _in_manifest(running: RunningScheduler, configured: StartConfiguration, actual: str) -> Problem:
    restarts = "the kubelet starts" if running.kind == "Pod" else f"the {running.kind} starts"
    path = checksum_path(running)
    return advice(
        ID,
        path,
        f"{configured.name} has changed since this checksum was written: unless it changes as well, kube-scheduler "
        "keeps running with the older configuration",
        f"Write `{actual}`: by this change of the manifest, {restarts} the scheduler again.",
        Severity.WARNING,
        Remedy("Write the checksum", (RemedyChange(Act.REPLACE, path, actual),), unsafe="The scheduler restarts."),
    )


def _in_patch(running: RunningScheduler, configured: StartConfiguration, actual: str) -> Problem:
    flag = running.flag("config")
    return advice(
        ID,
        running.container if flag is None else flag.value_path,
        f"{configured.name} has changed since its checksum in kubeadm's patch was written: unless that changes as "
        "well, kube-scheduler keeps running with the older configuration",
        f"Write `{CHECKSUM_ANNOTATION}: {actual}` in the patch: by this change of the manifest, the kubelet starts the "
        "scheduler again.",
        Severity.WARNING,
    )


RULE = Rule(
    id=ID,
    title="The checksum is of an older configuration",
    why="kube-scheduler reads its configuration only when it starts. A static Pod is started again when its manifest "
    "changes, the Pods of a Deployment when their template does: nothing watches the configuration. So `schedcfg "
    "generate` writes its checksum into the Pod.",
    source="cmd/kube-scheduler/app/options/configfile.go; pkg/kubelet/config/file_linux.go",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/issues/128524",
            "a changed configuration on the node has no effect on a static Pod",
        ),
        Citation(
            "https://github.com/scality/metalk8s/issues/937",
            "checksums in the manifests of static Pods, so that they restart",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
)
