"""Plugins that the stock image does not have."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective import needs
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice

ID = "stock-image-plugin"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield Kubernetes' own image if a profile runs plugins that are not compiled into it."""
    running, configured = context.running, context.configured
    if running is None or configured is None or configured.configuration is None or not context.is_stock:
        return
    plugins = needs.out_of_tree_plugins(configured.configuration)
    if not plugins or (running.is_kubeadm and context.related.patches.image):
        return
    names = ", ".join(f"`{name}`" for name in plugins)
    message = f"the stock kube-scheduler has no {names}, which {configured.name} enables"
    if running.is_kubeadm:
        help_ = "Set your image in a patch, `patches/kube-scheduler0+strategic.yaml`: kubeadm runs the stock image."
        path: Path = (*running.container, "extraArgs")
        yield advice(ID, path, message, help_, Severity.ERROR)._replace(on_key=True)
        return
    if running.product is not None:
        flag, name = running.flag("config"), running.product.name
        place = running.container if flag is None else flag.value_path
        help_ = f"Set the image that contains it, if {name} accepts one, or run it as a second scheduler."
        yield advice(ID, place, message, help_, Severity.ERROR)
        return
    yield Problem(ID, (*running.container, "image"), message, "Set the image of the scheduler that contains it.")


RULE = Rule(
    id=ID,
    title="The stock image has no such plugin",
    why="The scheduler exits with `plugin … does not exist`.",
    source="pkg/scheduler/framework/runtime/framework.go",
    evidence=(
        Citation(
            "https://github.com/kubernetes-sigs/scheduler-plugins/issues/296", "a plugin that the image does not have"
        ),
    ),
    check=check,
    severity=Severity.ERROR,
    refuses=True,
)
