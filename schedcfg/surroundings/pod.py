"""The Pod that a manifest makes: itself, or from its template."""

from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.surroundings.plain import Fields, at, items, text

_TEMPLATES: dict[str, tuple[str, ...]] = {
    "Pod": ("spec",),
    "PodTemplate": ("template", "spec"),
    "Deployment": ("spec", "template", "spec"),
    "DaemonSet": ("spec", "template", "spec"),
    "StatefulSet": ("spec", "template", "spec"),
    "ReplicaSet": ("spec", "template", "spec"),
    "ReplicationController": ("spec", "template", "spec"),
    "Job": ("spec", "template", "spec"),
    "CronJob": ("spec", "jobTemplate", "spec", "template", "spec"),
}
"""Kind → where the Pod's `spec` stands in its manifests."""


class PodSpec(NamedTuple):
    """The `spec` of a Pod.

    Attributes:
        data: All of it.
        path: Where it stands in its document.
    """

    data: Fields
    path: Path

    @property
    def service_account(self) -> str:
        """The service account that it names; empty where it names none, which means `default` or, if static, none."""
        return text(self.data.get("serviceAccountName")) or text(self.data.get("serviceAccount"))

    @property
    def host_network(self) -> bool:
        """Whether it shares the node's network."""
        return self.data.get("hostNetwork") is True

    @property
    def dns_policy(self) -> str:
        """How names are resolved; `ClusterFirst` where nothing is written."""
        return text(self.data.get("dnsPolicy")) or "ClusterFirst"

    @property
    def containers_at_work(self) -> int:
        """How many containers run side by side: those of `initContainers` too that are always restarted."""
        sidecars = [
            one for one, _ in items(self.data.get("initContainers"), ()) if one.get("restartPolicy") == "Always"
        ]
        return len(list(items(self.data.get("containers"), ()))) + len(sidecars)

    @property
    def scheduler_name(self) -> str:
        """The scheduler that is to place it; empty where none is named."""
        return text(self.data.get("schedulerName"))


def pod_spec(kind: str, manifest: Fields, path: Path) -> PodSpec | None:
    """Find the Pod's `spec` in a manifest; None where its kind makes no Pods, or it has none.

    Args:
        kind: The manifest's kind.
        manifest: All of it.
        path: Where it stands in its document.
    """
    keys = _TEMPLATES.get(kind)
    spec = None if keys is None else at(manifest, *keys)
    return PodSpec(spec, (*path, *(keys or ()))) if isinstance(spec, dict) else None
