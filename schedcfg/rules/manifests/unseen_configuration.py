"""Static Pods as the API server shows them, with a configuration that is on their node only."""

import shlex
from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.pod import text

ID = "unseen-configuration"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield `--config` of a static Pod's mirror if its file is on the node, and not here."""
    running = context.running
    flag = None if running is None else running.flag("config")
    if running is None or flag is None or not flag.value or not running.is_copy or context.configured is not None:
        return
    node, mount = text(running.spec.data.get("nodeName")), running.mount_of(flag.value)
    file = None if mount is None else mount.host_file(flag.value)
    if not node or file is None:
        return
    release = "" if context.release is None else f" -k {context.release.name}"
    command = f"ssh {shlex.quote(node)} sudo cat {shlex.quote(file)} | schedcfg validate{release} -"
    debug = f"kubectl debug node/{node} -it --image=busybox -- cat {shlex.quote(f'/host{file}')}"
    message = f"the configuration of this scheduler is not validated: it is {file} on node `{node}`, not in the cluster"
    yield advice(ID, flag.value_path, message, f"Run `{command}`; or show it by `{debug}`.", Severity.INFO)


RULE = Rule(
    id=ID,
    title="A configuration is on a node only",
    why="The API server shows the Pod that the kubelet runs from a file, not the files that the Pod mounts. What the "
    "scheduler is configured to do is known only on the node.",
    source="pkg/kubelet/pod/mirror_client.go; pkg/kubelet/types/pod_update.go",
    evidence=(
        Citation(
            "https://github.com/kubernetes/website/pull/55373",
            "the API server shows a static Pod, and controls nothing of it",
        ),
    ),
    check=check,
    severity=Severity.INFO,
)
