"""How a manifest runs kube-scheduler."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from schedcfg.document.span import Path, follow
from schedcfg.releases.endpoints import HEALTH_PATHS, SECURE_PORT
from schedcfg.sources.manifests import kubeadm, product_documents
from schedcfg.sources.manifests.command_line import CommandLine, CommandLineFlag, command_line, joined_in
from schedcfg.sources.manifests.files import API_OBJECTS, Volume, VolumeMount, claimed, mount_of, mounts, volumes
from schedcfg.sources.manifests.pod import (
    Fields,
    HttpProbe,
    Image,
    PodSpec,
    at,
    entries,
    fields,
    image,
    items,
    pod_spec,
    probes,
    text,
)
from schedcfg.sources.manifests.versions import NamedVersion
from schedcfg.sources.products.product import Product

CLUSTERS_OWN = "kube-scheduler"
"""The name of the default scheduler in kubeadm, and in those that follow it."""

_OF_OTHERS = ("deschedul", "extender")
"""In the names of programs that concern schedulers, and are none."""
_OF_COMPONENTS = ("authentication-", "authorization-", "leader-elect", "secure-port")
"""Flags of the components of Kubernetes begin with these."""
_OF_SCHEDULERS_ONLY = ("algorithm-provider", "hard-pod-affinity-", "pod-max-in-", "policy-config", "use-legacy-policy-")
"""Flags that only kube-scheduler has begin with these.

