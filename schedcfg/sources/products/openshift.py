"""OpenShift: a choice of profiles for its own scheduler, and a second one that the Secondary Scheduler Operator runs.

Sources: `SchedulerSpec` in config/v1/types_scheduling.go of github.com/openshift/api; the profiles in
bindata/assets/config of github.com/openshift/cluster-kube-scheduler-operator, where
pkg/operator/targetconfigcontroller/targetconfigcontroller.go refuses `policy`. In
github.com/openshift/secondary-scheduler-operator: README.md, pkg/apis/secondaryscheduler/v1/types.go, and
bindata/assets/secondary-scheduler/deployment.yaml, which mounts the ConfigMap and, since 4.22, sets the lease by
flags.
Operators own the ConfigMaps of OpenShift's scheduler (bindata/assets/kube-scheduler/cm.yaml) and of the NUMA-aware
one (github.com/openshift-kni/numaresources-operator).
"""

from collections.abc import Iterator

from schedcfg.patterns import pattern
from schedcfg.sources.managed.offer import ANY, PACKING_FIT, STOCK, UNBALANCED, Fields, Offer, OfferedSettings
from schedcfg.sources.products.product import Marks, OwnedConfigMap, Product, ProductDocument
from schedcfg.sources.products.target import ConfigurationToRun, DeploymentTarget, ImageOption, MadeFiles, Obstacle

NAME = "OpenShift"
_GROUP, _KIND = "config.openshift.io/", "Scheduler"
_RESOURCES = "/etc/kubernetes/static-pod-resources/configmaps/scheduler-kubeconfig/kubeconfig"
_EVERYTHING_OFF: Fields = {"disabled": [{"name": "*"}]}
_LEASE: Fields = {"leaderElect": True, "leaseDuration": "137s", "renewDeadline": "107s", "retryPeriod": "26s"}

HOSTED = OfferedSettings(
    Offer(
        fields={
            "profile": Offer(values=("", "LowNodeUtilization", "HighNodeUtilization", "NoScoring")),
            "policy": Offer(
                fields={"name": Offer(dead="policies were removed in Kubernetes 1.23", refused_since="1.23")},
            ),
            "profileCustomizations": Offer(
                fields={"dynamicResourceAllocation": Offer(values=("", "Enabled", "Disabled"))},
                dead="nothing reads it since OpenShift 4.21, where dynamic resource allocation is always on",
            ),
            "defaultNodeSelector": ANY,
            "mastersSchedulable": ANY,
        }
    ),
    refused="the hosted cluster's scheduler stays as it is",
    at=("spec", "configuration", "scheduler"),
    chosen_by="profile",
    profiles={
        "LowNodeUtilization": STOCK,
        "HighNodeUtilization": {
            "profiles": [
                {
                    "schedulerName": "default-scheduler",
                    "pluginConfig": [PACKING_FIT],
                    "plugins": {
                        "score": {"disabled": [UNBALANCED], "enabled": [{"name": "NodeResourcesFit", "weight": 5}]}
                    },
                }
            ]
        },
        "NoScoring": {
            "profiles": [
                {
                    "schedulerName": "default-scheduler",
                    "plugins": {"preScore": _EVERYTHING_OFF, "score": _EVERYTHING_OFF},
                }
            ]
        },
    },
    sets={
        "clientConnection": {"kubeconfig": "/etc/kubernetes/kubeconfig/kubeconfig"},
        "leaderElection": _LEASE,
    },
)
"""What a hosted control plane takes, which has the same profiles; see `hypershift`."""
_SETTINGS = HOSTED._replace(
    refused="OpenShift changes nothing, and its scheduler stays as it is",
    at=("spec",),
    name="cluster",
    sets={
        "clientConnection": {"kubeconfig": _RESOURCES},
        "leaderElection": {**_LEASE, "resourceNamespace": "openshift-kube-scheduler"},
        "enableProfiling": False,
        "enableContentionProfiling": False,
    },
)
_PATCH = "scheduler-patch.yaml"


def _patch(config: ConfigurationToRun) -> MadeFiles:
    patch = {
        "apiVersion": f"{_GROUP}v1",
        "kind": _KIND,
        "metadata": {"name": _SETTINGS.name},
        "spec": config.settings(),
    }
    return {_PATCH: patch}


