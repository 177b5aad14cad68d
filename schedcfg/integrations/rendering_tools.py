"""The user's own helm, kustomize or kubectl, run on a chart or an overlay: bounded, without a shell or the network.

The files that a rendering is made from: where Helm's templates and values are.
"""

import os
import shlex
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from schedcfg.document import decode_text, parse
from schedcfg.document.golang.text import harmless
from schedcfg.document.span import leaves
from schedcfg.errors import UnreadableInput
from schedcfg.integrations import programs
from schedcfg.integrations.kustomizations import kustomization_in, kustomized
from schedcfg.integrations.programs import find, isolation, one_line
from schedcfg.patterns import pattern
from schedcfg.sources import Source
from schedcfg.sources.manifests.pod import at

CHART, _VALUES, _CHARTS = "Chart.yaml", "values.yaml", "charts"
_SOURCE = pattern(r"# Source: (\S.*)")


class SourceFile(NamedTuple):
    """A file that a rendering is made from."""

    path: str
    text: str


def read(path: str) -> SourceFile | None:
    """Return a file; None where it cannot be read as text."""
    try:
        return SourceFile(path, decode_text(Source(path).read()))
    except UnreadableInput:
        return None


def template_of(line: str) -> tuple[str, ...] | None:
    """Return the parts of the path in a line by which Helm names a template; None where it is none.

    A template may write such a line as well: what leads out of the chart is none.
    """
    match = _SOURCE.fullmatch(line.rstrip())
    parts = () if match is None else tuple(match[1].split("/"))
    return parts if len(parts) > 1 and not {"", ".", ".."} & set(parts) else None


def template_path(chart: str, source: tuple[str, ...]) -> str:
    """Return where a template is on disk: Helm names it below the chart's name rather than its folder's."""
    return os.path.join(chart, *source[1:])


class ValuesFile(NamedTuple):
    """A file of values, and where in it those of a template begin."""

    path: str
    prefix: tuple[str, ...]


def values_of(chart: str, values: tuple[str, ...], source: tuple[str, ...]) -> list[ValuesFile]:
    """Return the files of values of a template, those that win first.

    Args:
        chart: The chart's folder.
        values: The files that were named.
        source: The parts of the template's path, as Helm names it.
    """
    subcharts = tuple(name for before, name in pairwise(source) if before == _CHARTS)
    values_files = [ValuesFile(path, subcharts) for path in reversed(values)]
    folder = chart
    for depth in range(len(subcharts) + 1):
        values_files.append(ValuesFile(os.path.join(folder, _VALUES), subcharts[depth:]))
        folder = os.path.join(folder, _CHARTS, *subcharts[depth : depth + 1])
    return values_files


def value_at(file: SourceFile, path: tuple[str, ...]) -> tuple[int, int] | None:
    """Return the offsets of a value in a file of values; None where it is not written there."""
    documents = parse(file.text).documents
    if not documents or at(documents[0].data, *path) is None:
        return None
    span = documents[0].locate(path).value
    return span.start.offset, span.end.offset


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
"""Requests go to a port where nobody listens, git fetches nothing, and helm loads no plugins.

That is for what cannot be run without a network: Go asks no proxy for what is on this machine.
"""

_SCHEMA = "values.schema.json"
_REFERENCES = frozenset(("$schema", "$ref", "$dynamicRef", "$recursiveRef"))
"""Keywords of JSON Schema by which another one is loaded."""
_DRAFT = pattern(r"https?://json-schema\.org/")
"""What Helm has itself."""

