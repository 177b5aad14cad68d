"""The user's own helm, kustomize or kubectl, run on a chart or an overlay: bounded, without a shell or the network."""

import os
import shlex
from collections.abc import Sequence
from typing import NamedTuple

from schedcfg.document.golang.text import harmless
from schedcfg.errors import UnreadableInput
from schedcfg.external import programs
from schedcfg.external.program_text import find, one_line
from schedcfg.external.rendering import files

_SECONDS = 60.0
_LARGEST = 64 * 1024 * 1024
"""Bytes: hundreds of times what a large chart makes."""

_RELEASE_NAME = "release-name"
"""The name that `helm template` itself uses, so that its output has the same lines."""

_NOWHERE = "http://127.0.0.1:9"
_OFFLINE = {
    **dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"), _NOWHERE),
    "NO_PROXY": "",
    "no_proxy": "",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "HELM_NO_PLUGINS": "1",
}
"""Requests go to a port where nobody listens, git fetches nothing, and helm loads no plugins."""

_KEPT = ("PATH", "HOME", "USERPROFILE", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP", "LANG")
"""Variables that the programs get of this process: by which they are found and started."""


class Rendering(NamedTuple):
    """What to render, once.

    Attributes:
        tool: `helm` or `kustomize`.
        path: The chart, or the folder of the kustomization.
        values: Files of values, as `helm --values` takes them: later ones win.
        kubernetes: The release to render for, `1.29`; None: helm's own choice.
    """

    tool: str
    path: str
    values: tuple[str, ...] = ()
    kubernetes: str | None = None

    @property
    def name(self) -> str:
        """The name of this rendering among those of one chart; empty where there is one only."""
        return ",".join(self.values)

    @property
    def by_hand(self) -> str:
        """The command that does the same without schedcfg running the tool."""
        path = shlex.quote(self.path)
        options = "".join(f" --values {shlex.quote(file)}" for file in self.values)
        command = f"helm template {path}{options}" if self.tool == "helm" else f"kubectl kustomize {path}"
        return f"{command} | schedcfg validate -"


def render(rendering: Rendering) -> str:
    """Return what the tool makes of a chart or an overlay.

    Raises:
        UnreadableInput: if it is no such thing, the tool is not there, or fails.
    """
    arguments = _helm(rendering) if rendering.tool == "helm" else _kustomize(rendering)
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ} | _OFFLINE
    program = os.path.basename(arguments[0])  # noqa: PTH119 - strings in, strings out; so below
    try:
        ended = programs.run(arguments, programs.Bounds(_SECONDS, _LARGEST), environment=environment)
    except (OSError, ValueError) as error:
        reason = harmless(getattr(error, "strerror", None) or str(error))
        raise UnreadableInput(f"{program} cannot be run: {reason}", _instead(rendering)) from None
    if ended.is_cut:
        raise UnreadableInput(f"the output of {program} is larger than {_LARGEST >> 20} MiB", _instead(rendering))
    text = one_line(ended.messages.decode("utf-8", "replace"))
    behind = f": {text}" if text else ""
    if ended.status is None:
        raise UnreadableInput(f"{program} did not exit within {_SECONDS:g} s{behind}", _instead(rendering))
    if ended.status:
        raise UnreadableInput(f"{program} exited with status {ended.status}{behind}", _instead(rendering, text))
    return ended.output.decode("utf-8", "replace")


def _helm(rendering: Rendering) -> Sequence[str]:
    """Return the command for a chart on this disk; helm would fetch charts and values with other names."""
    chart, values = os.path.abspath(rendering.path), rendering.values  # noqa: PTH100
    if not (os.path.isfile(os.path.join(chart, files.CHART)) or os.path.isfile(chart)):  # noqa: PTH113, PTH118
        raise UnreadableInput(f"it is no Helm chart: it has no {files.CHART}", _near(rendering.path, files.CHART))
    missing = next((file for file in values if not os.path.isfile(file)), None)  # noqa: PTH113
    if missing is not None:
        raise UnreadableInput(f"there is no file of values {missing}", "Check the spelling.")
    program = _found("helm", rendering, "helm")
    # A comma would begin another name: each file is an argument of its own, and quoted as CSV.
    named = [f"--values={_csv(os.path.abspath(file))}" for file in values]  # noqa: PTH100
    release = [] if rendering.kubernetes is None else [f"--kube-version={rendering.kubernetes}.0"]
    return [program, "template", _RELEASE_NAME, chart, *named, *release]


def _csv(path: str) -> str:
    doubled = path.replace('"', '""')
    return f'"{doubled}"' if {",", '"'} & set(path) else path


def _kustomize(rendering: Rendering) -> Sequence[str]:
    folder = os.path.abspath(rendering.path)  # noqa: PTH100
    if files.kustomization_in(folder) is None:
        raise UnreadableInput("it has no kustomization.yaml", _near(rendering.path, "kustomization.yaml"))
    remote = files.kustomized(folder).remote
    if remote:
        raise UnreadableInput(
            f"its kustomization takes {remote[0]} from another server, which is not fetched here",
            _instead(rendering),
        )
    own = find("kustomize")
    return (
        [own, "build", folder] if own else [_found("kubectl", rendering, "kustomize or kubectl"), "kustomize", folder]
    )


def _found(program: str, rendering: Rendering, named: str) -> str:
    path = find(program)
    if path is None:
        raise UnreadableInput(
            f"`--render {rendering.tool}` needs {named}, which is not on PATH",
            f"Install it, or run it where it is: `{rendering.by_hand}`.",
        )
    return path


def _instead(rendering: Rendering, message: str = "") -> str:
    offline = _NOWHERE.removeprefix("http://") in message or "GIT_ALLOW_PROTOCOL" in message or "not allowed" in message
    why = "Nothing is fetched here. " if offline else ""
    return f"{why}Run it by hand to see more: `{rendering.by_hand}`."


def _near(path: str, name: str) -> str:
    """Return which folders below a path have a file of a name."""
    try:
        found = sorted(entry.path for entry in os.scandir(path) if entry.is_dir())
    except OSError:
        return "Check the spelling."
    near = [folder for folder in found if os.path.isfile(os.path.join(folder, name))]  # noqa: PTH113, PTH118
    return f"Name one: {', '.join(near[:5])}." if near else "Name its folder."
