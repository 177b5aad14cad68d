"""Files that were named and hold no configuration: what they are, and what to pass instead.

Where nothing names what a document is, its keys show it. Sources:

- Volcano: `SchedulerConfiguration` in pkg/scheduler/conf/scheduler_conf.go of github.com/volcano-sh/volcano.
- YuniKorn: `SchedulerConfig` in pkg/common/configs/config.go of github.com/apache/yunikorn-core.

What the files of products are, the products themselves say.
"""

from collections import Counter
from typing import NamedTuple

from schedcfg.document import Document, Stream, parse
from schedcfg.document.texts import listing
from schedcfg.findings import FILE, Problem
from schedcfg.patterns import pattern
from schedcfg.sources import other_kinds
from schedcfg.sources.managed.settings import managed_in
from schedcfg.sources.marks import mentions_configuration
from schedcfg.sources.products import products
from schedcfg.sources.products.product import OtherFile
from schedcfg.sources.type_meta import POLICY_KEYS, read_type_meta

_ID = "unknown-kind"

_INSTEAD = OtherFile("").help
_IN_MARKDOWN = (
    "Of Markdown, blocks of YAML or JSON are read that contain a whole configuration or start a scheduler, and "
    "here-documents in which the shell expands nothing."
)
_IN_CHART = "`schedcfg validate --render helm PATH` validates what Helm makes of the chart in a folder."
_IN_FLAG = "Pass the file in its `--config`"
_NOT_TAKEN = f"`schedcfg validate {FILE}` shows what is not offered."

_MOST_KINDS = 5
_MOST_KEYS = 3


class NamedOther(NamedTuple):
    """What a named file without a configuration is."""

    problem: Problem
    is_looked_through: bool  # Whether configurations, or flags of a scheduler, are looked for in such files


def other_file(stream: Stream) -> NamedOther | None:
    """Return what a text without a configuration is; None where it is probably meant as one."""
    if stream.blocks is not None and _INTERPRETER.match(stream.text) is None:
        return _named(OtherFile("a Markdown file without a whole configuration in its fenced blocks", _IN_MARKDOWN))
    script = _script(stream.text)
    if script is not None:
        return _named(script)
    if stream.error is not None or not stream.documents:
        return None
    others = [_of_document(document) for document in stream.documents]
    known = [other for other in others if other is not None]
    if len(known) < len(others):
        return None
    return _named(known[0]) if len(known) == 1 else _several(known)


def _named(other: OtherFile) -> NamedOther:
    name = f"{other.name} {other.detail}".rstrip()
    message = f"this is {name}: kube-scheduler does not read it as its configuration"
    return NamedOther(Problem(_ID, other.path, message, other.help), other.is_looked_through)


def _several(others: list[OtherFile]) -> NamedOther:
    counted = Counter(other.name for other in others)
    names = [name if number == 1 else f"{name} ({number} times)" for name, number in counted.items()]
    shown = names if len(names) <= _MOST_KINDS else [*names[: _MOST_KINDS - 1], f"{len(names) - _MOST_KINDS + 1} more"]
    listed = " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))
    help_ = others[0].help if len(counted) == 1 else _INSTEAD
    problem = Problem(_ID, others[0].path, f"this file contains {listed} without a configuration", help_)
    return NamedOther(problem, all(other.is_looked_through for other in others))


_INTERPRETER = pattern(r"#![^\n]*?\b(?P<name>bash|dash|ksh|zsh|sh|python3?|perl|ruby|node)\b")
_UNIT = pattern(r"(?m)^\[(?:Unit|Service|Install)\][ \t]*\r?$")
_CONTINUED = pattern(r"\\\r?\n")
_PROGRAM = "kube-scheduler"
_CONFIG_FLAG = pattern(r"--config[= \t]+[\"']?(?P<path>[^\s\"'\\]+)")


def _script(text: str) -> OtherFile | None:
    """Return what a text is that starts programs; None for others."""
    interpreter = _INTERPRETER.match(text)
    if interpreter is None and (text.startswith("{") or _UNIT.search(text) is None):
        return None
    name = "a systemd unit" if interpreter is None else f"a script for {interpreter['name']}"
    lines = (line for line in _CONTINUED.sub(" ", text).splitlines() if _PROGRAM in line)
    flag = next(filter(None, (_CONFIG_FLAG.search(line, line.index(_PROGRAM)) for line in lines)), None)
    return OtherFile(name, f"{_IN_FLAG}: {flag['path']}." if flag else f"{_IN_FLAG}.")


