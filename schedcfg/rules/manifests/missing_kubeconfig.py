"""A scheduler without a way to the API server."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.releases.kubeadm_layout import KUBECONFIG
from schedcfg.rules.deployment import DeploymentContext, StartConfiguration
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.command_line import CommandLineFlag
from schedcfg.sources.manifests.running import RunningScheduler

ID = "missing-kubeconfig"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield a static Pod's `--config` if its file names no kubeconfig, or one that is not on its node."""
    running, configured = context.running, context.configured
    flag = None if running is None else running.flag("config")
    if running is None or flag is None or not running.is_static:
        return
    if running.flag("master") is not None or not (running.product or running.settles("master")):
        return
    if configured is None or configured.configuration is None:
        return
    written = configured.configuration.client_connection.kubeconfig
    if written:
        yield from _of_kubeadm(running, configured, written, flag)
        return
    kubeconfig = running.flag("kubeconfig")
    usual = KUBECONFIG if running.product is None else running.product.kubeconfig
    path = kubeconfig.value if kubeconfig is not None and kubeconfig.value else usual
    runs = "a static Pod has" if running.product is None else f"{running.product.name} gives it"
    message = (
        f"the scheduler finds no API server: {configured.name} has no `clientConnection.kubeconfig`, `--kubeconfig` is "
        f"ignored with `--config`, and {runs} no service account"
    )
    place: Path = flag.value_path
    yield advice(
        ID, place, message, f"Write `clientConnection: {{kubeconfig: {path}}}` in {configured.name}.", Severity.ERROR
    )


def _of_kubeadm(
    running: RunningScheduler, configured: StartConfiguration, written: str, flag: CommandLineFlag
) -> Iterator[Problem]:
    """Yield kubeadm's kubeconfig where another product runs the scheduler, whose nodes do not have it."""
    product = running.product
    if product is None or written != KUBECONFIG or product.kubeconfig == KUBECONFIG:
        return
    message = (
        f"the scheduler does not start: {configured.name} names `{KUBECONFIG}`, which kubeadm makes; nodes of "
        f"{product.name} do not have it"
    )
    help_ = f"Write `clientConnection: {{kubeconfig: {product.kubeconfig}}}` in {configured.name}."
    yield advice(ID, flag.value_path, message, help_, Severity.ERROR)


RULE = Rule(
    id=ID,
    title="`--config` without a kubeconfig that is there",
    why="The scheduler exits with `invalid configuration: no configuration has been provided`, or `no such file or "
    "directory`.",
    source="cmd/kube-scheduler/app/options/options.go, createKubeConfig",
    evidence=(
        Citation(
            "https://github.com/kubernetes/website/issues/27816",
            "with `--config`, the kubeconfig of the command line is ignored",
        ),
        Citation(
            "https://github.com/Huang-Wei/sample-scheduler-extender/issues/5", "`no configuration has been provided`"
        ),
        Citation(
            "https://github.com/AliyunContainerService/gpushare-scheduler-extender/issues/196",
            "k3s does not start with kubeadm's kubeconfig",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
)
