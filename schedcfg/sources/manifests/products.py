"""Flags of kube-scheduler in the files of products that run it: where they are, and how they are written there.

A product that takes anything else than kubeadm does is an entry of `PRODUCTS`. Sources:

- Talos, github.com/siderolabs/talos: `SchedulerConfig` in pkg/machinery/config/types/v1alpha1/v1alpha1_types.go; for
  what it sets itself, `manageScheduler` in internal/app/machined/pkg/controllers/k8s/control_plane_static_pod.go.
- k3s and RKE2: docs.k3s.io and docs.rke2.io, "Configuration Options"; the same keys in Rancher's `machineGlobalConfig`.
  Cluster API: `KThreesServerConfig` in bootstrap/api of github.com/k3s-io/cluster-api-k3s, `RKE2ServerConfig` in
  controlplane/api of github.com/rancher/cluster-api-provider-rke2.
- kOps, github.com/kubernetes/kops: `KubeSchedulerConfig` in pkg/apis/kops/componentconfig.go, its tags name the flags;
  nodeup/pkg/model/kube_scheduler.go adds `--config`, and what `usePolicyConfigMap` means.
- k3d: docs at k3d.io, "Config File"; its `image` is that of k3s, not of kube-scheduler.
- kubespray: templates/kubeadm-config.v1beta4.yaml.j2 below roles/kubernetes/control-plane.
- Gardener, github.com/gardener/gardener: `KubeSchedulerConfig` in pkg/apis/core/v1beta1/types_shoot.go.
- k0s: docs.k0sproject.io, "Configuration options".
- RKE, github.com/rancher/rke: `SchedulerService` in types/rke_types.go.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from schedcfg.document import Document
from schedcfg.document.span import Path, follow
from schedcfg.patterns import pattern
from schedcfg.releases.kubeadm_layout import KUBECONFIG
from schedcfg.sources.folder import Text
from schedcfg.sources.in_place import FoundMapping
from schedcfg.sources.manifests.command_line import CommandLineFlag, is_resolved
from schedcfg.sources.manifests.kubeadm import release
from schedcfg.sources.manifests.pod import Fields, fields, text

Reader = Callable[[object, Path], Iterator[CommandLineFlag]]
"""Yields the flags in the value at a path."""

_TEMPLATES = ("{{", "${", "$(")
"""What begins a value that another tool fills in later."""

_VERSIONS: tuple[Path, ...] = (("spec", "version"), ("spec", "kubernetesVersion"))
"""Where Cluster API's documents and Rancher's have the release, in which the flags may be anywhere."""


class Product(NamedTuple):
    """One form in which a product takes flags."""

    name: str
    read: Reader
    at: Path = ()  # Where they are: in each document of the kinds, or below any key of the names that `anywhere` lists
    groups: str = ""  # What the API version of its documents begins with; empty: they have none, and no kind
    kinds: tuple[str, ...] = ()
    anywhere: tuple[str, ...] = ()  # Keys that nothing else has: the flags are there, however deep
    requires: str = ""  # A key at the top of its documents, where neither group nor kind shows whose they are
    kubernetes: Path = ()  # Where the release is: a version, or an image with a tag; empty: not there
    kubeconfig: str = KUBECONFIG
    passes_config: bool = False  # Whether it starts the scheduler with a `--config` of its own, in which its fields are
    own_flags: frozenset[str] = frozenset()

    def is_of(self, manifest: Fields) -> bool:
        """Return whether a document may be the product's."""
        if not self.groups and not self.kinds:
            return "kind" not in manifest and (not self.requires or self.requires in manifest)
        return manifest.get("kind") in self.kinds and text(manifest.get("apiVersion")).startswith(self.groups)


class ProductScheduler(NamedTuple):
    """A scheduler that a product runs."""

    product: Product
    path: Path  # Where its flags are
    data: object
    flags: tuple[CommandLineFlag, ...]  # The flags, and `--config` where the product passes it
    kubernetes: str | None  # The release, `1.29`; None where none is written
    kubernetes_path: Path  # Where it is, or could be
    image: str = ""  # The scheduler's image; empty where none is named


def schedulers(manifest: Fields, path: Path) -> Iterator[ProductScheduler]:
    """Yield the schedulers to which a product's document gives flags; none of anything else.

    Args:
        manifest: All of it.
        path: Where it is in its document.
    """
    for product in PRODUCTS:
        if product.anywhere:
            version = next((each for each in _VERSIONS if release(follow(manifest, each))), None)
            named = None if version is None else text(follow(manifest, version))
            for place, data in () if _is_of_kubernetes(manifest) else _keys(manifest, path, product.anywhere):
                yield _scheduler(product, data, place, named, place if version is None else (*path, *version))
        elif product.is_of(manifest):
            data = follow(manifest, product.at)
            if data is not None:
                named = text(follow(manifest, product.kubernetes)) if product.kubernetes else ""
                place = (*path, *(product.kubernetes or product.at))
                yield _scheduler(product, data, (*path, *product.at), named, place)


