"""Static Pods that use objects of the API server."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.files import API_OBJECTS
from schedcfg.sources.manifests.running import CLUSTERS_OWN, RunningScheduler

ID = "static-pod-reference"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the volumes and the service account that the cluster's own scheduler cannot have, as a static Pod."""
    running = context.running
    if running is None or not _is_meant_as_static(running):
        return
    for volume in running.volumes:
        if volume.kind in API_OBJECTS:
            yield _problem((*volume.path, volume.kind), f"a `{volume.kind}` volume")
    for field in ("serviceAccountName", "serviceAccount"):
        if running.spec.data.get(field):
            yield _problem((*running.spec.path, field), "a service account")


def _is_meant_as_static(running: RunningScheduler) -> bool:
    return (
        running.kind == "Pod"
        and running.name == CLUSTERS_OWN
        and running.namespace == "kube-system"
        and running.spec.host_network
        and not running.is_copy
        and not running.is_partial
    )


def _problem(path: tuple[str | int, ...], what: str) -> Problem:
    return advice(
        ID,
        path,
        f"this scheduler does not run as a static Pod, which cannot use {what} (since 1.34 the kubelet refuses it; "
        "before, it stays in `ContainerCreating`)",
        "Put the file on the node and use `hostPath`, with a kubeconfig; or run a Deployment.",
        Severity.ERROR,
    )._replace(on_key=True)


RULE = Rule(
    id=ID,
    title="A static Pod uses objects of the API server",
    why="The kubelet runs static Pods without the API server. Since 1.34 it refuses those that refer to ConfigMaps, "
    "Secrets, claims or service accounts; before, they stay in `ContainerCreating`, as the API server does not accept "
    "the mirror of such a Pod, and shows a node only what its Pods use.",
    source="pkg/kubelet/config/common.go, tryDecodeSinglePod; pkg/api/pod/util.go, HasAPIObjectReference; "
    "plugin/pkg/admission/noderestriction/admission.go",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/issues/103587", "the kubelet accepts what the API server forbids"
        ),
        Citation(
            "https://github.com/yang-wang11/custom-scheduler-extender/blob/5e337a5c7f5b7e7b51700609c666ff8682eb6dd0/deploy/scheduler-cm.yaml",
            "a static Pod with a ConfigMap",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
)