_HOW_TO_PATCH = (
    f"Run `oc patch scheduler cluster --type merge --patch-file {_PATCH}`. For a hosted cluster, write `profile` below "
    "`spec.configuration.scheduler` of its HostedCluster."
)

_OPERATOR = "the Secondary Scheduler Operator"
_NAMESPACE = "openshift-secondary-scheduler-operator"
_CONFIG_MAP = "secondary-scheduler-config"
_LEASE_BY_FLAGS_SINCE = 35
"""Minor of Kubernetes in OpenShift 4.22."""


def _resources(config: ConfigurationToRun) -> MadeFiles:
    config_map = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": _CONFIG_MAP, "namespace": _NAMESPACE},
        "data": {"config.yaml": config.text},
    }
    scheduler = {
        "apiVersion": "operator.openshift.io/v1",
        "kind": "SecondaryScheduler",
        # The operator looks at no other name.
        "metadata": {"name": "cluster", "namespace": _NAMESPACE},
        "spec": {
            "managementState": "Managed",
            "schedulerConfig": _CONFIG_MAP,
            "schedulerImage": config.image,
        },
    }
    return {
        "configmap.yaml": config_map,
        "secondaryscheduler.yaml": scheduler,
    }


def _obstacles(config: ConfigurationToRun) -> Iterator[Obstacle]:
    if config.release.number < _LEASE_BY_FLAGS_SINCE and config.elects_leader:
        yield Obstacle(
            "leader-election",
            ("leaderElection", "leaderElect"),
            "before OpenShift 4.22, the operator runs one replica without permissions for its own lease: it would "
            "wait for the lease of OpenShift's scheduler, or for one that it may not use",
            "Write `leaderElection: {leaderElect: false}`.",
        )
    if config.kubeconfig:
        yield Obstacle(
            "wrong-kubeconfig",
            ("clientConnection", "kubeconfig"),
            f"{_OPERATOR} runs the scheduler with a service account; `{config.kubeconfig}` does not exist there",
            "Remove `clientConnection.kubeconfig`.",
        )


def _remarks(config: ConfigurationToRun) -> Iterator[str]:
    yield (
        "Install the Secondary Scheduler Operator first, in its own namespace, then `oc apply` both files; it "
        "restarts the scheduler whenever the ConfigMap changes."
    )
    if config.release.number >= _LEASE_BY_FLAGS_SINCE:
        yield "Since OpenShift 4.22, the operator sets leader election with flags, which override `leaderElection`."


PRODUCT = Product(
    NAME,
    Marks(
        settings=(_GROUP,),
        names=(pattern(r"config\.openshift\.io/"), pattern(rf"""\bkind["']?\s*:\s*["']?{_KIND}\b""")),
    ),
    documents=(ProductDocument(_GROUP, (_KIND,), settings=_SETTINGS),),
    owned=(
        OwnedConfigMap(
            "openshift-kube-scheduler",
            pattern(r"config(?:-\d+)?"),
            "OpenShift's kube-scheduler operator",
            "Choose a profile in the Scheduler `cluster` (`schedcfg generate openshift-profile`), or run a second "
            "scheduler (`schedcfg generate openshift`).",
        ),
        OwnedConfigMap(
            "openshift-numaresources",
            pattern("topo-aware-scheduler-config"),
            "the NUMA Resources Operator",
            "Set `schedulerName`, `cacheResyncPeriod` and the like in its NUMAResourcesScheduler.",
        ),
    ),
    targets={
        "openshift": DeploymentTarget(
            summary="Write the resources of a secondary scheduler in OpenShift.",
            files=_resources,
            remarks_on=_remarks,
            obstacles=_obstacles,
            image=ImageOption.REQUIRED,
            is_second=True,
            unmounted_by=_OPERATOR,
            leader_elect=False,
        ),
        "openshift-profile": DeploymentTarget(
            summary="Write a patch that chooses the profile of OpenShift's own scheduler.",
            files=_patch,
            remarks=(_HOW_TO_PATCH,),
            settings=_SETTINGS,
            takes_fields=True,
            leader_elect=None,
        ),
    },
)