def _scheduler(product: Product, data: object, path: Path, named: str | None, named_path: Path) -> ProductScheduler:
    is_image = product.kubernetes[-1:] == ("image",)
    version = (named or "").partition("@")[0].rpartition(":")[2] if is_image else named or ""
    config = CommandLineFlag("config", None, path, path, on_key=True, is_known=False)
    flags = [config] if product.passes_config else []
    flags += [_named(flag, flag.name.lstrip("-")) for flag in product.read(data, path)]
    image = (named or "") if is_image else ""
    return ProductScheduler(product, path, data, tuple(flags), release(version), named_path, image)


def _named(flag: CommandLineFlag, written: str) -> CommandLineFlag:
    return flag._replace(name=written.replace("_", "-"), written=written if "_" in written else "")


def _is_of_kubernetes(manifest: Fields) -> bool:
    """Return whether a manifest is one of Kubernetes' own kinds, which have flags in no other place than a Pod."""
    group = text(manifest.get("apiVersion")).rpartition("/")[0]
    return "kind" in manifest and ("." not in group or group.endswith(".k8s.io"))


def _keys(data: object, path: Path, names: tuple[str, ...]) -> Iterator[tuple[Path, object]]:
    """Yield the values of some keys, however deep."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in names:
                yield (*path, key), value
            else:
                yield from _keys(value, (*path, key), names)
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from _keys(item, (*path, index), names)


def _is_known(value: str) -> bool:
    return is_resolved(value) and not any(mark in value for mark in _TEMPLATES)


def read_pairs(data: object, path: Path) -> Iterator[CommandLineFlag]:
    """Yield the flags in a text `name=value`, with or without dashes, or in a list of such."""
    listed = [(data, path)] if isinstance(data, str) else [(one, (*path, at)) for at, one in enumerate(_list(data))]
    for word, place in listed:
        if isinstance(word, str) and _is_known(word.partition("=")[0]):
            name, equals, value = word.partition("=")
            yield CommandLineFlag(name, value if equals else None, place, place, is_known=_is_known(value))


def _mapping(data: object, path: Path) -> Iterator[CommandLineFlag]:
    """Read names with values, each of which may be a list for a flag that is repeated."""
    for name, written in fields(data).items():
        values = written if isinstance(written, list) else [written]
        for value in map(_write, values):
            place = (*path, name)
            if _is_known(name) and name != "$patch":
                yield CommandLineFlag(name, value, place, place, on_key=True, is_known=_is_known(value or ""))


def _by_field(names: Mapping[Path, str]) -> Reader:
    """Return a reader of fields that each become a flag."""

    def read(data: object, path: Path) -> Iterator[CommandLineFlag]:
        for field, name in names.items():
            value, place = follow(data, field), (*path, *field)
            if value is not None:
                written = _write(value)
                yield CommandLineFlag(name, written, place, place, on_key=True, is_known=_is_known(written or ""))

    return read


def _of_kops(data: object, path: Path) -> Iterator[CommandLineFlag]:
    """Read kOps' fields; of one, two flags come."""
    yield from _by_field(_KOPS_FLAGS)(data, path)
    if fields(data).get(_KOPS_POLICY) is True:
        place = (*path, _KOPS_POLICY)
        for name, value in (("policy-configmap", "scheduler-policy"), ("policy-configmap-namespace", "kube-system")):
            yield CommandLineFlag(name, value, place, place, on_key=True)


def _in_k3d(data: object, path: Path) -> Iterator[CommandLineFlag]:
    """Read the flags among the arguments of k3s, as k3d is given them: `arg: --kube-scheduler-arg=name=value`."""
    for index, item in enumerate(_list(data)):
        match = _K3S_FLAG.match(text(fields(item).get("arg")))
        if match is not None:
            yield from read_pairs(match["flag"], (*path, index, "arg"))


_K3S_FLAG = pattern(r"--kube-scheduler-arg[= ][\"']?(?P<flag>[^\"']+)")


