"""A scheduler without a way to the API server."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.document.span import Path
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.releases.kubeadm_layout import KUBECONFIG
from schedcfg.rules.deployment import DeploymentContext, StartConfiguration
from schedcfg.rules.fact_or_advice import by_program
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.command_line import CommandLineFlag
from schedcfg.sources.manifests.running import RunningScheduler

ID = "missing-kubeconfig"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield a static Pod's `--config` if its file names no kubeconfig, or one that is not on its node.

    Without a file, the flags name none.
    """
    running, configured = context.running, context.configured
    if running is None or not running.is_static or _names_server(running):
        return
    flag = running.flag("config")
    if flag is None or (flag.is_known and not flag.value):
        yield from _of_flags(context, running)
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
    runs = f"{_form(running)} has" if running.product is None else f"{running.product.name} gives it"
    if running.product is not None and running.product.is_hosted:
        yield _of_hosted(configured, running.product.name, path, flag)
        return
    message = (
        f"the scheduler finds no API server: {configured.name} has no `clientConnection.kubeconfig`, `--kubeconfig` is "
        f"ignored with `--config`, and {runs} no service account"
    )
    help_ = f"Write `clientConnection: {{kubeconfig: {path}}}` in {configured.name}."
    yield _as_fact_or_advice(Problem(ID, flag.value_path, message, help_), context, running)


def _of_hosted(configured: StartConfiguration, product: str, path: str, flag: CommandLineFlag) -> Problem:
    """Return the `--config` of a scheduler that starts without a kubeconfig, and finds the cluster that it runs in."""
    message = (
        f"no Pod is scheduled: {configured.name} has no `clientConnection.kubeconfig`, and `--kubeconfig` is ignored "
        f"with `--config`, so the scheduler turns to the cluster that {product} runs it in"
    )
    help_ = f"Write `clientConnection: {{kubeconfig: {path}}}` in {configured.name}."
    return advice(ID, flag.value_path, message, help_, Severity.ERROR)


def _names_server(running: RunningScheduler) -> bool:
    """Return whether a flag names the API server, or may."""
    master = running.flag("master")
    if master is None:
        return not (running.product or running.settles("master"))
    return not master.is_known or bool(master.value)


def _of_flags(context: DeploymentContext, running: RunningScheduler) -> Iterator[Problem]:
    """Yield the container that gets neither a configuration nor a kubeconfig; kubeadm and products give one."""
    kubeconfig = running.flag("kubeconfig")
    is_given = kubeconfig is not None and (bool(kubeconfig.value) or not kubeconfig.is_known)
    if running.is_managed or running.is_partial or is_given or not running.settles("config"):
        return
    message = (
        f"kube-scheduler does not start: it has neither `--config` nor `--kubeconfig`, and {_form(running)} has no "
        "service account with which to find the API server"
    )
    help_ = f"Add `--kubeconfig={KUBECONFIG}`, or a configuration with `clientConnection.kubeconfig`."
    problem = Problem(ID, running.container, message, help_)
    if kubeconfig is not None:
        problem = problem._replace(path=kubeconfig.path)
    elif (line := _command_path(running)) is not None:
        problem = problem._replace(path=line, on_key=True)
    yield _as_fact_or_advice(problem, context, running)


def _command_path(running: RunningScheduler) -> Path | None:
    """Return the list that the flags are in, where one is missing; None where they are in no list."""
    lists = (flag.path[:-1] for flag in running.command_line.flags)
    return next((path for path in lists if path[-1:] in {("command",), ("args",)}), None)


def _form(running: RunningScheduler) -> str:
    return "a process of the node" if running.is_process else "a static Pod"


def _as_fact_or_advice(problem: Problem, context: DeploymentContext, running: RunningScheduler) -> Problem:
    """Return the problem as a fact where the Pod is certainly one that the kubelet runs from a file."""
    found = by_program(problem, context)
    if running.is_clusters_own or running.is_process:
        return found
    joined = "unless" if found is problem else "or"
    message = f"{found.message}, {joined} the API server creates the Pod, with a service account"
    return found._replace(finding_class=FindingClass.ADVISED, message=message)


def _of_kubeadm(
    running: RunningScheduler, configured: StartConfiguration, written: str, flag: CommandLineFlag
) -> Iterator[Problem]:
    """Yield kubeadm's kubeconfig where another product runs the scheduler, whose nodes do not have it."""
    product = running.product
    if product is None or written != KUBECONFIG or product.kubeconfig == KUBECONFIG:
        return
    message = (
        f"the scheduler does not start on a node without `{KUBECONFIG}`, which {configured.name} names: kubeadm "
        f"creates it, {product.name} does not"
    )
    help_ = f"Write `clientConnection: {{kubeconfig: {product.kubeconfig}}}` in {configured.name}."
    yield advice(ID, flag.value_path, message, help_, Severity.ERROR)


RULE = Rule(
    id=ID,
    title="The scheduler has no kubeconfig that it can use",
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
    is_refuted_by_start=True,
    severity=Severity.ERROR,
    refuses=True,
)
