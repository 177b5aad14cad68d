"""Products that run kube-scheduler: where flags are in their files, and how they are written there.

A product that takes anything else than kubeadm does is an entry of `PRODUCTS`. Sources:

- Talos, github.com/siderolabs/talos: `SchedulerConfig` in pkg/machinery/config/types/v1alpha1/v1alpha1_types.go; for
  what it sets itself, `manageScheduler` in internal/app/machined/pkg/controllers/k8s/control_plane_static_pod.go.
- k3s and RKE2: docs.k3s.io and docs.rke2.io, "Configuration Options"; the same keys in Rancher's `machineGlobalConfig`.
  Cluster API: `KThreesServerConfig` in bootstrap/api of github.com/k3s-io/cluster-api-k3s, `RKE2ServerConfig` in
  controlplane/api of github.com/rancher/cluster-api-provider-rke2.
- kOps, github.com/kubernetes/kops: `KubeSchedulerConfig` in pkg/apis/kops/componentconfig.go, its tags name the flags;
  nodeup/pkg/model/kube_scheduler.go adds `--config`, and what `usePolicyConfigMap` means.
- k3d: docs at k3d.io, "Config File".
- kubespray: templates/kubeadm-config.v1beta4.yaml.j2 below roles/kubernetes/control-plane; docs/ansible/vars.md.
- Gardener, github.com/gardener/gardener: `KubeSchedulerConfig` in pkg/apis/core/v1beta1/types_shoot.go.
- k0s: docs.k0sproject.io, "Configuration options".
- k0smotron, github.com/k0sproject/k0smotron: `K0sConfigSpec` in api/bootstrap, `K0smotronControlPlane` in
  api/controlplane.
- RKE, github.com/rancher/rke: `SchedulerService` in types/rke_types.go; Rancher has it in a field of its own.
- kind, github.com/kubernetes-sigs/kind: pkg/cluster/internal/kubeadm/config.go gives all components its feature gates.
- KubeKey, github.com/kubesphere/kubekey: `SchedulerArgs` of `Kubernetes` in its apis.
- KubeOne, github.com/kubermatic/kubeone: `ControlPlaneComponents` in pkg/apis/kubeone.
- MicroK8s, `extraKubeSchedulerArgs` in pkg/k8sinit/schema.go of canonical/microk8s-cluster-agent; Canonical Kubernetes,
  docs.canonical.com, "Bootstrap configuration file reference".
- vCluster, github.com/loft-sh/vcluster: `DistroContainerEnabled` in config/config.go.
"""

from collections.abc import Iterator

from schedcfg.document.span import Path
from schedcfg.patterns import pattern
from schedcfg.sources.in_place import KUBESPRAY_VERSIONS, TALOS_VERSIONS
from schedcfg.sources.manifests.command_line import CommandLineFlag
from schedcfg.sources.manifests.pod import fields, items, text
from schedcfg.sources.manifests.products import (
    Product,
    by_field,
    read_mapping,
    read_pairs,
)


def _of_kops(data: object, path: Path) -> Iterator[CommandLineFlag]:
    """Read kOps' fields; of one, two flags come."""
    yield from by_field(_KOPS_FLAGS)(data, path)
    if fields(data).get(_KOPS_POLICY) is True:
        place = (*path, _KOPS_POLICY)
        for name, value in (("policy-configmap", "scheduler-policy"), ("policy-configmap-namespace", "kube-system")):
            yield CommandLineFlag(name, value, place, place, on_key=True)


def _in_k3d(data: object, path: Path) -> Iterator[CommandLineFlag]:
    """Read the flags among the arguments of k3s, as k3d is given them: `arg: --kube-scheduler-arg=name=value`."""
    for item, place in items(data, path):
        match = _K3S_FLAG.match(text(item.get("arg")))
        if match is not None:
            yield from read_pairs(match["flag"], (*place, "arg"))


