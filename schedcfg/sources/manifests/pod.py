"""Pods as manifests describe them: their `spec`, their probes, and whose scheduler an image is, of which release.

A manifest that makes Pods.

Reading plain data of any shape: what does not have the shape that Kubernetes expects counts as not written.

Manifests belong to other programs, and what is wrong in them is theirs to report. The one kind of resource that is
ours, and whose mistakes are reported, is read by `schedcfg.commands.krm.config`.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from schedcfg.document.span import Path
from schedcfg.patterns import pattern
from schedcfg.sources.manifests.versions import patch_release

Fields: TypeAlias = dict[str, object]


def fields(data: object) -> Fields:
    """Return a mapping's entries; none where it is no mapping."""
    return data if isinstance(data, dict) else {}


def at(data: object, *keys: str) -> object:
    """Follow keys through mappings; None where one is missing."""
    for key in keys:
        data = fields(data).get(key)
    return data


def text(data: object) -> str:
    """Return a text; an empty one for anything else."""
    return data if isinstance(data, str) else ""


def items(data: object, path: Path) -> Iterator[tuple[Fields, Path]]:
    """Yield the mappings in a list, each with its path."""
    for index, item in enumerate(data if isinstance(data, list) else ()):
        if isinstance(item, dict):
            yield item, (*path, index)


def entries(data: object) -> Iterator[Fields]:
    """Yield the mappings in a list."""
    return (item for item, _ in items(data, ()))


def may_be_same(namespace: str, other: str) -> bool:
    """Return whether two manifests may be in one namespace: where one names none, whoever applies it chooses."""
    return "" in {namespace, other} or namespace == other


def pod_of_cluster(kind: str | None, manifest: Fields) -> str:
    """Return what a Pod that a cluster has shown is called, `kube-system/scheduler-node-1`; empty for what users write.

    Args:
        kind: The manifest's kind.
        manifest: All of it.
    """
    if kind != "Pod" or not (text(at(manifest, "spec", "nodeName")) or text(at(manifest, "status", "phase"))):
        return ""
    name, namespace = (text(at(manifest, "metadata", key)) for key in ("name", "namespace"))
    return f"{namespace or DEFAULT_NAMESPACE}/{name}" if name else ""


CHECKSUM_ANNOTATION = "schedcfg.io/config-sha256"
"""Annotation of a Pod, written by `schedcfg generate`: when its configuration changes, so does the Pod."""
DEFAULT_NAMESPACE = "default"


def depends_on_namespace(namespace: str, other: str) -> bool:
    """Return whether two manifests are in one namespace only if whoever applies them chooses that of the one for both.

    `kubectl` puts what names none in `default`, unless it is run with `--namespace`, or its context has another one.
    """
    return namespace != other and "" in {namespace, other} and DEFAULT_NAMESPACE not in {namespace, other}


