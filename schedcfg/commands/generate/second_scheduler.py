"""A second scheduler beside the cluster's own: a Deployment with what it needs around it."""

from collections.abc import Iterator
from posixpath import dirname

from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile, Maker
from schedcfg.commands.generate.objects import Data, KubernetesObject, feature_gates_flag, stream
from schedcfg.commands.generate.second_scheduler_checks import problems, remarks
from schedcfg.commands.generate.second_scheduler_plan import (
    PROGRAM,
    SecondSchedulerOptions,
    SecondSchedulerPlan,
    account,
    config_map_name,
    labels,
    namespaced,
    plan,
    roles,
)
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.needs import certificates
from schedcfg.document.span import Path
from schedcfg.releases.endpoints import SECURE_PORT, answers_at
from schedcfg.sources.manifests.pod import CHECKSUM_ANNOTATION

CONFIG_KEY = "scheduler-config.yaml"
"""The key of the configuration in its ConfigMap, and the name of its file."""


_CONFIG_FOLDER = "/etc/kube-scheduler"


_NOBODY = 65534


_SECCOMP_ANNOTATION = "seccomp.security.alpha.kubernetes.io/pod"
"""The seccomp annotation of Pods without a field for it: KEP-135."""


def manifest(config: AcceptedConfig, options: SecondSchedulerOptions) -> Iterator[GeneratedFile]:
    """Make one file with all objects, in the order in which they need each other.

    Raises:
        EditConflict: where the configuration needs a lease of its own, and cannot be edited safely.
    """
    planned = plan(config, options)
    objects = (account(planned), *roles(planned), _config_map(planned), deployment(planned))
    yield GeneratedFile(f"{planned.name}.yaml", stream(objects))


def kustomization(config: AcceptedConfig, options: SecondSchedulerOptions) -> Iterator[GeneratedFile]:
    """Make a folder for kustomize, the configuration in a file of its own.

    Raises:
        EditConflict: as `manifest`.
    """
    planned = plan(config, options)
    resources = {
        "deployment.yaml": (without_checksum(planned),),
        "rbac.yaml": tuple(roles(planned)),
        "serviceaccount.yaml": (account(planned),),
    }
    for name, objects in resources.items():
        yield GeneratedFile(name, stream(objects))
    yield GeneratedFile(_config_file(planned), planned.own_copy.text)
    yield GeneratedFile("kustomization.yaml", _kustomization(planned, sorted(resources)).write())


def _config_map(planned: SecondSchedulerPlan) -> KubernetesObject:
    return KubernetesObject(
        {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": namespaced(planned, config_map_name(planned), planned.namespace),
            "data": {CONFIG_KEY: planned.own_copy.text},
        }
    )


def _config_file(planned: SecondSchedulerPlan) -> str:
    """Return the name of the copy in the folder: not what a user would name the original, which it must not replace."""
    return f"{config_map_name(planned)}.generated.yaml"


def _kustomization(planned: SecondSchedulerPlan, resources: list[str]) -> KubernetesObject:
    generator = {
        "name": config_map_name(planned),
        "namespace": planned.namespace,
        "files": [f"{CONFIG_KEY}={_config_file(planned)}"],
    }
    return KubernetesObject(
        {
            "apiVersion": "kustomize.config.k8s.io/v1beta1",
            "kind": "Kustomization",
            "resources": resources,
            "configMapGenerator": [generator],
        },
        {
            (): "No `namespace` here: it would move objects that belong to another one, such as the binding in "
            "kube-system.",
            (
                "configMapGenerator",
            ): "Its name contains a hash of its content, so that a changed configuration is rolled out.",
        },
    )


def deployment(plan: SecondSchedulerPlan) -> KubernetesObject:
    """Make the Deployment; a change of the configuration changes its Pods, and so rolls it out."""
    annotations = _annotations(plan) | {CHECKSUM_ANNOTATION: plan.own_copy.checksum}
    path = ("spec", "template", "metadata", "annotations", CHECKSUM_ANNOTATION)
    return _deployment(plan, annotations, {path: "Restarts the Pods when the configuration changes."})


def without_checksum(plan: SecondSchedulerPlan) -> KubernetesObject:
    """Make the Deployment for kustomize, which names the ConfigMap after its content and so rolls out changes."""
    return _deployment(plan, _annotations(plan), {})


def _deployment(plan: SecondSchedulerPlan, annotations: Data, comments: dict[Path, str]) -> KubernetesObject:
    if plan.election.lease is None:
        comments["spec", "strategy"] = "Without leader election, two Pods must never run at the same time."
    return KubernetesObject(
        {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": namespaced(plan, plan.name, plan.namespace),
            "spec": _spec(plan, annotations),
        },
        comments,
    )


