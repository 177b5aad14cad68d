"""Files that flags name and the container does not see."""

import posixpath
from collections.abc import Iterator
from pathlib import PurePosixPath

from schedcfg import releases
from schedcfg.cards import Citation
from schedcfg.configuration.effective.command_line import flags_without_effect
from schedcfg.document.placeholders import placeholder
from schedcfg.findings import Problem, Severity
from schedcfg.releases.kubeadm_layout import KUBECONFIG
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.names import with_known_folder
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.command_line import CommandLineFlag
from schedcfg.sources.manifests.running import RunningScheduler

ID = "unmounted-file"

_FLAGS = (
    "config",
    "kubeconfig",
    "authentication-kubeconfig",
    "authorization-kubeconfig",
    "client-ca-file",
    "policy-config-file",
    "requestheader-client-ca-file",
    "tls-cert-file",
    "tls-private-key-file",
)
"""Flags that name a file which must be there at the start."""


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield flags whose file is below no mount; an image of one's own may have it inside, a script may write it."""
    running = context.running
    if running is not None:
        yield from _not_on_the_node(running)
    if running is None or running.command_line.in_shell:
        return
    if running.is_partial and not (running.product is not None and running.product.mounts_nothing):
        yield from _relative(running)
        return
    if running.is_kubeadm and context.related.patches.mounts:
        return
    release = context.release or releases.at(releases.OLDEST)
    silent = flags_without_effect(release) if running.flag("config") or not running.settles("config") else {}
    for name in _FLAGS:
        flag = running.flag(name)
        if flag is not None and name not in silent and release.takes_flag(name) and _is_missing(context, running, flag):
            yield _problem(context, running, flag)


def _not_on_the_node(running: RunningScheduler) -> Iterator[Problem]:
    """Yield `--config` if it is mounted from a node of kind that does not have the file."""
    flag = running.flag("config")
    files = None if running.by_kubeadm is None else running.by_kubeadm.node_files
    if flag is None or files is None or not flag.is_known:
        return
    mount = running.mount_of(flag.value or "")
    on_node = None if mount is None else mount.host_file(flag.value or "")
    if on_node is None or any(PurePosixPath(on_node).is_relative_to(file) for file in files if file):
        return
    yield advice(
        ID,
        flag.value_path,
        f"kube-scheduler does not start on a node without {on_node}: no `extraMounts` brings it to every control plane "
        "node",
        f"Add `extraMounts` with `containerPath: {on_node}` to each control plane node.",
    )


def _relative(running: RunningScheduler) -> Iterator[Problem]:
    """Yield a relative `--config` of what is merged into kubeadm's configuration, and mounts no such file itself."""
    flag = running.flag("config")
    if flag is None or not running.is_kubeadm or not flag.value or not flag.is_known or flag.swallowed:
        return
    if flag.value.startswith("/") or placeholder(flag.value) or running.sees(posixpath.join("/", flag.value)):
        return
    yield advice(
        ID,
        flag.value_path,
        f"kube-scheduler does not find {flag.value}, unless what this is merged into mounts it: it is relative, so "
        f"{posixpath.join('/', flag.value)} in the container, whatever folder this is in",
        "Write an absolute path, and mount the file: `scheduler.extraVolumes` with `hostPath`, `mountPath`, "
        "`readOnly: true`, `pathType: File`.",
    )


def _is_missing(context: DeploymentContext, running: RunningScheduler, flag: CommandLineFlag) -> bool:
    # Another flag that was read as the value is reported by its own rule.
    if not flag.value or not flag.is_known or flag.swallowed or placeholder(flag.value):
        return False
    file = context.path_in_container(flag.value)
    return file is not None and not running.sees(file) and not (running.is_managed and file == KUBECONFIG)


def _problem(context: DeploymentContext, running: RunningScheduler, flag: CommandLineFlag) -> Problem:
    meant = with_known_folder(flag.value or "")
    message = f"kube-scheduler does not find {flag.value}, which `--{flag.name}` names: nothing is mounted there"
    file = context.path_in_container(flag.value or "")
    if file != flag.value:
        message = f"{message}, as it is {file} in the container"
    if meant is not None and running.sees(meant):
        help_ = f"Did you mean {meant}? That is mounted."
    elif running.product is not None:
        help_ = f"Remove it: {running.product.name} mounts nothing into the scheduler's Pod but its kubeconfig."
    elif running.is_kubeadm:
        help_ = "Add it to `scheduler.extraVolumes`: `hostPath`, `mountPath`, `readOnly: true`, `pathType: File`."
    else:
        help_ = "Mount it: a `hostPath` of `type: File`, or a ConfigMap, in `volumes` and `volumeMounts`."
    if context.is_stock:
        return Problem(ID, flag.value_path, message, help_)
    return advice(ID, flag.value_path, f"{message}, unless the image contains it", help_, Severity.WARNING)


RULE = Rule(
    id=ID,
    title="A file in a flag is not mounted",
    why="The scheduler exits at once: `no such file or directory`. A flag alone does not make a file available in "
    "the container.",
    source="cmd/kube-scheduler/app/options/configfile.go, loadConfigFromFile",
    evidence=(
        Citation("https://github.com/kubernetes/kubeadm/issues/518", "a file of a flag that is not in the Pod"),
        Citation("https://github.com/kubernetes/website/issues/27816", "the same for `--config`"),
    ),
    check=check,
    is_refuted_by_start=True,
    severity=Severity.WARNING,
    refuses=True,
)
