"""Documents of other kinds than the configuration: what they are called, and what to do with them."""

from schedcfg.releases.release import GROUP
from schedcfg.spelling import nearest

_KIND = "KubeSchedulerConfiguration"
_SCHEDULERS = GROUP.partition(".")[0]

_KNOWN = {
    "Config": ("a kubeconfig", "Its path belongs in `clientConnection.kubeconfig` of the scheduler configuration."),
    "ConfigMap": ("a ConfigMap", "Pass the text under its `data` key to schedcfg instead."),
    "Pod": ("a Pod manifest", "Pass the file in its `--config` flag to schedcfg."),
    "Deployment": ("a Deployment manifest", "Pass the file in its `--config` flag to schedcfg."),
    "ClusterConfiguration": ("a kubeadm file", "Pass the file in `scheduler.extraArgs.config` to schedcfg."),
    "KubeletConfiguration": ("a kubelet configuration", "Pass the configuration of the scheduler to schedcfg."),
    "Policy": ("a legacy Policy", "Use --as-policy for the argument of --policy-config-file."),
}
"""Kinds that are often confused with the configuration: what they are, and what to do."""

_HELP = "Use the file in `--config` of kube-scheduler."

_GROUPS = {
    "cluster.x-k8s.io": "Cluster API",
    "descheduler": "the descheduler",
    "koordinator.sh": "Koordinator",
    "kueue.x-k8s.io": "Kueue",
    "volcano.sh": "Volcano",
}
"""The end of an API group → the project whose kinds it has, of those that are near to scheduling."""


def is_other(api_version: str, kind: str) -> bool:
    """Return whether a document is plainly of another kind, rather than a configuration with a misspelled type."""
    if kind in _KNOWN:
        return True
    is_meant = _SCHEDULERS in api_version.lower() or nearest(kind, [_KIND]) is not None or kind.endswith("Args")
    return bool(kind and api_version) and not is_meant


def called(kind: str, api_version: str = "") -> str:
    """Return what messages call a document of a kind: `a ServiceAccount`, `a Queue of Volcano`."""
    if kind in _KNOWN:
        return _KNOWN[kind][0]
    group = api_version.partition("/")[0]
    project = next((name for end, name in _GROUPS.items() if group == end or group.endswith(f".{end}")), "")
    return f"{'an' if kind[0] in 'AEIOU' else 'a'} {kind}{f' of {project}' if project else ''}"


def help_with(kind: str) -> str:
    """Return what to do with a document of a kind."""
    return _KNOWN[kind][1] if kind in _KNOWN else _HELP