def _spec(plan: SecondSchedulerPlan, annotations: Data) -> Data:
    metadata: Data = {"labels": labels(plan)}
    if annotations:
        metadata["annotations"] = annotations
    spec: Data = {
        "replicas": plan.replicas,
        "selector": {"matchLabels": labels(plan)},
    }
    if plan.election.lease is None:
        spec["strategy"] = {"type": "Recreate"}
    return {**spec, "template": {"metadata": metadata, "spec": _pod(plan)}}


def _annotations(plan: SecondSchedulerPlan) -> Data:
    return {} if plan.config.release.has_seccomp_field else {_SECCOMP_ANNOTATION: "runtime/default"}


def _pod(plan: SecondSchedulerPlan) -> Data:
    security: Data = {"runAsNonRoot": True, "runAsUser": _NOBODY, "runAsGroup": _NOBODY}
    if plan.config.release.has_seccomp_field:
        security["seccompProfile"] = {"type": "RuntimeDefault"}
    pod: Data = {"serviceAccountName": plan.name, "securityContext": security}
    if plan.replicas > 1:
        pod["affinity"] = {"podAntiAffinity": _apart(plan)}
    return {**pod, "containers": [_container(plan)], "volumes": _volumes(plan)}


def _apart(plan: SecondSchedulerPlan) -> Data:
    term: Data = {"labelSelector": {"matchLabels": labels(plan)}, "topologyKey": "kubernetes.io/hostname"}
    return {"preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 100, "podAffinityTerm": term}]}


def _container(plan: SecondSchedulerPlan) -> Data:
    command = [plan.program, f"--config={_CONFIG_FOLDER}/{CONFIG_KEY}"]
    if gates := feature_gates_flag(plan.config.release):
        command.append(f"--feature-gates={gates}")
    return {
        "name": "kube-scheduler",
        "image": plan.image,
        "command": command,
        "ports": [{"name": "https", "containerPort": SECURE_PORT}],
        "resources": {"requests": {"cpu": "100m", "memory": "128Mi"}},
        **probes(plan.config.configuration),
        "securityContext": {
            "allowPrivilegeEscalation": False,
            "capabilities": {"drop": ["ALL"]},
            "readOnlyRootFilesystem": True,
        },
        "volumeMounts": _mounts(plan),
    }


def _mounts(plan: SecondSchedulerPlan) -> list[Data]:
    mounts: list[Data] = [{"name": "config", "mountPath": _CONFIG_FOLDER, "readOnly": True}]
    if plan.tls_secret:
        folders = dict.fromkeys(dirname(certificate.name) for certificate in certificates(plan.config.configuration))
        mounts += [{"name": "tls", "mountPath": folder, "readOnly": True} for folder in folders]
    return mounts


def _volumes(plan: SecondSchedulerPlan) -> list[Data]:
    volumes: list[Data] = [{"name": "config", "configMap": {"name": config_map_name(plan)}}]
    if plan.tls_secret:
        volumes.append({"name": "tls", "secret": {"secretName": plan.tls_secret}})
    return volumes


def probes(configuration: Configuration) -> Data:
    """Make the probes; the HTTPS port serves their paths to everyone (`--authorization-always-allow-paths`).

    A scheduler that waits for its lease is not ready where `delayCacheUntilActive` keeps it from reading the cluster
    (`sched-handler-sync` in cmd/kube-scheduler/app/server.go), and a rollout would wait for it: there it is enough
    that it lives.
    """
    if not answers_at("/livez", configuration.release):
        live = ready = "/healthz"
    else:
        live = "/livez"
        ready = live if configuration.delay_cache_until_active else "/readyz"
    return {
        "livenessProbe": {**_get(live), "initialDelaySeconds": 15, "timeoutSeconds": 15, "failureThreshold": 8},
        "readinessProbe": {**_get(ready), "timeoutSeconds": 15},
    }


def _get(path: str) -> Data:
    return {"httpGet": {"path": path, "port": "https", "scheme": "HTTPS"}}


__all__ = [
    "PROGRAM",
    "SecondSchedulerOptions",
    "kustomization",
    "kustomize_maker",
    "maker",
    "manifest",
    "problems",
    "remarks",
]


def maker(options: SecondSchedulerOptions) -> Maker[SecondSchedulerOptions]:
    """Return what makes one file with all objects."""
    return Maker(options, manifest, problems, remarks)


def kustomize_maker(options: SecondSchedulerOptions) -> Maker[SecondSchedulerOptions]:
    """Return what makes a folder for kustomize."""
    return Maker(options, kustomization, problems, remarks)
