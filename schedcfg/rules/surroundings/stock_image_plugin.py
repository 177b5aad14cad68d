"""Plugins that the stock image does not have."""

from collections.abc import Iterator

from schedcfg.diagnostics import Problem
from schedcfg.document.path import Path
from schedcfg.effective import needs
from schedcfg.rules.rule import Rule
from schedcfg.rules.scene import Scene, advised, refused

ID = "stock-image-plugin"


def check(scene: Scene) -> Iterator[Problem]:
    """Yield Kubernetes' own image if a profile runs plugins that are not compiled into it."""
    running, configured = scene.running, scene.configured
    if running is None or configured is None or configured.configuration is None or not scene.is_stock:
        return
    plugins = needs.out_of_tree_plugins(configured.configuration)
    if not plugins or (running.is_kubeadm and scene.around.patches.image):
        return
    names = ", ".join(f"`{name}`" for name in plugins)
    message = f"the stock kube-scheduler has no {names}, and {configured.name} enables it: it does not start"
    if running.is_kubeadm:
        help_ = "Set your image in a patch, `patches/kube-scheduler0+strategic.yaml`: kubeadm runs the stock one."
        path: Path = (*running.container, "extraArgs")
        yield advised(ID, path, message, help_)._replace(on_key=True)
        return
    yield refused(ID, (*running.container, "image"), message, "Name the image that has it compiled in.")


RULE = Rule(
    id=ID,
    title="The stock image has no such plugin",
    why="The scheduler ends with `plugin … does not exist`.",
    source="pkg/scheduler/framework/runtime/framework.go",
    check=check,
)