_K3S_FLAG = pattern(r"--kube-scheduler-arg[= ][\"']?(?P<flag>[^\"']+)")


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
    image=("kube-scheduler-image",),
    kubeconfig="/var/lib/rancher/<k3s or rke2>/server/cred/scheduler.kubeconfig",
)
K3D = Product(
    "k3d",
    _in_k3d,
    ("options", "k3s", "extraArgs"),
    groups="k3d.io/",
    kinds=("Simple",),
    versions=(("image",),),
    kubeconfig="/var/lib/rancher/k3s/server/cred/scheduler.kubeconfig",
)
PRODUCTS = (
    Product(
        "Talos",
        read_mapping,
        ("cluster", "scheduler", "extraArgs"),
        versions=TALOS_VERSIONS,
        are_beside=True,
        image=("cluster", "scheduler", "image"),
        passes_config=True,
        own_flags=_TALOS_OWN,
    ),
    Product(
        "Talos",
        read_mapping,
        ("extraArgs",),
        groups="v1alpha1",
        kinds=("KubeSchedulerConfig",),
        versions=TALOS_VERSIONS,
        are_beside=True,
        image=("image",),
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
            versions=((*spec, "version"),),
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
        versions=(("spec", "kubernetesVersion"),),
        image=("spec", "kubeScheduler", "image"),
        takes_objects=True,
        passes_config=True,
    ),
    Product(
        "kubespray",
        read_mapping,
        ("kube_kubeadm_scheduler_extra_args",),
        versions=KUBESPRAY_VERSIONS,
        are_beside=True,
        passes_config=True,
    ),
    *(
        Product(
            "kubespray",
            by_field({(): flag}),
            (variable,),
            unless=unless,
            versions=KUBESPRAY_VERSIONS,
            are_beside=True,
            passes_config=True,
        )
        for variable, flag, unless in (
            ("kube_scheduler_bind_address", "bind-address", ""),
            ("kube_scheduler_feature_gates", "feature-gates", ""),
            ("kube_feature_gates", "feature-gates", "kube_scheduler_feature_gates"),
        )
    ),
    Product(
        "Gardener",
        by_field({("featureGates",): "feature-gates"}),
        ("spec", "kubernetes", "kubeScheduler"),
        groups="core.gardener.cloud/",
        kinds=("Shoot",),
        versions=(("spec", "kubernetes", "version"),),
        passes_config=True,
    ),
    Product(
        "k0s",
        read_mapping,
        ("spec", "scheduler", "extraArgs"),
        groups="k0s.k0sproject.io/",
        kinds=("ClusterConfig", "Cluster"),
        kubeconfig="/var/lib/k0s/pki/scheduler.conf",
    ),
    Product(
        "k0s",
        read_mapping,
        ("spec", "k0s", "config", "spec", "scheduler", "extraArgs"),
        groups="k0sctl.k0sproject.io/",
        kinds=("Cluster",),
        versions=(("spec", "k0s", "version"),),
        kubeconfig="/var/lib/k0s/pki/scheduler.conf",
    ),
    *(
        Product(
            "k0smotron",
            read_mapping,
            (*spec, "spec", "scheduler", "extraArgs"),
            groups=groups,
            kinds=(kind,),
            versions=(("spec", "version"),),
            kubeconfig="/var/lib/k0s/pki/scheduler.conf",
        )
        for groups, kind, spec in (
            ("controlplane.cluster.x-k8s.io/", "K0sControlPlane", ("spec", "k0sConfigSpec", "k0s")),
            ("controlplane.cluster.x-k8s.io/", "K0smotronControlPlane", ("spec", "k0sConfig")),
            ("k0smotron.io/", "Cluster", ("spec", "k0sConfig")),
        )
    ),
    *(
        Product(
            "RKE",
            read_mapping,
            (*within, "services", "scheduler", field),
            requires=requires,
            versions=((*within, "kubernetes_version"), (*within, "system_images", "kubernetes")),
            kubeconfig="/etc/kubernetes/ssl/kubecfg-kube-scheduler.yaml",
        )
        for within, requires in (((), "nodes"), (("rancher_kubernetes_engine_config",), ""))
        for field in ("extra_args", "extra_args_array")
    ),
    Product(
        "kind",
        by_field({(): "feature-gates"}),
        ("featureGates",),
        groups="kind.x-k8s.io/",
        kinds=("Cluster",),
        versions=(("nodes", 0, "image"),),
    ),
    Product(
        "KubeKey",
        read_pairs,
        ("spec", "kubernetes", "schedulerArgs"),
        groups="kubekey.kubesphere.io/",
        kinds=("Cluster",),
        versions=(("spec", "kubernetes", "version"),),
    ),
    Product(
        "KubeOne",
        read_mapping,
        ("controlPlaneComponents", "scheduler", "flags"),
        groups="kubeone.k8c.io/",
        kinds=("KubeOneCluster",),
        versions=(("versions", "kubernetes"),),
    ),
    Product(
        "MicroK8s or Canonical Kubernetes",
        read_mapping,
        anywhere=("extraKubeSchedulerArgs", "extra-node-kube-scheduler-args"),
    ),
    Product(
        "vCluster",
        read_pairs,
        ("controlPlane", "distro", "k8s", "scheduler", "extraArgs"),
        versions=tuple(("controlPlane", "distro", "k8s", *where) for where in (("version",), ("image", "tag"))),
    ),
)
"""All that are known; kubeadm's own form, patches of it in kind's, and Cluster API's are read by `kubeadm`."""
