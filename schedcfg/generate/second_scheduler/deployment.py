"""The Deployment of a second scheduler."""

from posixpath import dirname

from schedcfg.document.path import Path
from schedcfg.effective.needs import certificates
from schedcfg.generate import stock
from schedcfg.generate.given import CHECKSUM_ANNOTATION
from schedcfg.generate.objects import Data, Object
from schedcfg.generate.second_scheduler.metadata import config_map_name, labels, namespaced
from schedcfg.generate.second_scheduler.plan import Plan
from schedcfg.generate.second_scheduler.probes import probes
from schedcfg.releases.endpoints import SECURE_PORT

CONFIG_KEY = "scheduler-config.yaml"
"""The key of the configuration in its ConfigMap, and the name of its file."""

_CONFIG_FOLDER = "/etc/kube-scheduler"
_NOBODY = 65534

_SECCOMP_ANNOTATION = "seccomp.security.alpha.kubernetes.io/pod"
"""Says what Pods had no field for: KEP-135."""


def deployment(plan: Plan) -> Object:
    """Make the Deployment; a change of the configuration changes its Pods, and so rolls it out."""
    annotations = _annotations(plan) | {CHECKSUM_ANNOTATION: plan.own_copy.checksum}
    path = ("spec", "template", "metadata", "annotations", CHECKSUM_ANNOTATION)
    return _deployment(plan, annotations, {path: "Starts new Pods when the configuration changes."})


def without_checksum(plan: Plan) -> Object:
    """Make the Deployment for kustomize, which names the ConfigMap after its content and so rolls out changes."""
    return _deployment(plan, _annotations(plan), {})


def _deployment(plan: Plan, annotations: Data, comments: dict[Path, str]) -> Object:
    if plan.election.lease is None:
        comments["spec", "strategy"] = "Without leader election, two Pods must never run at a time."
    return Object(
        {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": namespaced(plan, plan.name, plan.namespace),
            "spec": _spec(plan, annotations),
        },
        comments,
    )


def _spec(plan: Plan, annotations: Data) -> Data:
    metadata: Data = {"labels": labels(plan)}
    if annotations:
        metadata["annotations"] = annotations
    spec: Data = {
        "replicas": plan.replicas,
        "selector": {"matchLabels": labels(plan)},
        "template": {"metadata": metadata, "spec": _pod(plan)},
    }
    if plan.election.lease is None:
        spec["strategy"] = {"type": "Recreate"}
    return spec


def _annotations(plan: Plan) -> Data:
    return {} if plan.given.release.has_seccomp_field else {_SECCOMP_ANNOTATION: "runtime/default"}


def _pod(plan: Plan) -> Data:
    security: Data = {"runAsGroup": _NOBODY, "runAsNonRoot": True, "runAsUser": _NOBODY}
    if plan.given.release.has_seccomp_field:
        security["seccompProfile"] = {"type": "RuntimeDefault"}
    pod: Data = {
        "containers": [_container(plan)],
        "securityContext": security,
        "serviceAccountName": plan.name,
        "volumes": _volumes(plan),
    }
    if plan.replicas > 1:
        pod["affinity"] = {"podAntiAffinity": _apart(plan)}
    return pod


def _apart(plan: Plan) -> Data:
    term: Data = {"labelSelector": {"matchLabels": labels(plan)}, "topologyKey": "kubernetes.io/hostname"}
    return {"preferredDuringSchedulingIgnoredDuringExecution": [{"podAffinityTerm": term, "weight": 100}]}


def _container(plan: Plan) -> Data:
    command = [plan.program, f"--config={_CONFIG_FOLDER}/{CONFIG_KEY}"]
    if gates := stock.feature_gates(plan.given.release):
        command.append(f"--feature-gates={gates}")
    return {
        "command": command,
        "image": plan.image,
        "name": "kube-scheduler",
        **probes(plan.given.configuration),
        "ports": [{"containerPort": SECURE_PORT, "name": "https"}],
        "resources": {"requests": {"cpu": "100m", "memory": "128Mi"}},
        "securityContext": {
            "allowPrivilegeEscalation": False,
            "capabilities": {"drop": ["ALL"]},
            "readOnlyRootFilesystem": True,
        },
        "volumeMounts": _mounts(plan),
    }


def _mounts(plan: Plan) -> list[Data]:
    mounts: list[Data] = [{"mountPath": _CONFIG_FOLDER, "name": "config", "readOnly": True}]
    if plan.tls_secret:
        folders = dict.fromkeys(dirname(one.name) for one in certificates(plan.given.configuration))
        mounts += [{"mountPath": folder, "name": "tls", "readOnly": True} for folder in folders]
    return mounts


def _volumes(plan: Plan) -> list[Data]:
    volumes: list[Data] = [{"configMap": {"name": config_map_name(plan)}, "name": "config"}]
    if plan.tls_secret:
        volumes.append({"name": "tls", "secret": {"secretName": plan.tls_secret}})
    return volumes
