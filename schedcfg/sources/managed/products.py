"""Managed schedulers: which settings each product takes, and what it makes of them. Another product is one more entry.

Sources, as read in November 2026:

- Gardener, github.com/gardener/gardener at v1.150: `KubeSchedulerConfig` in pkg/apis/core/v1beta1/types_shoot.go,
  `validateKubeMaxPDVols` and `availableSchedulingProfiles` in pkg/api/core/validation/shoot.go, `componentConfigTmpl`
  in pkg/component/kubernetes/scheduler/scheduler.go.
- OpenShift, github.com/openshift/api: `SchedulerSpec` in config/v1/types_scheduling.go; the profiles in
  bindata/assets/config of github.com/openshift/cluster-kube-scheduler-operator, where
  pkg/operator/targetconfigcontroller/targetconfigcontroller.go refuses `policy`.
- Hosted control planes, github.com/openshift/hypershift: `adaptConfigMap` in
  control-plane-operator/controllers/hostedcontrolplane/v2/kube_scheduler/config.go, which has the same profiles.
- Amazon EKS: docs.aws.amazon.com/eks, "Configure advanced Kubernetes control plane parameters", and
  `KubeSchedulerConfigRequest`, `ScoringStrategy` and `ResourceWeight` of its API reference; eksctl,
  github.com/eksctl-io/eksctl: `KubeSchedulerConfig` in pkg/apis/eksctl.io/v1alpha5/types.go.
- AKS (preview): articles/aks/configure-aks-scheduler.md and concepts-scheduler-configuration.md of
  github.com/MicrosoftDocs/azure-aks-docs.

Alibaba's ACK takes parameters in its console only, and Karmada's scheduler has flags of its own: neither has a file
whose form is published.
"""

from collections.abc import Iterator

from schedcfg.sources.in_place import FoundMapping
from schedcfg.sources.managed.form import Fields, ManagedForm, made_of
from schedcfg.sources.managed.offer import Offer

ANY = Offer()
_STOCK: Fields = {"profiles": [{"schedulerName": "default-scheduler"}]}

_PACKING: Fields = {
    "pluginConfig": [{"name": "NodeResourcesFit", "args": {"scoringStrategy": {"type": "MostAllocated"}}}],
}
_UNBALANCED: list[Fields] = [{"name": "NodeResourcesBalancedAllocation"}]

GARDENER = ManagedForm(
    "Gardener",
    Offer(
        fields={
            "profile": Offer(values=("balanced", "bin-packing")),
            "featureGates": ANY,
            "kubeMaxPDVols": Offer(
                dead="no kube-scheduler reads it since Kubernetes 1.17: drivers report how many volumes a node takes",
                refused_since="1.35",
            ),
        }
    ),
    refused="the Shoot is refused, and its scheduler stays as it is",
    at=("spec", "kubernetes", "kubeScheduler"),
    group="core.gardener.cloud/",
    kinds=("Shoot",),
    kubernetes=("spec", "kubernetes", "version"),
    chosen_by="profile",
    profiles={
        "balanced": _STOCK,
        "bin-packing": {
            "profiles": [
                {"schedulerName": "default-scheduler"},
                {
                    "schedulerName": "bin-packing-scheduler",
                    **_PACKING,
                    "plugins": {"score": {"disabled": _UNBALANCED}},
                },
            ]
        },
    },
    # A webhook gives every Pod that names this one the other: pkg/resourcemanager/webhook/podschedulername/handler.go.
    idle={"bin-packing": frozenset({"default-scheduler"})},
    sets={
        "clientConnection": {"kubeconfig": "/var/run/secrets/gardener.cloud/shoot/generic-kubeconfig/kubeconfig"},
        "leaderElection": {"leaderElect": True},
    },
)

