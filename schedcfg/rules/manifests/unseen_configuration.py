"""Schedulers whose configuration is not here: on their node only, or in a ConfigMap of another file."""

import shlex
from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.manifests.dangling_mount import missing_config_map
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.command_line import is_resolved
from schedcfg.sources.manifests.pod import text

ID = "unseen-configuration"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield `--config` if its file is on the node of a static Pod's mirror, or in a ConfigMap that is not here."""
    running = context.running
    flag = None if running is None else running.flag("config")
    if running is None or flag is None or not flag.value or not flag.is_known or context.configured is not None:
        return
    mount = running.mount_of(flag.value)
    if mount is None or running.is_partial:
        return
    file, node = mount.host_file(flag.value), text(running.spec.data.get("nodeName"))
    keys = [key for key in mount.config_map_keys(flag.value) if is_resolved(key.config_map)]
    is_absent = all(context.related.keys_of(key.config_map, running.namespace) is None for key in keys)
    if running.is_copy and node and file is not None:
        yield from _on_node(context, flag.value_path, node, file)
    elif keys and is_absent and next(missing_config_map(context), None) is None:
        yield from _in_config_map(context, flag.value_path, keys[0].config_map, keys[0].key)


def _on_node(context: DeploymentContext, path: Path, node: str, file: str) -> Iterator[Problem]:
    command = f"ssh {shlex.quote(node)} sudo cat {shlex.quote(file)} | {_validate(context)}"
    debug = f"kubectl debug node/{node} -it --image=busybox -- cat {shlex.quote(f'/host{file}')}"
    message = f"the configuration of this scheduler is not validated: it is {file} on node `{node}`, not in the cluster"
    yield advice(ID, path, message, f"Run `{command}`; or print it with `{debug}`.", Severity.INFO)


def _in_config_map(context: DeploymentContext, path: Path, name: str, key: str) -> Iterator[Problem]:
    assert context.running is not None
    namespace = context.running.namespace
    within = f" -n {shlex.quote(namespace)}" if namespace else ""
    command = f"kubectl get configmap {shlex.quote(name)}{within} -o yaml | {_validate(context)}"
    message = (
        f"the configuration of this scheduler is not validated: it is key `{key}` of ConfigMap `{name}`, which is not "
        "here"
    )
    yield advice(ID, path, message, f"Validate the file that creates it as well, or run `{command}`.", Severity.INFO)


def _validate(context: DeploymentContext) -> str:
    release = "" if context.release is None or not context.release_known else f" -k {context.release.name}"
    return f"schedcfg validate{release} -"


RULE = Rule(
    id=ID,
    title="A configuration is not here",
    why="The API server shows the Pod that the kubelet runs from a file, not the files that the Pod mounts; and a "
    "Deployment only names its ConfigMap. So neither the configuration nor whether the scheduler starts is known here.",
    source="pkg/kubelet/pod/mirror_client.go; pkg/kubelet/types/pod_update.go; pkg/volume/configmap/configmap.go",
    evidence=(
        Citation(
            "https://github.com/kubernetes/website/pull/55373",
            "the API server shows a static Pod, and controls nothing of it",
        ),
    ),
    check=check,
    severity=Severity.INFO,
)
