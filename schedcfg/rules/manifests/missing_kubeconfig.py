"""A scheduler without a way to the API server."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.releases.kubeadm_layout import KUBECONFIG
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice

ID = "missing-kubeconfig"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield a static Pod's `--config` if its file names no kubeconfig."""
    running, configured = context.running, context.configured
    flag = None if running is None else running.flag("config")
    if running is None or flag is None or not running.is_static:
        return
    if running.flag("master") is not None or not (running.product or running.settles("master")):
        return
    if configured is None or configured.configuration is None:
        return
    if configured.configuration.client_connection.kubeconfig:
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


RULE = Rule(
    id=ID,
    title="`--config` without a kubeconfig",
    why="The scheduler exits with `invalid configuration: no configuration has been provided`.",
    source="cmd/kube-scheduler/app/options/options.go, createKubeConfig",
    evidence=(
        Citation(
            "https://github.com/kubernetes/website/issues/27816",
            "with `--config`, the kubeconfig of the command line is ignored",
        ),
        Citation(
            "https://github.com/Huang-Wei/sample-scheduler-extender/issues/5", "`no configuration has been provided`"
        ),
    ),
    check=check,
    severity=Severity.ERROR,
)