_SCHEDULER_SPEC = Offer(
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
)
_EVERYTHING_OFF: Fields = {"disabled": [{"name": "*"}]}
_OPENSHIFT_PROFILES: dict[str, Fields] = {
    "LowNodeUtilization": _STOCK,
    "HighNodeUtilization": {
        "profiles": [
            {
                "schedulerName": "default-scheduler",
                **_PACKING,
                "plugins": {"score": {"disabled": _UNBALANCED, "enabled": [{"name": "NodeResourcesFit", "weight": 5}]}},
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
}
_OPENSHIFT_LEASE: Fields = {
    "leaderElect": True,
    "leaseDuration": "137s",
    "renewDeadline": "107s",
    "retryPeriod": "26s",
}
_RESOURCES = "/etc/kubernetes/static-pod-resources/configmaps/scheduler-kubeconfig/kubeconfig"

OPENSHIFT = ManagedForm(
    "OpenShift",
    _SCHEDULER_SPEC,
    refused="OpenShift changes nothing, and its scheduler stays as it is",
    at=("spec",),
    group="config.openshift.io/",
    kinds=("Scheduler",),
    name="cluster",
    chosen_by="profile",
    profiles=_OPENSHIFT_PROFILES,
    sets={
        "clientConnection": {"kubeconfig": _RESOURCES},
        "leaderElection": {**_OPENSHIFT_LEASE, "resourceNamespace": "openshift-kube-scheduler"},
        "enableProfiling": False,
        "enableContentionProfiling": False,
    },
)
HOSTED = ManagedForm(
    "OpenShift",
    _SCHEDULER_SPEC,
    refused="the hosted cluster's scheduler stays as it is",
    at=("spec", "configuration", "scheduler"),
    group="hypershift.openshift.io/",
    kinds=("HostedCluster",),
    chosen_by="profile",
    profiles=_OPENSHIFT_PROFILES,
    sets={
        "clientConnection": {"kubeconfig": "/etc/kubernetes/kubeconfig/kubeconfig"},
        "leaderElection": _OPENSHIFT_LEASE,
    },
)

_EKS_STRATEGY = Offer(
    fields={
        "type": Offer(values=("LeastAllocated", "MostAllocated")),
        "resources": Offer(
            each=Offer(
                fields={
                    "name": Offer(
                        values=("cpu", "memory", "nvidia.com/gpu", "aws.amazon.com/neuron", "aws.amazon.com/neuroncore")
                    ),
                    "weight": Offer(bounds=(1, 100)),
                }
            )
        ),
    }
)
_EKS = Offer(fields={"nodeResourcesFit": Offer(fields={"scoringStrategy": _EKS_STRATEGY})})
_STRATEGY = ("nodeResourcesFit", "scoringStrategy")
_OF_FIT = ("profiles", 0, "pluginConfig", 0, "args", "scoringStrategy")
_EKS_PROFILES: dict[str, Fields] = {
    "": {
        "profiles": [{"schedulerName": "default-scheduler", "pluginConfig": [{"name": "NodeResourcesFit", "args": {}}]}]
    }
}
EKS = ManagedForm(
    "Amazon EKS",
    _EKS,
    refused="the request is rejected, and the cluster's scheduler stays as it is",
    requires=("nodeResourcesFit",),
    since="1.31",
    profiles=_EKS_PROFILES,
    own=_OF_FIT,
    value=_STRATEGY,
)
"""The value of `--kube-scheduler-config`."""
_KEY = "kubeSchedulerConfig"
_EKS_FORMS = (
    EKS,
    EKS._replace(group="eksctl.io/", kinds=("ClusterConfig",), at=(_KEY,), kubernetes=("metadata", "version")),
    *(
        EKS._replace(at=(*within, _KEY), requires=(*within, _KEY), kubernetes=(*within, "version"))
        # The requests to create and to update a cluster, and the answer to `describe-cluster`.
        for within in ((), ("cluster",))
    ),
)

_AKS_PLUGINS = (
    *("DefaultBinder", "DefaultPreemption", "ImageLocality", "InterPodAffinity", "NodeAffinity", "NodeName"),
    *("NodePorts", "NodeResourcesBalancedAllocation", "NodeResourcesFit", "NodeUnschedulable", "NodeVolumeLimits"),
    *("PodTopologySpread", "PrioritySort", "SchedulingGates", "TaintToleration", "VolumeBinding"),
    *("VolumeRestrictions", "VolumeZone"),
)
_AKS_ENTRIES = Offer(each=Offer(fields={"name": Offer(values=(*_AKS_PLUGINS, "*"), are_plugins=True), "weight": ANY}))
_AKS_PROFILE = Offer(
    fields={
        "schedulerName": Offer(reserved=("aks-system",)),
        "percentageOfNodesToScore": ANY,
        "plugins": Offer(each=Offer(fields={"enabled": _AKS_ENTRIES, "disabled": ANY})),
        "pluginConfig": Offer(each=Offer(fields={"name": Offer(values=_AKS_PLUGINS, are_plugins=True), "args": ANY})),
    }
)
AKS = ManagedForm(
    "AKS",
    Offer(fields={"rawConfig": ANY}),
    refused="AKS does not accept the resource, and its scheduler stays as it is",
    at=("spec",),
    group="aks.azure.com/",
    kinds=("SchedulerConfiguration",),
    name="upstream",
    since="1.33",
    text=("rawConfig",),
    text_offer=Offer(
        fields={
            "apiVersion": Offer(values=("kubescheduler.config.k8s.io/v1",)),
            "kind": ANY,
            "percentageOfNodesToScore": ANY,
            "podInitialBackoffSeconds": ANY,
            "podMaxBackoffSeconds": ANY,
            "profiles": Offer(each=_AKS_PROFILE),
        }
    ),
)

FORMS = (GARDENER, OPENSHIFT, HOSTED, *_EKS_FORMS, AKS)
"""All that are known."""


def forms_of(data: object) -> Iterator[ManagedForm]:
    """Yield the forms that a document has: one, or none."""
    yield from (form for form in FORMS if form.is_of(data))


def of_managed(data: object) -> FoundMapping | None:
    """Return the configuration that a product makes of a document's settings; None where it has none."""
    for form in forms_of(data):
        made = made_of(form, data)
        if made is not None:
            return FoundMapping(form.at, made, (form.kubernetes,) if form.kubernetes else ())
    return None