def _of_document(document: Document) -> OtherFile | None:
    data = document.data
    if isinstance(data, list):
        return _of_list(data)
    if isinstance(data, str):
        name = "a text without `apiVersion` and `kind`"
        return None if mentions_configuration(data) else OtherFile(name, is_looked_through=False)
    if not isinstance(data, dict):
        return None
    meta = read_type_meta(data)
    managed = managed_in(data, ())
    if managed is not None:
        name = f"a file for {managed.product.name} with settings that are not offered"
        return OtherFile(name, _NOT_TAKEN, managed.offered.at)
    if other_kinds.is_other(meta.api_version, meta.kind):
        return _of_kind(data, meta.api_version, meta.kind)
    return None if meta.kind or mentions_configuration(meta.api_version) else _of_keys(data)


def _of_kind(data: dict[str, object], api_version: str, kind: str) -> OtherFile:
    name, help_ = other_kinds.called(kind, api_version), other_kinds.help_with(kind)
    if kind != "ConfigMap":
        return OtherFile(name, help_, ("kind",), is_looked_through=kind != "Config")
    texts = data.get("data")
    inner = [_by_keys(value) for value in texts.values()] if isinstance(texts, dict) else []
    inside = next(filter(None, inner), "")
    return OtherFile(name, _IN_DATA, ("kind",), f"with {inside}" if inside else "without a configuration")


_IN_DATA = "Use the file in `--config` of kube-scheduler, or a ConfigMap that contains a configuration."


def _by_keys(text: object) -> str:
    """Return what a ConfigMap's text is by its keys; empty where they do not show it."""
    documents = parse(text).documents if isinstance(text, str) and ":" in text else ()
    data = documents[0].data if documents else None
    known = _known_by_keys(data) if isinstance(data, dict) and "kind" not in data else None
    return "" if known is None else known.name


_BY_KEYS = (
    (frozenset({"actions", "tiers"}), OtherFile("a configuration of Volcano's scheduler", is_looked_through=False)),
    (frozenset({"partitions"}), OtherFile("a configuration of YuniKorn's queues", is_looked_through=False)),
    (frozenset({"services"}), OtherFile("a Compose file")),
    (frozenset({"apiVersion", "name", "version"}), OtherFile("the description of a Helm chart", _IN_CHART)),
)
"""Keys at the top of a document that has no kind → what it is, where that is no product's."""

_VALUES = frozenset(
    {
        *("affinity", "controller", "fullnameOverride", "global", "image", "imagePullSecrets", "nameOverride"),
        *("nodeSelector", "podAnnotations", "rbac", "replicaCount", "resources", "scheduler", "serviceAccount"),
        *("securityContext", "tolerations"),
    }
)
"""Keys that nearly every chart has at the top of its values, and no configuration."""


def _known_by_keys(data: dict[str, object]) -> OtherFile | None:
    of_others = next((other for keys, other in _BY_KEYS if keys <= data.keys()), None)
    return _of_product(data) or of_others


def _of_product(data: object) -> OtherFile | None:
    return next(filter(None, (product.other_file(data) for product in products())), None)


def _of_keys(data: dict[str, object]) -> OtherFile | None:
    """Return what a mapping without a kind is; None where it has a field of a configuration or a Policy."""
    known = _known_by_keys(data)
    if known is not None:
        return known
    if not _VALUES.isdisjoint(data):
        return OtherFile("a file of values, as a Helm chart has them", _IN_CHART)
    from schedcfg.models import v1, v1alpha1  # noqa: PLC0415 - few files are named that are something else

    models = (v1.KubeSchedulerConfiguration, v1alpha1.KubeSchedulerConfiguration)
    fields = {field.alias or name for model in models for name, field in model.model_fields.items()}
    if not data or not fields.isdisjoint(data) or not POLICY_KEYS.isdisjoint(data):
        return None
    keys = listing([f"`{key}`" for key in data], _MOST_KEYS)
    whose = f"whose top-level key {keys} is" if len(data) == 1 else f"whose top-level keys {keys} are"
    return OtherFile(f"a file {whose} in no configuration", is_looked_through=False)


def _of_list(data: list[object]) -> OtherFile:
    known = _of_product(data)
    if known is not None:
        return known
    items = [item for item in data if isinstance(item, dict)]
    if items and len(items) == len(data) and all({"op", "path"} <= item.keys() for item in items):
        return OtherFile("a JSON patch", is_looked_through=False)
    return OtherFile("a list", is_looked_through=False)
