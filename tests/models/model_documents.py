"""Configurations that use every field of their API version, and what every version has in common."""

from typing import Any

from schedcfg.models import API_VERSIONS

GROUP = "kubescheduler.config.k8s.io"
DEFAULT_POINTS = ("queueSort", "preFilter", "filter", "postFilter", "score", "reserve", "permit", "preBind", "bind")

FULL_EXTENDER = {
    "urlPrefix": "https://127.0.0.1:8888/scheduler",
    "filterVerb": "filter",
    "preemptVerb": "preempt",
    "prioritizeVerb": "prioritize",
    "weight": 5,
    "bindVerb": "bind",
    "nodeCacheCapable": True,
    "ignorable": False,
    "managedResources": [{"name": "example.com/gpu", "ignoredByScheduler": True}],
    "tlsConfig": {
        "insecure": False,
        "serverName": "extender",
        "certFile": "/tls/client.crt",
        "keyFile": "/tls/client.key",
        "caFile": "/tls/ca.crt",
        "certData": "Y2VydA==",
        "keyData": "a2V5",
        "caData": "Y2E=",
    },
}
NEWER_EXTENDER = {**FULL_EXTENDER, "enableHTTPS": True, "httpTimeout": "1m30s"}
LEGACY_EXTENDER = {**FULL_EXTENDER, "enableHttps": True, "httpTimeout": 5_000_000_000}

PLUGIN_SET = {"enabled": [{"name": "ImageLocality", "weight": 2}], "disabled": [{"name": "*"}]}
PLUGIN_CONFIG = [{"name": "NodeResourcesFit", "args": {"ignoredResources": ["example.com/gpu"]}}]
COMMON: dict[str, Any] = {
    "leaderElection": {
        "leaderElect": True,
        "leaseDuration": "15s",
        "renewDeadline": "10s",
        "retryPeriod": "2s",
        "resourceLock": "leases",
        "resourceName": "kube-scheduler",
        "resourceNamespace": "kube-system",
    },
    "clientConnection": {
        "kubeconfig": "/etc/kubernetes/scheduler.conf",
        "acceptContentTypes": "",
        "contentType": "application/vnd.kubernetes.protobuf",
        "qps": 50,
        "burst": 100,
    },
    "enableProfiling": True,
    "enableContentionProfiling": False,
    "percentageOfNodesToScore": 50,
    "podInitialBackoffSeconds": 1,
    "podMaxBackoffSeconds": 10,
}
ADDRESSES = {"healthzBindAddress": "127.0.0.1:10251", "metricsBindAddress": "127.0.0.1:10251"}
OLDEST = {**ADDRESSES, "disablePreemption": False, "bindTimeoutSeconds": 600}


def points(*more: str, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """Set the plugins of the points that all versions have, but those left out, and of some more."""
    return {name: PLUGIN_SET for name in (*DEFAULT_POINTS, "postBind", *more) if name not in without}


def profile(plugins: dict[str, Any], **more: Any) -> list[Any]:
    return [{"schedulerName": "a", "plugins": plugins, "pluginConfig": PLUGIN_CONFIG, **more}, None]


NEWEST_POINTS = points("preScore", "multiPoint", "preEnqueue")
PARALLEL = {"parallelism": 16}
_FIELDS: dict[str, dict[str, Any]] = {
    "v1alpha1": {
        **OLDEST,
        "schedulerName": "a",
        "hardPodAffinitySymmetricWeight": 1,
        "algorithmSource": {
            "provider": "ClusterAutoscalerProvider",
            "policy": {"file": {"path": "/policy.json"}, "configMap": {"namespace": "kube-system", "name": "policy"}},
        },
        "leaderElection": {
            **COMMON["leaderElection"],
            "lockObjectName": "kube-scheduler",
            "lockObjectNamespace": "kube-system",
        },
        "plugins": points("unreserve"),
        "pluginConfig": PLUGIN_CONFIG,
    },
    "v1alpha2": {
        **OLDEST,
        "profiles": profile(points("preScore", "unreserve", without=("postFilter",))),
        "extenders": [LEGACY_EXTENDER, None],
    },
    "v1beta1": {
        **ADDRESSES,
        **PARALLEL,
        "profiles": profile(points("preScore")),
        "extenders": [NEWER_EXTENDER, None],
    },
    "v1beta2": {**ADDRESSES, **PARALLEL, "profiles": profile(NEWEST_POINTS), "extenders": [NEWER_EXTENDER, None]},
    "v1beta3": {**PARALLEL, "profiles": profile(NEWEST_POINTS), "extenders": [NEWER_EXTENDER, None]},
    "v1": {
        **PARALLEL,
        "profiles": profile(NEWEST_POINTS, percentageOfNodesToScore=0),
        "extenders": [NEWER_EXTENDER, None],
        "delayCacheUntilActive": True,
    },
}


def minimal(api_version: str) -> dict[str, Any]:
    """Say nothing but what it is."""
    return {"apiVersion": f"{GROUP}/{api_version}", "kind": "KubeSchedulerConfiguration"}


FULL = {version: {**minimal(version), **COMMON, **_FIELDS[version]} for version in API_VERSIONS}

POLICY = {
    "apiVersion": "v1",
    "kind": "Policy",
    "predicates": [
        {"name": "PodFitsResources"},
        {
            "name": "Mine",
            "argument": {
                "serviceAffinity": {"labels": ["zone", None]},
                "labelsPresence": {"labels": ["retiring"], "presence": False},
            },
        },
        None,
    ],
    "priorities": [
        {"name": "LeastRequestedPriority", "weight": 1},
        {
            "name": "Mine",
            "weight": 2,
            "argument": {
                "serviceAntiAffinity": {"label": "zone"},
                "labelPreference": {"label": "ssd", "presence": True},
                "requestedToCapacityRatioArguments": {
                    "shape": [{"utilization": 0, "score": 0}, {"utilization": 100, "score": 10}],
                    "resources": [{"name": "cpu", "weight": 3}],
                },
            },
        },
        None,
    ],
    "extenders": [LEGACY_EXTENDER, None],
    "hardPodAffinitySymmetricWeight": 10,
    "alwaysCheckAllPredicates": True,
}