Upstream: `AddFlags` of `DeprecatedOptions` in `cmd/kube-scheduler/app/options/deprecated.go`.
"""
_OF_NAMED_ONLY = frozenset({"leader-elect-resource-name", "lock-object-name", "scheduler-name"})
"""Flags that show kube-scheduler in a program that is called a scheduler: others have them as well."""
_OF_THE_KUBELET = frozenset({"kubernetes.io/config.mirror", "kubernetes.io/config.source"})
"""Annotations of Pods that the kubelet shows the API server."""
_IN_EVERY_POD = ("/var/run/secrets/kubernetes.io/serviceaccount/", "/run/secrets/kubernetes.io/serviceaccount/")
_IN_EVERY_IMAGE = ("/dev/", "/etc/ssl/certs/", "/proc/")
"""Folders that are there without a mount. The stock image has the usual authorities."""


class RunningScheduler(NamedTuple):
    """A scheduler as a manifest starts it."""

    kind: str  # `Pod`, `Deployment` …; `ClusterConfiguration` or what has one in it for what kubeadm makes a Pod from
    name: str  # The manifest's; empty where it has none
    namespace: str
    path: Path  # Where the manifest is in its document
    spec: PodSpec  # The Pod's `spec` and its place; for kubeadm its `scheduler`
    container: Path  # Where the container is; for kubeadm its `scheduler`
    command_line: CommandLine
    mounts: tuple[VolumeMount, ...]
    volumes: tuple[Volume, ...]
    probes: tuple[HttpProbe, ...]
    image: Image | None  # What the container is made from; None where kubeadm chooses
    # Whether this is kube-scheduler, or a program made from it; otherwise other manifests have to show it
    certain: bool
    is_named_so: bool  # Whether its program or image is called a scheduler; otherwise only its configuration shows it
    kubernetes: str | None  # The release that it names, `1.29`; None where it names none
    replicas: int = 1
    kubernetes_path: Path = ()  # Where that is, or could
    is_partial: bool = False  # Whether it is merged into something else, so that what it leaves out may be there
    # What kubeadm is given, if that runs it: it adds flags, mounts and all the rest; None otherwise
    by_kubeadm: kubeadm.KubeadmScheduler | None = None
    # Whether it was made in a cluster from something else, as a static Pod's mirror is: what runs is that
    is_copy: bool = False
    # The product that runs it, where that is not kubeadm; None otherwise. It adds all the rest, too.
    product: Product | None = None
    # Whether its manifest by itself shows that its program, whatever it is called, is made from kube-scheduler
    shows_itself: bool = False
    # Whether it is another program: its flags show it, or it is called as those are that concern schedulers
    is_another_program: bool = False
    # Whether it is a process of its node, without a container: it sees all files there, and has no service account
    is_process: bool = False
    patch_release: str | None = None  # That release to its patch, `1.29.3`; None where none is named
    # The manifest of which its Pods are made; empty where that is not one of Kubernetes' own
    manifest: Fields = {}  # noqa: RUF012 - a tuple's default; nothing changes it

    @property
    def competes(self) -> bool:
        """Whether it needs leases and ports of its own: copies, patches, and what has no replicas, do not."""
        return not self.is_partial and not self.is_copy and self.replicas > 0

    @property
    def scheduler(self) -> str:
        """The name that distinguishes schedulers: manifests of the same are versions, or nodes, of one."""
        # The API server shows static Pods under their name and that of their node.
        node = text(self.spec.data.get("nodeName"))
        return CLUSTERS_OWN if self.is_managed else self.name.removesuffix(f"-{node}" if node else "")

    @property
    def has_no_program(self) -> bool:
        """Whether its manifest has flags, and leaves it to the image which program gets them."""
        line = self.command_line
        is_left = not line.program and not line.in_shell and not line.unknown and not line.stray
        return is_left and bool(line.flags) and not self.is_partial and self.image is not None

    @property
    def has_started(self) -> bool:
        """Whether its cluster showed it running: its program took its flags, and found its files."""
        status = at(self.manifest, "status")
        if self.kind != "Pod" or text(at(status, "phase")) != "Running":
            return False
        name = at(follow(self.spec.data, self.container[-2:]), "name")
        its = (one for one in entries(at(status, "containerStatuses")) if one.get("name") == name)
        return all(isinstance(at(one, "state", "running"), dict) and one.get("ready") is not False for one in its)

    @property
    def is_clusters_own(self) -> bool:
        """Whether it is certain to be the cluster's own scheduler: the static Pod of that name, or kubeadm's."""
        is_its_pod = self.is_static and self.scheduler == CLUSTERS_OWN and self.namespace == "kube-system"
        return self.is_kubeadm or is_its_pod

    @property
    def described(self) -> str:
        """What messages call it."""
        if self.product is not None:
            return f"the {CLUSTERS_OWN} of {self.product.name}"
        return f"the {CLUSTERS_OWN} of a {self.kind}" if self.is_kubeadm else f"{self.kind} `{self.name}`"

    @property
    def is_static(self) -> bool:
        """Whether the kubelet runs it from a file, or may, or systemd does: it has no service account then."""
        kinds = {volume.kind for volume in self.volumes}
        on_node = (self.spec.host_network or "hostPath" in kinds) and not kinds & API_OBJECTS
        is_pod = self.kind == "Pod" and on_node and not self.spec.service_account and not self.is_partial
        return is_pod or self.is_managed or self.is_process

    @property
    def is_kubeadm(self) -> bool:
        """Whether kubeadm runs it."""
        return self.by_kubeadm is not None

    @property
    def is_managed(self) -> bool:
        """Whether kubeadm or another product runs it, as the cluster's own."""
        return self.is_kubeadm or self.product is not None

    @property
    def is_openshift(self) -> bool:
        """Whether it is OpenShift's build: by its image's name, or by `hyperkube`, which upstream ended in 1.18.

        Other images of that name have Kubernetes' tag, or a placeholder for it.
        """
        its_image = self.image
        if its_image is None or its_image.release is not None or its_image.is_untold_hyperkube:
            return False
        return "openshift" in its_image.name or self.command_line.launcher == "hyperkube"

    @property
    def secure_port(self) -> int | None:
        """Where it serves by HTTPS; None where it does not, or that is not known."""
        flag = self.flag("secure-port")
        port = SECURE_PORT if flag is None else flag.port
        return (port or None) if self.is_secure_port_known else None

    @property
    def is_secure_port_known(self) -> bool:
        """Whether it is certain where it serves by HTTPS, or that it does not."""
        flag = self.flag("secure-port")
        return self.settles("secure-port") and (flag is None or flag.port is not None)

    def flag(self, name: str) -> CommandLineFlag | None:
        """Return a flag, the last of several; None where it is absent."""
        return self.command_line.get(name)

    def sees(self, file: str) -> bool:
        """Return whether a file is in the container: below a mount, or in one that exists by default."""
        usual = file.startswith(_IN_EVERY_IMAGE) or (not self.is_static and file.startswith(_IN_EVERY_POD))
        return usual or self.is_process or self.mount_of(file) is not None

    @property
    def policy_flag(self) -> CommandLineFlag | None:
        """The flag whose Policy counts, up to 1.22: the ConfigMap's, unless `--use-legacy-policy-config` is set.

        Upstream: `ApplyTo` of `DeprecatedOptions` in `cmd/kube-scheduler/app/options/deprecated.go`.
        """
        file, config_map = self.flag("policy-config-file"), self.flag("policy-configmap")
        legacy = self.flag("use-legacy-policy-config")
        return file if config_map is None or (legacy is not None and not legacy.is_off) else config_map

    def settles(self, name: str) -> bool:
        """Return whether the value of a flag is certain, present or not."""
        return self.command_line.settles(name)

    def mount_of(self, file: str) -> VolumeMount | None:
        """Return the mount that a file of the container is below, the longest of several; None where there is none."""
        return mount_of(file, self.mounts)


