"""kOps: fields of its cluster become flags, and the configuration is an additional object beside it.

Sources, in github.com/kubernetes/kops: `KubeSchedulerConfig` in pkg/apis/kops/componentconfig.go, whose tags name the
flags; nodeup/pkg/model/kube_scheduler.go, which adds `--config`, mounts one folder, and reads `usePolicyConfigMap`;
docs/addon_objects.md, pkg/model/components/kubescheduler/model.go (which merges `spec.kubeScheduler` on top),
pkg/apis/kops/validation/additionalobjects.go (which refuses a kubeconfig);
upup/models/cloudup/resources/addons/scheduler.addons.k8s.io/v1.7.0.yaml, the addon that `usePolicyConfigMap` adds.
"""

from collections.abc import Iterator

from schedcfg.document.span import Path
from schedcfg.sources.manifests.command_line import CommandLineFlag
from schedcfg.sources.manifests.flags_in_data import flags_in_fields
from schedcfg.sources.manifests.pod import fields
from schedcfg.sources.products.product import FlagPlace, MadePolicy, Marks, Product, ProductDocument
from schedcfg.sources.products.target import CONFIG_FILE, ConfigurationToRun, DeploymentTarget, MadeFiles

_MOUNTED = "/var/lib/kube-scheduler/"
_POLICY = "usePolicyConfigMap"
_MADE = MadePolicy(
    "kube-system",
    "scheduler-policy",
    (
        *("NoDiskConflict", "NoVolumeZoneConflict", "MaxEBSVolumeCount", "MaxGCEPDVolumeCount"),
        *("MaxAzureDiskVolumeCount", "MatchInterPodAffinity", "GeneralPredicates", "CheckNodeMemoryPressure"),
        *("CheckNodeDiskPressure", "CheckNodeCondition", "PodToleratesNodeTaints", "NoVolumeNodeConflict"),
    ),
)
_FIELDS: dict[Path, str] = {
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


def _flags(data: object, path: Path) -> Iterator[CommandLineFlag]:
    """Yield the flags that the fields become; of one, two come."""
    yield from flags_in_fields(_FIELDS)(data, path)
    if fields(data).get(_POLICY) is True:
        place = (*path, _POLICY)
        for name, value in (("policy-configmap", _MADE.name), ("policy-configmap-namespace", _MADE.namespace)):
            yield CommandLineFlag(name, value, place, place, on_key=True)


def _files(config: ConfigurationToRun) -> MadeFiles:
    return {CONFIG_FILE: config.fields}


_HOW_TO_APPLY = (
    f"Run `kops create -f {CONFIG_FILE}`, `kops update cluster --yes` and `kops rolling-update cluster --yes`; a "
    "cluster can have one such object."
)

PRODUCT = Product(
    "kOps",
    Marks(flags=("kubeScheduler",)),
    documents=(
        ProductDocument(
            "kops.k8s.io/",
            ("Cluster",),
            flags=(FlagPlace(("spec", "kubeScheduler"), _flags),),
            versions=(("spec", "kubernetesVersion"),),
            image=("spec", "kubeScheduler", "image"),
        ),
    ),
    takes_objects=True,
    made_policy=_MADE,
    passes_config=True,
    targets={
        "kops": DeploymentTarget(
            summary="Write the object that configures kube-scheduler in kOps.",
            files=_files,
            remarks=(_HOW_TO_APPLY, "The cluster's `spec.kubeScheduler` overrides the same fields in it."),
            image_elsewhere="the cluster's `spec.kubeScheduler.image`",
            takes_fields=True,
            own_kubeconfig=f"{_MOUNTED}kubeconfig",
            unmounted_by="kOps",
            mounted_folder=_MOUNTED,
            has_node_dns=True,
        )
    },
)
