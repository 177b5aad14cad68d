"""Addresses of the Pod itself, where nothing else runs in it."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective import needs
from schedcfg.document.span import render
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice

ID = "loopback-address"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield `--config` if its configuration names the Pod itself, which has no other container."""
    running, configured = context.running, context.configured
    flag = None if running is None else running.flag("config")
    if running is None or flag is None or configured is None or configured.configuration is None:
        return
    if running.is_kubeadm or running.is_partial or running.spec.host_network or running.spec.containers_at_work > 1:
        return
    for address in needs.addresses(configured.configuration):
        if needs.is_loopback(address.host):
            message = (
                f"no request reaches {address.host} (`{render(address.path)}` of {configured.name}): that is this Pod, "
                "in which only the scheduler runs"
            )
            help_ = "Use the name of a Service, or run the other program in the same Pod."
            yield advice(ID, flag.value_path, message, help_, Severity.WARNING)


RULE = Rule(
    id=ID,
    title="The address is the scheduler's own Pod",
    why="The connection is refused (`connection refused`), for every Pod to be scheduled.",
    source="Pod networking",
    evidence=(
        Citation(
            "https://github.com/AliyunContainerService/gpushare-scheduler-extender/issues/128",
            "an extender at 127.0.0.1 that does not respond",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
)