def running_in(kind: str, manifest: Fields, path: Path) -> Iterator[RunningScheduler]:
    """Yield the schedulers that a manifest runs, and what may be one.

    Args:
        kind: The manifest's kind.
        manifest: All of it.
        path: Where it is in its document.
    """
    yield from run_by_products(kind, manifest, path)
    spec = pod_spec(kind, manifest, path)
    if spec is None:
        return
    for container, place in items(spec.data.get("containers"), (*spec.path, "containers")):
        running = _running(kind, manifest, path, container, place)
        if running.certain or running.shows_itself or running.flag("config") is not None:
            yield running


def run_by_products(kind: str, manifest: Fields, path: Path) -> Iterator[RunningScheduler]:
    """Yield the schedulers that kubeadm and other products run by a document; see `running_in`."""
    scheduler = product_documents.scheduler_of_kubeadm(manifest, path)
    if scheduler is not None:
        yield run_by_kubeadm(scheduler, kind, path)
    yield from (run_by_product(one, kind, path) for one in product_documents.schedulers(manifest, path))


def with_release(running: RunningScheduler, version: NamedVersion | None) -> RunningScheduler:
    """Return a scheduler with the release that something around it names, where its own document names none."""
    if running.kubernetes is not None or version is None:
        return running
    return running._replace(kubernetes=version.kubernetes, patch_release=version.patch_release)


def run_by_rights(kind: str, manifest: Fields, path: Path) -> RunningScheduler | None:
    """Return the scheduler that a manifest runs if its account has the rights of one; None where that shows nothing.

    Which of several containers it is, is not known, nor is what flags such a program has by itself.
    """
    spec = pod_spec(kind, manifest, path)
    containers = [] if spec is None else list(items(spec.data.get("containers"), (*spec.path, "containers")))
    if len(containers) != 1:
        return None
    running = _running(kind, manifest, path, *containers[0])
    return running._replace(command_line=replace(running.command_line, unknown=True))


def _running(kind: str, manifest: Fields, path: Path, container: Fields, place: Path) -> RunningScheduler:
    spec = pod_spec(kind, manifest, path)
    assert spec is not None
    known = {volume.name: volume for volume in (*volumes(spec.data, spec.path), *claimed(manifest, path))}
    line, its_image = command_line(container, place), image(text(container.get("image")))
    its_probes, namespace = tuple(probes(container, place)), text(at(manifest, "metadata", "namespace"))
    return RunningScheduler(
        kind=kind,
        name=text(at(manifest, "metadata", "name")),
        namespace=namespace,
        path=path,
        spec=spec,
        container=place,
        command_line=line,
        mounts=tuple(mounts(container, place, known)),
        volumes=tuple(known.values()),
        probes=its_probes,
        image=its_image,
        certain=_is_scheduler(line, its_image),
        shows_itself=_shows_itself(line, its_image, its_probes, namespace),
        is_named_so=_is_named_so(line, its_image),
        is_another_program=line.has_foreign_flags or _is_named_otherwise(line, its_image),
        kubernetes=its_image.release,
        patch_release=its_image.patch_release,
        replicas=_replicas(manifest),
        kubernetes_path=(*place, "image"),
        is_partial="image" not in container or _is_patch(manifest),
        is_copy=_is_copy(manifest),
        manifest=manifest,
    )


def _is_scheduler(line: CommandLine, its_image: Image) -> bool:
    return line.program == CLUSTERS_OWN or (not line.program and its_image.is_named_like_stock)


def _is_named_so(line: CommandLine, its_image: Image) -> bool:
    """Return whether a program or its image is called a scheduler."""
    is_called_so = "schedul" in _names(line, its_image) and not _is_named_otherwise(line, its_image)
    return _is_scheduler(line, its_image) or is_called_so