_KEPT = ("PATH", "HOME", "USERPROFILE", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP", "LANG")
"""Variables that the programs get of this process: by which they are found and started."""


class Rendering(NamedTuple):
    """What to render, once."""

    tool: str  # `helm` or `kustomize`
    path: str
    values: tuple[str, ...] = ()  # Files of values, as `helm --values` takes them: later ones win
    kubernetes: str | None = None  # The release to render for, `1.29`; None: helm's own choice

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
    program = os.path.basename(arguments[0])
    within, bounds = _isolation(arguments[0]), programs.Bounds(_SECONDS, _LARGEST)
    try:
        ended = programs.run([*within, *arguments], bounds, environment=environment)
        ended = programs.end_of_isolated(arguments[0], ended) if within else ended
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
        raise UnreadableInput(f"{program} {ended.how}{behind}", _instead(rendering, text))
    return ended.output.decode("utf-8", "replace")


def _isolation(program: str) -> tuple[str, ...]:
    """Return the command that runs a program without a network; empty for one of snap: that needs setuid to start."""
    return () if os.path.basename(os.path.realpath(program)) == "snap" else isolation()


def _helm(rendering: Rendering) -> Sequence[str]:
    """Return the command for a chart on this disk; helm would fetch charts and values with other names."""
    chart, values = os.path.abspath(rendering.path), rendering.values
    if not (os.path.isfile(os.path.join(chart, CHART)) or os.path.isfile(chart)):
        raise UnreadableInput(f"it is not a Helm chart: it has no {CHART}", _near(rendering.path, CHART))
    missing = next((file for file in values if not os.path.isfile(file)), None)
    if missing is not None:
        raise UnreadableInput(f"there is no file of values {missing}", "Check the spelling.")
    schema = _remote_schema(rendering.path)
    if schema is not None:
        reason = f"{schema} refers to a schema on another server, which is not fetched here, or cannot be read"
        raise UnreadableInput(reason, _instead(rendering))
    program = _program_path("helm", rendering, "helm")
    # A comma would begin another name: each file is an argument of its own, and quoted as CSV.
    named = [f"--values={_csv(os.path.abspath(file))}" for file in values]
    release = [] if rendering.kubernetes is None else [f"--kube-version={rendering.kubernetes}.0"]
    return [program, "template", _RELEASE_NAME, chart, *named, *release]


def _remote_schema(chart: str) -> str | None:
    """Return a schema of values, of the chart or of what is in `charts/`, for which Helm would send a request."""
    if not os.path.isdir(chart):
        return None
    schemas = (os.path.join(folder, _SCHEMA) for folder, _, names in os.walk(chart) if _SCHEMA in names)
    return next((path for path in sorted(schemas) if _is_remote(path)), None)


def _is_remote(schema: str) -> bool:
    """Return whether a schema refers to another one that is not in the same file, or cannot be read."""
    file = read(schema)
    documents = [] if file is None else parse(file.text).documents
    if len(documents) != 1 or documents[0].defects:
        return True
    named = [(path[-1], value) for path, value in leaves(documents[0].data) if path and isinstance(value, str)]
    # Below an address, other names are addresses as well.
    is_below = any(key in {"$id", "id"} and "://" in value for key, value in named)
    references = [value for key, value in named if key in _REFERENCES and not _DRAFT.match(value)]
    return any("://" in value or (is_below and not value.startswith("#")) for value in references)


def _csv(path: str) -> str:
    doubled = path.replace('"', '""')
    return f'"{doubled}"' if {",", '"'} & set(path) else path


def _kustomize(rendering: Rendering) -> Sequence[str]:
    folder = os.path.abspath(rendering.path)
    if kustomization_in(folder) is None:
        raise UnreadableInput("it has no kustomization.yaml", _near(rendering.path, "kustomization.yaml"))
    refusals = kustomized(rendering.path).refusals
    if refusals:
        raise UnreadableInput(refusals[0], _instead(rendering))
    own = find("kustomize")
    return (
        [own, "build", folder]
        if own
        else [_program_path("kubectl", rendering, "kustomize or kubectl"), "kustomize", folder]
    )


def _program_path(program: str, rendering: Rendering, named: str) -> str:
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
    near = [folder for folder in found if os.path.isfile(os.path.join(folder, name))]
    return f"Name one: {', '.join(near[:5])}." if near else "Name its folder."
