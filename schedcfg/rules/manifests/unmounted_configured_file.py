"""Files that the configuration names and the container does not see."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective import needs
from schedcfg.document.span import render
from schedcfg.findings import Problem, Severity
from schedcfg.releases.kubeadm_layout import KUBECONFIG
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice

ID = "unmounted-configured-file"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield `--config` for each file that its configuration names and no mount brings into the container."""
    running, configured = context.running, context.configured
    flag = None if running is None else running.flag("config")
    if running is None or running.is_partial or flag is None or configured is None or configured.configuration is None:
        return
    if running.is_kubeadm and context.related.patches.mounts:
        return
    for file in needs.files(configured.configuration):
        name = context.path_in_container(file.name)
        if name is None or (running.is_kubeadm and name == KUBECONFIG) or running.sees(name):
            continue
        message = (
            f"kube-scheduler does not find {file.name} (`{render(file.path)}` of {configured.name}), as nothing is "
            "mounted there"
        )
        help_ = "Mount it, or remove it from the configuration."
        if context.is_stock:
            yield Problem(ID, flag.value_path, message, help_)
        else:
            yield advice(ID, flag.value_path, f"{message}, unless the image contains it", help_)


RULE = Rule(
    id=ID,
    title="A file in the configuration is not mounted",
    why="The scheduler exits with `no such file or directory`.",
    source="client-go, tools/clientcmd; rest.TLSConfigFor",
    evidence=(
        Citation(
            "https://github.com/gaoyanyu/extendScheduler/blob/898e702f046b51d0ce5b7988c86bd60684194389/deploy/scheduler/deploy.yaml",
            "a kubeconfig that no volume has",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    refuses=True,
)
