"""JSON Schemas of what the products read, written down from their own types; nothing else may be in a file."""

from typing import Any

TEXT = {"type": "string", "minLength": 1}


def mapping(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": sorted(required),
        "additionalProperties": False,
    }


def listed(item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": item, "minItems": 1}


def constant(value: str) -> dict[str, Any]:
    return {"const": value}


FREE = {"type": "object", "minProperties": 1}
SINGLE_VALUES = {
    "type": "object",
    "minProperties": 1,
    "additionalProperties": {"type": ["string", "number", "boolean"]},
}
FLAGS = {"type": "object", "additionalProperties": {"type": "string"}}

# roles/kubernetes/control-plane/defaults/main/kube-scheduler.yml and roles/kubernetes/kubeadm_common/defaults/main.yml
KUBESPRAY = mapping(
    {},
    {
        "kube_scheduler_profiles": listed(FREE),
        "kube_scheduler_extenders": listed(FREE),
        "kube_scheduler_config_extra_opts": SINGLE_VALUES,
        "kube_scheduler_client_conn_extra_opts": SINGLE_VALUES,
        "kube_scheduler_leader_elect_extra_opts": SINGLE_VALUES,
        "kube_scheduler_leader_elect_lease_duration": TEXT,
        "kube_scheduler_leader_elect_renew_deadline": TEXT,
        "kube_kubeadm_scheduler_extra_args": FLAGS,
        "scheduler_extra_volumes": listed(
            mapping({"name": TEXT, "hostPath": TEXT, "mountPath": TEXT}, {"readOnly": {"type": "boolean"}})
        ),
        "kubeadm_patches": listed(
            mapping(
                {
                    "target": constant("kube-scheduler"),
                    "patch": mapping(
                        {
                            "spec": mapping(
                                {},
                                {
                                    "containers": listed(mapping({"name": constant("kube-scheduler"), "image": TEXT})),
                                    "dnsPolicy": constant("ClusterFirstWithHostNet"),
                                },
                            )
                        }
                    ),
                },
                {"type": {"enum": ["strategic", "json", "merge"]}},
            )
        ),
    },
)

# Cluster, Node and Mount of kind: pkg/apis/config/v1alpha4/types.go
KIND = mapping(
    {
        "apiVersion": constant("kind.x-k8s.io/v1alpha4"),
        "kind": constant("Cluster"),
        "kubeadmConfigPatches": listed(TEXT),
        "nodes": listed(
            mapping(
                {"role": {"enum": ["control-plane", "worker"]}},
                {
                    "extraMounts": listed(
                        mapping({"hostPath": TEXT, "containerPath": TEXT}, {"readOnly": {"type": "boolean"}})
                    )
                },
            )
        ),
    }
)

# Kubernetes: ControlPlaneComponent and HostPathMount of cmd/kubeadm/app/apis/kubeadm/v1beta3/types.go
KUBEADM = mapping(
    {
        "kind": constant("ClusterConfiguration"),
        "scheduler": mapping(
            {
                "extraArgs": FLAGS,
                "extraVolumes": listed(
                    mapping(
                        {"name": TEXT, "hostPath": TEXT, "mountPath": TEXT},
                        {"readOnly": {"type": "boolean"}, "pathType": {"enum": ["File", "Directory"]}},
                    )
                ),
            }
        ),
    }
)

# docs.k3s.io: CLI tools, k3s server; a `+` appends to what another file says
K3S = mapping({"kube-scheduler-arg+": listed({"type": "string", "pattern": "^[a-z-]+=."})})

# docs.rke2.io: Server Configuration Reference
RKE2 = mapping(
    {"kube-scheduler-arg+": listed({"type": "string", "pattern": "^[a-z-]+=."})},
    {
        "kube-scheduler-image": TEXT,
        "kube-scheduler-extra-mount+": listed({"type": "string", "pattern": "^/[^:]+:/[^:]+:ro$"}),
    },
)

# Talos: SchedulerConfig and VolumeMountConfig of pkg/machinery/config/types/v1alpha1/v1alpha1_types.go
TALOS = mapping(
    {
        "cluster": mapping(
            {
                "scheduler": mapping(
                    {"config": {"type": "object"}},
                    {
                        "image": TEXT,
                        "extraArgs": FLAGS,
                        "extraVolumes": listed(
                            mapping({"hostPath": TEXT, "mountPath": TEXT}, {"readonly": {"type": "boolean"}})
                        ),
                    },
                )
            }
        )
    }
)

# Talos: pkg/machinery/config/types/k8s/scheduler.go; as a patch it needs no image
TALOS_DOCUMENT = mapping(
    {
        "apiVersion": constant("v1alpha1"),
        "kind": constant("KubeSchedulerConfig"),
        "config": {
            "type": "object",
            "not": {"anyOf": [{"required": ["apiVersion"]}, {"required": ["kind"]}]},
        },
    },
    {"image": TEXT, "extraArgs": FLAGS},
)

# kOps: docs/addon_objects.md, pkg/apis/kops/validation/additionalobjects.go
KOPS = {
    "type": "object",
    "required": ["apiVersion", "kind"],
    "properties": {
        "apiVersion": {"type": "string", "pattern": "^kubescheduler\\.config\\.k8s\\.io/"},
        "kind": constant("KubeSchedulerConfiguration"),
        "clientConnection": {"type": "object", "not": {"required": ["kubeconfig"]}},
    },
}

NAMED = {"name": TEXT, "namespace": constant("openshift-secondary-scheduler-operator")}

# Kubernetes: core/v1 ConfigMap
CONFIG_MAP = mapping(
    {
        "apiVersion": constant("v1"),
        "kind": constant("ConfigMap"),
        "metadata": mapping(NAMED),
        "data": mapping({"config.yaml": TEXT}),
    }
)

# openshift/secondary-scheduler-operator: deploy/00_secondary-scheduler-operator.crd.yaml
SECONDARY_SCHEDULER = mapping(
    {
        "apiVersion": constant("operator.openshift.io/v1"),
        "kind": constant("SecondaryScheduler"),
        "metadata": mapping({**NAMED, "name": constant("cluster")}),
        "spec": mapping(
            {"schedulerConfig": TEXT, "schedulerImage": TEXT},
            {"managementState": {"enum": ["Managed", "Unmanaged", "Force", "Removed"]}},
        ),
    }
)

# learn.microsoft.com: Configure advanced scheduler profiles on Azure Kubernetes Service (AKS)
AKS = mapping(
    {
        "apiVersion": constant("aks.azure.com/v1alpha1"),
        "kind": constant("SchedulerConfiguration"),
        "metadata": mapping({"name": constant("upstream")}),
        "spec": mapping({"rawConfig": TEXT}),
    }
)

POD: dict[str, Any] = {}
"""Kubernetes has a schema of its own Pods."""

SHAPES: dict[str, dict[str, dict[str, Any] | None]] = {
    "aks": {"schedulerconfiguration.yaml": AKS},
    "k3s": {"etc/rancher/k3s/config.yaml.d/kube-scheduler.yaml": K3S, "etc/rancher/k3s/scheduler-config.yaml": None},
    "kind": {"kind.yaml": KIND, "scheduler-config.yaml": None},
    "kops": {"scheduler-config.yaml": KOPS},
    "kubespray": {"group_vars/k8s_cluster/kube-scheduler.yml": KUBESPRAY},
    "minikube": {"etc/kubernetes/manifests/kube-scheduler.yaml": POD, "etc/kubernetes/scheduler-config.yaml": None},
    "openshift": {"configmap.yaml": CONFIG_MAP, "secondaryscheduler.yaml": SECONDARY_SCHEDULER},
    "rke2": {
        "etc/rancher/rke2/config.yaml.d/kube-scheduler.yaml": RKE2,
        "etc/rancher/rke2/scheduler-config.yaml": None,
    },
    "talos": {"kube-scheduler-patch.yaml": TALOS},
}
"""Target → its files; None stands for the configuration itself."""
