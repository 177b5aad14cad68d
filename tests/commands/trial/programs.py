"""Clusters, and programs in the place of a kube-scheduler, for tests."""

import shutil
import stat
import sys
from pathlib import Path
from typing import Any

from schedcfg.commands.trial.api.kinds import Kinds
from schedcfg.commands.trial.api.store import Object
from schedcfg.commands.trial.request import TrialRequest
from schedcfg.commands.trial.results import TrialCluster

_FIRST_FIT = Path(__file__).with_name("first_fit.py")
OTHER_FITS = Path(__file__).with_name("other_fits.py")


def executable(path: Path, script: Path = _FIRST_FIT) -> Path:
    """Return a program that runs a script with this Python, a copy of it beside the program."""
    script = Path(shutil.copy(script, path.parent / "script.py")) if script == _FIRST_FIT else script
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I "{script}" "$@"\n', encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def node(name: str, cpu: str = "4", **labels: str) -> Object:
    """Return a node that is ready."""
    resources = {"cpu": cpu, "memory": "16Gi", "pods": "110"}
    status = {"allocatable": resources, "capacity": resources, "conditions": [{"type": "Ready", "status": "True"}]}
    metadata = {"name": name, "labels": {"kubernetes.io/hostname": name, **labels}}
    return {"apiVersion": "v1", "kind": "Node", "metadata": metadata, "spec": {}, "status": status}


def pod(name: str, cpu: str = "1", **spec: Any) -> Object:
    """Return a Pod as an API server would keep it."""
    containers = [{"name": "c", "image": "c", "resources": {"requests": {"cpu": cpu, "memory": "1Gi"}}}]
    metadata = {"name": name, "namespace": "default"}
    whole = {"schedulerName": "default-scheduler", "containers": containers, **spec}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": whole, "status": {"phase": "Pending"}}


def cluster(nodes: int = 3, pods: int = 5) -> TrialCluster:
    """Return nodes with 4 CPUs each, and Pods that request one."""
    there = [node(f"node-{number}") for number in range(nodes)]
    return TrialCluster(Kinds(), tuple(there), tuple(pod(f"pod-{number}") for number in range(pods)))


def request(program: Path, mood: int = 0, **more: Any) -> TrialRequest:
    """Return a request; for moods of the program see there."""
    configuration: dict[str, object] = {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "percentageOfNodesToScore": mood,
    }
    return TrialRequest(str(program), "1.33", configuration, **more)
