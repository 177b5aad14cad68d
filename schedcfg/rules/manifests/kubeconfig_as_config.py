"""Kubeconfigs in the place of the configuration."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.running import RunningScheduler

ID = "kubeconfig-as-config"

_FLAGS = ("kubeconfig", "authentication-kubeconfig", "authorization-kubeconfig")
_OF_KUBEADM = frozenset({"admin.conf", "super-admin.conf", "controller-manager.conf", "kubelet.conf", "scheduler.conf"})
"""Kubeconfigs that kubeadm writes. Upstream: `cmd/kubeadm/app/constants/constants.go`."""


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield `--config` if it names what is a kubeconfig, by its name or by another flag."""
    running = context.running
    flag = None if running is None else running.flag("config")
    if running is None or flag is None or not flag.value or not flag.is_known or context.configured is not None:
        return
    if flag.value in _named(running) or _is_called_so(flag.value):
        yield advice(
            ID,
            flag.value_path,
            f"kube-scheduler does not start: {flag.value} is a kubeconfig, which `--config` does not read",
            "Write the path of a KubeSchedulerConfiguration, and that of the kubeconfig in its "
            "`clientConnection.kubeconfig`; without one, write `--kubeconfig`.",
            Severity.ERROR,
        )


def _named(running: RunningScheduler) -> set[str | None]:
    flags = (running.flag(name) for name in _FLAGS)
    return {flag.value for flag in flags if flag is not None}


def _is_called_so(file: str) -> bool:
    path = PurePosixPath(file)
    return path.name == "kubeconfig" or path.suffix == ".kubeconfig" or path.name in _OF_KUBEADM


RULE = Rule(
    id=ID,
    title="`--config` names a kubeconfig",
    why='The scheduler exits with `no kind "Config" is registered for version "v1"`.',
    source="cmd/kube-scheduler/app/options/configfile.go, loadConfig",
    evidence=(
        Citation(
            "https://github.com/opsnull/follow-me-install-kubernetes-cluster/issues/404",
            '`no kind "Config" is registered`',
        ),
    ),
    check=check,
    severity=Severity.ERROR,
)
