"""Plugins that the stock image does not have."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective import needs
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.releases.release import Release
from schedcfg.rules import names
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.running import RunningScheduler

ID = "stock-image-plugin"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield Kubernetes' own image if a profile runs plugins that are not compiled into it."""
    running, configured = context.running, context.configured
    if running is None or configured is None or configured.configuration is None or not context.is_stock:
        return
    plugins = needs.out_of_tree_plugins(configured.configuration)
    if not plugins or (running.is_kubeadm and context.related.patches.image):
        return
    named = ", ".join(f"`{name}`" for name in plugins)
    message = f"the stock kube-scheduler has no {named}, which {configured.name} enables"
    known = list(filter(None, (_known(name, configured.configuration.release) for name in plugins)))
    # An image only helps with names that are not known to be wrong.
    help_ = " ".join([*known, *([] if len(known) == len(plugins) else [_image(running)])])
    if running.is_kubeadm:
        path: Path = (*running.container, "extraArgs")
        yield advice(ID, path, message, help_, Severity.ERROR)._replace(on_key=True)
    elif running.product is not None:
        flag = running.flag("config")
        place = running.container if flag is None else flag.value_path
        yield advice(ID, place, message, help_, Severity.ERROR)
    else:
        yield Problem(ID, (*running.container, "image"), message, help_)


def _known(name: str, release: Release) -> str | None:
    """Return what is known of a name that no image has: when there was such a plugin, or which one is meant."""
    gone = names.removed(name)
    if gone is not None:
        return f"For `{name}`: {gone[0].lower()}{gone[1:]}"
    meant = names.meant(name, release.plugins, release) or names.former(name, release)
    return None if meant is None else f"For `{name}`: did you mean `{meant}`?"


def _image(running: RunningScheduler) -> str:
    """Return how to run an image that has plugins of one's own."""
    if running.is_kubeadm:
        return "Set your image in a patch, `patches/kube-scheduler0+strategic.yaml`: kubeadm runs the stock image."
    if running.product is not None:
        name = running.product.name
        return f"Set the image that contains it, if {name} accepts one, or run it as a second scheduler."
    return "Set the image of the scheduler that contains it."


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