TEMPLATES: dict[str, tuple[str, ...]] = {
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
"""Kind → where the Pod's `spec` is in its manifests."""


class PodSpec(NamedTuple):
    """The `spec` of a Pod."""

    data: Fields
    path: Path  # Where it is in its document

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
        sidecars = [one for one in entries(self.data.get("initContainers")) if one.get("restartPolicy") == "Always"]
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
        path: Where it is in its document.
    """
    keys = TEMPLATES.get(kind)
    spec = None if keys is None else at(manifest, *keys)
    return PodSpec(spec, (*path, *(keys or ()))) if isinstance(spec, dict) else None


PROBES = ("livenessProbe", "readinessProbe", "startupProbe")
"""In the order in which findings name them."""


class HttpProbe(NamedTuple):
    """A probe by HTTP."""

    kind: str  # `livenessProbe`, `readinessProbe` or `startupProbe`
    port: int | None  # Its number; None where it is no number and no port of the container has that name
    scheme: str  # `HTTP` (also where none is written) or `HTTPS`
    host: str  # The host that it requests; empty for the Pod's address
    url_path: str
    path: Path  # Where its `httpGet` is


def probes(container: Fields, path: Path) -> Iterator[HttpProbe]:
    """Yield the HTTP probes of a container."""
    ports = {text(item.get("name")): item.get("containerPort") for item, _ in items(container.get("ports"), ())}
    for kind in PROBES:
        get = at(container, kind, "httpGet")
        if not isinstance(get, dict):
            continue
        written = get.get("port")
        port = ports.get(written) if isinstance(written, str) else written
        yield HttpProbe(
            kind=kind,
            port=port if isinstance(port, int) and not isinstance(port, bool) else None,
            scheme=text(fields(get).get("scheme")).upper() or "HTTP",
            host=text(get.get("host")),
            url_path=text(get.get("path")),
            path=(*path, kind, "httpGet"),
        )


_STOCK_NAME = pattern(r"(?<![a-z0-9])kube-scheduler(-(amd64|arm64|arm|ppc64le|s390x))?\Z")
_STOCK_ROOTS = frozenset(
    {
        "registry.k8s.io",
        "k8s.gcr.io",
        "gcr.io/google-containers",
        "gcr.io/google_containers",
        "eu.gcr.io/k8s-artifacts-prod",
        "us.gcr.io/k8s-artifacts-prod",
        "gcr.io/k8s-staging-kubernetes",
        "registry.aliyuncs.com/google_containers",
    }
)
"""Where Kubernetes publishes its images, and a mirror that names them the same way."""

_ALL_IN_ONE = pattern(r"(?:hardened-kubernetes|hyperkube)(?:-(?:amd64|arm64|arm|ppc64le|s390x))?")
"""Images with every component in them, tagged as Kubernetes is."""

_TAG = pattern(r"v?(?P<major>\d+)\.(?P<minor>\d+)\.\d+(?:[-+_.].*)?\Z")
_SCHEDULER_PLUGINS = "scheduler-plugins/kube-scheduler"


class Image(NamedTuple):
    """An image."""

    name: str
    repository: str  # Without tag and digest
    tag: str  # Without the colon; empty where there is none

    @property
    def is_stock(self) -> bool:
        """Whether it is Kubernetes' own kube-scheduler, as it is published."""
        root, _, name = self.repository.rpartition("/")
        return root in _STOCK_ROOTS and _STOCK_NAME.match(name) is not None

    @property
    def is_named_like_stock(self) -> bool:
        """Whether it is called as Kubernetes' own is, wherever it comes from."""
        return _STOCK_NAME.search(self.repository.rpartition("/")[2]) is not None

    @property
    def release(self) -> str | None:
        """The minor release of Kubernetes that it is made from, `1.29`; None where its name does not show it.

        Only tags of images called `kube-scheduler` do: others count their own versions. scheduler-plugins tags v0.29.7
        what is made from 1.29.
        """
        match = _TAG.match(self.tag)
        is_all_in_one = _ALL_IN_ONE.fullmatch(self.repository.rpartition("/")[2]) is not None
        if match is None or not (self.is_named_like_stock or is_all_in_one):
            return None
        if self.repository.endswith(_SCHEDULER_PLUGINS):
            return f"1.{match['minor']}" if match["major"] == "0" else None
        return f"1.{match['minor']}" if match["major"] == "1" else None

    @property
    def is_untold_hyperkube(self) -> bool:
        """Whether it is Kubernetes' `hyperkube` with a tag that shows no release, as a placeholder.

        OpenShift and Rancher have images of that name, too, and build them on.
        """
        is_kept_on = "openshift" in self.name or "rancher" in self.name
        is_named_so = "hyperkube" in self.repository.rpartition("/")[2]
        return is_named_so and bool(self.tag) and self.release is None and not is_kept_on

    @property
    def patch_release(self) -> str | None:
        """The patch release, `1.29.3`, which few facts depend on; None where its name shows none of Kubernetes."""
        return patch_release(self.tag) if self.is_named_like_stock else None

    @property
    def catalog(self) -> str | None:
        """The catalog whose plugins are compiled into it, `scheduler-plugins@0.31`; None where none is known to be.

        Of published images only: one of that name in another registry may be built from a fork, with other plugins.
        """
        match = _TAG.match(self.tag)
        root = self.repository.removesuffix(f"/{_SCHEDULER_PLUGINS}")
        if match is None or match["major"] != "0" or root == self.repository or root not in _STOCK_ROOTS:
            return None
        return f"scheduler-plugins@0.{match['minor']}"


def image(name: str) -> Image:
    """Split an image's name: `host:port/path/name:tag@digest`."""
    without_digest = name.partition("@")[0]
    repository, colon, tag = without_digest.rpartition(":")
    if not colon or "/" in tag:
        return Image(name, without_digest, "")
    return Image(name, repository, tag)


class Workload(NamedTuple):
    """A manifest that makes Pods, or changes them as they are created, with a scheduler that it names."""

    scheduler_name: str
    path: Path  # Where the name is in its document
    part: str = ""  # The name, where that is only a part of the value; empty otherwise
