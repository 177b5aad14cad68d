"""Credential plugins: programs that a kubeconfig names to say who asks (EKS, GKE and AKS have one each).

Upstream: `plugin/pkg/client/auth/exec/exec.go` in client-go.
"""

import json
import os
import shutil
from typing import NamedTuple

from schedcfg.manifests.fields import Fields
from schedcfg.probe.cluster.credentials import Credentials
from schedcfg.probe.cluster.entry import Entry
from schedcfg.probe.cluster.exec_credential import read_answer
from schedcfg.probe.cluster.failure import INSTEAD, ClusterFailed
from schedcfg.probe.cluster.quoting import shown
from schedcfg.probe.cluster.running import Outcome, run
from schedcfg.probe.exchange.quoting import one_line

_GROUP = "client.authentication.k8s.io"
_VERSIONS = (f"{_GROUP}/v1", f"{_GROUP}/v1beta1")
_REMOVED = f"{_GROUP}/v1alpha1"
_MODES = ("Never", "IfAvailable", "Always")


class Plugin(NamedTuple):
    """What to run.

    Attributes:
        command: A name that is searched for, or an absolute path.
        args: Its arguments.
        env: Beside this process's own variables.
        api_version: Of the `ExecCredential` that it is given, and has to give.
        install_hint: How to get it.
        wants_cluster: Whether it is told of the server.
    """

    command: str
    args: tuple[str, ...]
    env: dict[str, str]
    api_version: str
    install_hint: str
    wants_cluster: bool


def read_plugin(user: Entry) -> Plugin | None:
    """Read a user's `exec`; None where it has none. What is wrong is noted."""
    written = user.inside("exec")
    if written is None:
        return None
    command = written.text("command")
    if not command:
        user.note("has an `exec` without a `command`")
    version = written.text("apiVersion")
    _check_version(user, version)
    _check_mode(written, version)
    env = {item.text("name"): item.text("value") for item in written.each("env", f"a variable of {user.name}")}
    if any(not name or "=" in name or "\0" in name + value for name, value in env.items()):
        user.note("has an `exec` with a variable that has no name, or one that no variable can have")
    return Plugin(
        written.path("command") if os.sep in command else command,
        written.texts("args"),
        env,
        version,
        written.text("installHint"),
        written.flag("provideClusterInfo"),
    )


def _check_version(user: Entry, version: str) -> None:
    if version == _REMOVED:
        user.note(
            f"has an `exec` of {_REMOVED}, which is gone since client-go 1.24: update the plugin, and have its"
            " provider's tool write the kubeconfig again (EKS: `aws eks update-kubeconfig`)"
        )
    elif version not in _VERSIONS:
        user.note(f"has an `exec` whose `apiVersion` is none of {' and '.join(_VERSIONS)}")


def _check_mode(written: Entry, version: str) -> None:
    """Check `interactiveMode`, which v1beta1 need not have (`SetDefaults_ExecConfig`)."""
    mode = written.text("interactiveMode")
    if mode == "Always":
        written.note(f"has an `exec` that needs a terminal (`interactiveMode: Always`), and is given none. {INSTEAD}")
    elif mode not in _MODES and (mode or version == _VERSIONS[0]):
        written.note(f"has an `exec` without an `interactiveMode` that is one of {', '.join(_MODES)}")


def ask_plugin(plugin: Plugin, cluster: Fields, seconds: float) -> Credentials:
    """Run a plugin and take what it gives.

    Args:
        plugin: What to run.
        cluster: What it may be told of the server.
        seconds: How long it may take.

    Raises:
        ClusterFailed: if it is not there, fails, takes too long, or gives nothing usable.
    """
    program = shutil.which(plugin.command)
    if program is None or not os.path.isabs(program):  # noqa: PTH117 - strings in, strings out
        # As Go, pass over what lies in the folder where one happens to be.
        raise _missing(plugin)
    spec: Fields = {"interactive": False, **({"cluster": cluster} if plugin.wants_cluster else {})}
    info = json.dumps({"kind": "ExecCredential", "apiVersion": plugin.api_version, "spec": spec})
    env = {**os.environ, **plugin.env, "KUBERNETES_EXEC_INFO": info}
    outcome = run(program, (plugin.command, *plugin.args), env, seconds)
    failure = _failure(outcome, seconds)
    if failure:
        raise ClusterFailed(f"the credential plugin {_name(plugin)} {failure}", INSTEAD)
    return read_answer(outcome.output, plugin.api_version, _name(plugin))


def _failure(outcome: Outcome, seconds: float) -> str:
    """Say how a run failed; empty where it did not."""
    said = shown(outcome.said)
    words = f": {said}" if said else ""
    if outcome.obstacle:
        return f"cannot be run: {one_line(outcome.obstacle)}"
    if outcome.is_too_long:
        return "writes more than any credential is"
    if outcome.status is None:
        return f"did not end within {seconds:g} s (`--timeout` gives it longer){words}"
    return f"ended with status {outcome.status}{words}" if outcome.status else ""


def _name(plugin: Plugin) -> str:
    return f"`{one_line(plugin.command)}`"


def _missing(plugin: Plugin) -> ClusterFailed:
    hint = shown(plugin.install_hint)
    return ClusterFailed(
        f"the kubeconfig's credential plugin {_name(plugin)} is not installed here",
        f"The kubeconfig says: {hint}" if hint else f"Install it, or add its folder to PATH. {INSTEAD}",
    )