def _is_named_otherwise(line: CommandLine, its_image: Image) -> bool:
    return any(word in _names(line, its_image) for word in _OF_OTHERS)


def _names(line: CommandLine, its_image: Image) -> str:
    return f"{line.program} {its_image.repository.rpartition('/')[2]}"


def _shows_itself(line: CommandLine, its_image: Image, its_probes: tuple[HttpProbe, ...], namespace: str) -> bool:
    """Return whether a program with a name of its own is made from kube-scheduler: by its port, or by its flags.

    Others that are called schedulers are not in `kube-system`, and have neither flags nor files named as Kubernetes'.
    """
    if line.has_foreign_flags:
        return False
    is_named_so, config = _is_named_so(line, its_image), line.get("config")
    names = {flag.name for flag in line.flags}
    if any(name.startswith(_OF_SCHEDULERS_ONLY) for name in names) or (is_named_so and names & _OF_NAMED_ONLY):
        return True
    if any(probe.port == SECURE_PORT and probe.url_path in HEALTH_PATHS for probe in its_probes):
        return is_named_so or any(probe.scheme == "HTTPS" for probe in its_probes)
    if config is None or not is_named_so:
        return False
    is_file_named_so = "sched" in (config.value or "").rpartition("/")[2]
    is_like_kubernetes = any(flag.name.startswith(_OF_COMPONENTS) for flag in line.flags)
    return namespace == "kube-system" or is_file_named_so or is_like_kubernetes


def _is_patch(manifest: Fields) -> bool:
    """Return whether a workload is a patch, as kustomize takes them: `apps/v1` requires a selector."""
    template = isinstance(at(manifest, "spec", "template"), dict)
    return manifest.get("apiVersion") == "apps/v1" and template and at(manifest, "spec", "selector") is None


def _is_copy(manifest: Fields) -> bool:
    """Return whether a manifest was made in the cluster from another one, as the Pods of a Deployment are."""
    owners = items(at(manifest, "metadata", "ownerReferences"), ())
    annotations = fields(at(manifest, "metadata", "annotations"))
    return bool(_OF_THE_KUBELET & annotations.keys()) or any(owner for owner, _ in owners)


def _replicas(manifest: Fields) -> int:
    written = at(manifest, "spec", "replicas")
    return written if isinstance(written, int) else 1


def run_by_kubeadm(scheduler: kubeadm.KubeadmScheduler, kind: str, path: Path) -> RunningScheduler:
    """Return how kubeadm runs a scheduler.

    Args:
        scheduler: Its part of kubeadm's configuration.
        kind: The kind of the manifest in which that is.
        path: Where that is in its document.
    """
    return RunningScheduler(
        kind=kind,
        name="",
        namespace="kube-system",
        path=path,
        spec=PodSpec(scheduler.data, scheduler.path),
        container=scheduler.path,
        command_line=CommandLine(CLUSTERS_OWN, scheduler.flags, joined=joined_in(scheduler.flags)),
        mounts=scheduler.mounts,
        volumes=scheduler.volumes,
        probes=(),
        image=None,
        certain=True,
        is_named_so=True,
        kubernetes=scheduler.kubernetes,
        patch_release=scheduler.patch_release,
        kubernetes_path=scheduler.kubernetes_path,
        is_partial=scheduler.reader.partial,
        by_kubeadm=scheduler,
    )


def run_by_product(scheduler: product_documents.ProductScheduler, kind: str, path: Path) -> RunningScheduler:
    """Return how a product runs a scheduler: with more flags and files than its document names."""
    version = scheduler.version
    return RunningScheduler(
        kind=kind,
        name="",
        namespace="kube-system",
        path=path,
        spec=PodSpec(fields(scheduler.data), scheduler.path),
        container=scheduler.path,
        command_line=CommandLine(CLUSTERS_OWN, scheduler.flags, unknown=True, joined=joined_in(scheduler.flags)),
        mounts=(),
        volumes=(),
        probes=(),
        image=image(scheduler.image) if scheduler.image else None,
        certain=True,
        is_named_so=True,
        kubernetes=None if version is None else version.kubernetes,
        patch_release=None if version is None else version.patch_release,
        kubernetes_path=scheduler.path if version is None else version.path,
        is_partial=True,
        product=scheduler.product,
    )
