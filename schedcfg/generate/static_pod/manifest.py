"""A complete manifest, as kubeadm of the version writes it, with what `--config` needs."""

from collections.abc import Iterator
from typing import Any

from schedcfg.document import commented_yaml
from schedcfg.effective.needs import cluster_services
from schedcfg.generate.given import CHECKSUM_ANNOTATION, Given
from schedcfg.generate.results import GeneratedFile
from schedcfg.generate.static_pod import comments, image
from schedcfg.generate.static_pod.command import PROGRAM, Command, command
from schedcfg.generate.static_pod.layout import PROBE_HOST, Layout, Probe, layout
from schedcfg.generate.static_pod.node_files import NodeFile, all_files
from schedcfg.generate.static_pod.version import version_of
from schedcfg.generate.static_pod.wishes import Wishes
from schedcfg.releases.endpoints import SECURE_PORT

CLUSTER_DNS = "ClusterFirstWithHostNet"
"""The `dnsPolicy` by which a Pod in the node's network knows the names of Services."""


def manifest(given: Given, wishes: Wishes) -> Iterator[GeneratedFile]:
    """Make the manifest, as a file for `/etc/kubernetes/manifests`."""
    laid_out = layout(version_of(given.release, wishes.kubernetes))
    line = command(given, wishes, laid_out)
    files = all_files(given, wishes)
    pod = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": _metadata(given, laid_out),
        "spec": {
            "containers": [_container(image.wanted(given, wishes), line, files, laid_out)],
            "hostNetwork": True,
            "volumes": [{"hostPath": {"path": file.path, "type": file.kind}, "name": file.volume} for file in files],
            **_priority(laid_out),
            **({"securityContext": {"seccompProfile": {"type": laid_out.seccomp}}} if laid_out.seccomp else {}),
            **({"dnsPolicy": CLUSTER_DNS} if any(cluster_services(given.configuration)) else {}),
        },
        "status": {},
    }
    yield GeneratedFile(f"{PROGRAM}.yaml", commented_yaml.write(pod, comments.of(given, wishes, line, files)))


def _metadata(given: Given, laid_out: Layout) -> dict[str, Any]:
    return {
        "annotations": {CHECKSUM_ANNOTATION: given.checksum},
        "labels": {"component": PROGRAM, "tier": "control-plane"},
        "name": PROGRAM,
        "namespace": "kube-system",
        **({"creationTimestamp": None} if laid_out.null_timestamp else {}),
    }


def _container(name: str, line: Command, files: list[NodeFile], laid_out: Layout) -> dict[str, Any]:
    port = laid_out.probe_port
    return {
        "command": line.words,
        "image": name,
        "imagePullPolicy": "IfNotPresent",
        "name": PROGRAM,
        "resources": {"requests": {"cpu": "100m"}},
        "volumeMounts": [{"mountPath": file.path, "name": file.volume, "readOnly": True} for file in files],
        **{kind: _probe(probe, port or SECURE_PORT) for kind, probe in laid_out.probes.items()},
        **({"ports": [{"containerPort": SECURE_PORT, "name": port, "protocol": "TCP"}]} if port else {}),
    }


def _probe(probe: Probe, port: str | int) -> dict[str, Any]:
    timing = {
        "failureThreshold": probe.failure_threshold,
        "initialDelaySeconds": probe.initial_delay_seconds,
        "periodSeconds": probe.period_seconds,
        "timeoutSeconds": probe.timeout_seconds,
    }
    get = {"host": PROBE_HOST, "path": probe.path, "port": port, "scheme": "HTTPS"}
    return {"httpGet": get, **{key: value for key, value in timing.items() if value}}


def _priority(laid_out: Layout) -> dict[str, Any]:
    priority = {} if laid_out.priority is None else {"priority": laid_out.priority}
    return {"priorityClassName": laid_out.priority_class, **priority}
