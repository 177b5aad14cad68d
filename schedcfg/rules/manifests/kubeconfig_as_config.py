"""Kubeconfigs in the place of the configuration."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.releases.release import Release
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.fact_or_advice import by_program
from schedcfg.rules.flag_checks import FlagReader
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.command_line import CommandLineFlag

ID = "kubeconfig-as-config"

_FLAGS = ("authentication-kubeconfig", "authorization-kubeconfig")
_HELP = (
    "Write the path of a KubeSchedulerConfiguration, and that of the kubeconfig in its `clientConnection.kubeconfig`; "
    "without one, write `--kubeconfig`."
)
_OF_KUBEADM = frozenset({"admin.conf", "super-admin.conf", "controller-manager.conf", "kubelet.conf", "scheduler.conf"})
"""Kubeconfigs that kubeadm writes. Upstream: `cmd/kubeadm/app/constants/constants.go`."""


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield `--config` if it names what is a kubeconfig, by its name or by another flag."""
    running = context.running
    flag = None if running is None else running.flag("config")
    if running is None or flag is None or not flag.value or not flag.is_known:
        return
    reading = None if context.release is None else _other_reader(flag.value, context, context.release)
    if reading is not None:
        message = (
            f"kube-scheduler does not start: `--config` and `--{reading}` both name {flag.value}, and one reads no "
            "kubeconfig, the other nothing else"
        )
        yield by_program(Problem(ID, flag.value_path, message, _HELP), context)
    elif context.configured is None and (flag.value == _value(running.flag("kubeconfig")) or _is_called_so(flag.value)):
        message = (
            f"kube-scheduler does not start if {flag.value} is a kubeconfig, as it seems: `--config` does not read one"
        )
        yield advice(ID, flag.value_path, message, _HELP, Severity.ERROR)


def _other_reader(file: str, context: DeploymentContext, release: Release) -> str | None:
    """Return the flag by which the same file is read as a kubeconfig beside `--config`; None where none reads it.

    `--kubeconfig` has no effect there, and requests are authenticated where HTTPS is served. Upstream: `ApplyTo` in
    `cmd/kube-scheduler/app/options/options.go`.
    """
    line = context.command_line(release)
    if not FlagReader(line, release).serves:
        return None
    return next((name for name in _FLAGS if release.takes_flag(name) and _value(line.get(name)) == file), None)


def _value(flag: CommandLineFlag | None) -> str | None:
    return None if flag is None or not flag.is_known else flag.value


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
    is_refuted_by_start=True,
    severity=Severity.ERROR,
    refuses=True,
)