def _write(value: object) -> str | None:
    """Return a value as it is written behind a flag."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return ",".join(f"{key}={_write(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return ",".join(str(_write(inner)) for inner in value)
    return None if value is None else str(value)


def _list(data: object) -> list[object]:
    return data if isinstance(data, list) else []


_TALOS_OWN = frozenset({"authentication-kubeconfig", "authorization-kubeconfig", "config", "kubeconfig"})
_KOPS_POLICY = "usePolicyConfigMap"
_KOPS_FLAGS: dict[Path, str] = {
    ("master",): "master",
    ("logFormat",): "logging-format",
    ("logLevel",): "v",
    ("featureGates",): "feature-gates",
    ("kubeAPIQPS",): "kube-api-qps",
    ("kubeAPIBurst",): "kube-api-burst",
    ("authenticationKubeconfig",): "authentication-kubeconfig",
    ("authorizationKubeconfig",): "authorization-kubeconfig",
    ("authorizationAlwaysAllowPaths",): "authorization-always-allow-paths",
    ("enableProfiling",): "profiling",
    ("enableContentionProfiling",): "contention-profiling",
    ("tlsCertFile",): "tls-cert-file",
    ("tlsPrivateKeyFile",): "tls-private-key-file",
    ("leaderElection", "leaderElect"): "leader-elect",
    ("leaderElection", "leaderElectLeaseDuration"): "leader-elect-lease-duration",
    ("leaderElection", "leaderElectRenewDeadlineDuration"): "leader-elect-renew-deadline",
    ("leaderElection", "leaderElectResourceLock"): "leader-elect-resource-lock",
    ("leaderElection", "leaderElectResourceName"): "leader-elect-resource-name",
    ("leaderElection", "leaderElectResourceNamespace"): "leader-elect-resource-namespace",
    ("leaderElection", "leaderElectRetryPeriod"): "leader-elect-retry-period",
}

K3S = Product(
    "k3s or RKE2",
    read_pairs,
    anywhere=("kube-scheduler-arg", "kube-scheduler-arg+", "kubeSchedulerArgs"),
    kubeconfig="/var/lib/rancher/<k3s or rke2>/server/cred/scheduler.kubeconfig",
)
K3D = Product(
    "k3d",
    _in_k3d,
    ("options", "k3s", "extraArgs"),
    groups="k3d.io/",
    kinds=("Simple",),
    kubernetes=("image",),
    kubeconfig="/var/lib/rancher/k3s/server/cred/scheduler.kubeconfig",
)
PRODUCTS = (
    Product(
        "Talos",
        _mapping,
        ("cluster", "scheduler", "extraArgs"),
        kubernetes=("cluster", "scheduler", "image"),
        passes_config=True,
        own_flags=_TALOS_OWN,
    ),
    Product(
        "Talos",
        _mapping,
        ("extraArgs",),
        groups="v1alpha1",
        kinds=("KubeSchedulerConfig",),
        kubernetes=("image",),
        passes_config=True,
        own_flags=_TALOS_OWN,
    ),
    K3S,
    K3D,
    *(
        Product(
            "RKE2",
            read_pairs,
            (*spec, "serverConfig", "kubeScheduler", "extraArgs"),
            groups="controlplane.cluster.x-k8s.io/",
            kinds=(kind,),
            kubernetes=(*spec, "version"),
            kubeconfig="/var/lib/rancher/rke2/server/cred/scheduler.kubeconfig",
        )
        for kind, spec in (
            ("RKE2ControlPlane", ("spec",)),
            ("RKE2ControlPlaneTemplate", ("spec", "template", "spec")),
        )
    ),
    Product(
        "kOps",
        _of_kops,
        ("spec", "kubeScheduler"),
        groups="kops.k8s.io/",
        kinds=("Cluster",),
        kubernetes=("spec", "kubernetesVersion"),
        passes_config=True,
    ),
    Product(
        "kubespray",
        _mapping,
        ("kube_kubeadm_scheduler_extra_args",),
        kubernetes=("kube_version",),
        passes_config=True,
    ),
    Product(
        "Gardener",
        _by_field({("featureGates",): "feature-gates"}),
        ("spec", "kubernetes", "kubeScheduler"),
        groups="core.gardener.cloud/",
        kinds=("Shoot",),
        kubernetes=("spec", "kubernetes", "version"),
    ),
    Product(
        "k0s",
        _mapping,
        ("spec", "scheduler", "extraArgs"),
        groups="k0s.k0sproject.io/",
        kinds=("ClusterConfig", "Cluster"),
        kubeconfig="/var/lib/k0s/pki/scheduler.conf",
    ),
    Product(
        "k0s",
        _mapping,
        ("spec", "k0s", "config", "spec", "scheduler", "extraArgs"),
        groups="k0sctl.k0sproject.io/",
        kinds=("Cluster",),
        kubernetes=("spec", "k0s", "version"),
        kubeconfig="/var/lib/k0s/pki/scheduler.conf",
    ),
    Product(
        "RKE",
        _mapping,
        ("services", "scheduler", "extra_args"),
        requires="nodes",
        kubernetes=("kubernetes_version",),
        kubeconfig="/etc/kubernetes/ssl/kubecfg-kube-scheduler.yaml",
    ),
)
"""All that are known; kubeadm's own form, kind's and Cluster API's are read by `kubeadm`."""


class NamedRelease(NamedTuple):
    """Where a product's file names the release that it runs."""

    release: str  # `1.29`
    place: str  # `k8s-cluster.yml:14`, `line 14` in a text without a name


def named_releases(texts: Iterable[Text], product: FoundMapping, own: Document) -> Iterator[NamedRelease]:
    """Yield the release that each document of some texts names, where it does.

    Args:
        texts: The texts.
        product: The fields of a configuration, with where a version is, or an image with one as its tag.
        own: The document that they are in.
    """
    for one in texts:
        for document in one.stream.documents:
            paths = (product.image, *product.versions) if document is own and product.image else product.versions
            written = ((path, text(follow(document.data, path))) for path in paths)
            found = next(
                ((path, named) for path, value in written if (named := release(value.rpartition(":")[2]))), None
            )
            if found is not None:
                line = document.locate(found[0]).value.start.line
                yield NamedRelease(found[1], f"{one.name}:{line}" if one.name else f"line {line}")
