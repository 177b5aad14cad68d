"""Flags of leader election that win over the file, since 1.22.4."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective.command_line import agrees_with, overriding_flags
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext, StartConfiguration
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.command_line import CommandLineFlag
from schedcfg.sources.manifests.running import RunningScheduler

ID = "overriding-flag"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield flags that differ from a value that is written in the file."""
    running, configured, release = context.running, context.configured, context.release
    if running is None or configured is None or release is None or running.flag("config") is None:
        return
    for name, field in overriding_flags(release).items():
        flag = running.flag(name)
        if flag is None or configured.configuration is None or not flag.is_known:
            continue
        if configured.has_field(*field.split(".")) and not agrees_with(flag, configured.configuration, release):
            yield _problem(configured, flag, field)
    if running.is_kubeadm and running.flag("leader-elect") is None and overriding_flags(release):
        yield from _of_kubeadm(running, configured)


def _of_kubeadm(running: RunningScheduler, configured: StartConfiguration) -> Iterator[Problem]:
    """Yield `--config` if its file turns leader election off: kubeadm passes a flag of its own by default.

    Upstream: `getSchedulerCommand` in `cmd/kubeadm/app/phases/controlplane/manifests.go`.
    """
    flag, configuration = running.flag("config"), configured.configuration
    if flag is not None and configuration is not None and not configuration.leader_election.leader_elect:
        message = f"kubeadm passes `--leader-elect=true`, which overrides `leaderElect: false` in {configured.name}"
        help_ = "Add `leader-elect` with the value `false` to `extraArgs`, or remove it from the file."
        yield advice(ID, flag.value_path, message, help_, Severity.WARNING)


def _problem(configured: StartConfiguration, flag: CommandLineFlag, field: str) -> Problem:
    value = "true" if flag.value is None else flag.value
    message = f"{value} is used instead of the `{field}` of {configured.name}: `--{flag.name}` overrides the file"
    help_ = "Remove one of them; since Kubernetes 1.22.4, the flag is used; before that, the file."
    return advice(ID, flag.path, message, help_, Severity.WARNING)._replace(on_key=flag.on_key)


RULE = Rule(
    id=ID,
    title="This flag overrides the file",
    why="The scheduler does not do what the file says.",
    source="cmd/kube-scheduler/app/options/options.go, ApplyLeaderElectionTo",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/issues/105704",
            "`--leader-elect=false` is not honored beside a file",
        ),
        Citation(
            "https://github.com/hwameistor/hwameistor/blob/8d946bcae1cff8240942eb9c1353f10925d4f0d2/deploy/hwameistor/deploy.yaml",
            "the file elects a leader, the flag does not",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    since="1.22",
)
