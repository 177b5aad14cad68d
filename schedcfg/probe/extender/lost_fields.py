"""Nodes that come back from a filter with other contents: kube-scheduler goes on with what came back."""

from collections.abc import Iterator, Mapping
from typing import Any

from schedcfg.findings import Severity
from schedcfg.probe.extender.finding_kinds import Kind
from schedcfg.probe.extender.quoting import listed, shown
from schedcfg.probe.extender.wire import Fields
from schedcfg.probe.finding_kind import tell
from schedcfg.results.probing import ProbeFinding

_LOOKED_AT = (
    ("metadata", "labels"),
    ("metadata", "annotations"),
    ("spec", "taints"),
    ("spec", "unschedulable"),
    ("status", "allocatable"),
    ("status", "capacity"),
    ("status", "images"),
)
"""What plugins and other extenders look at."""

_FIRST_SCORING_THEM = 33
"""Since then all score plugins get the nodes that came back; before, those of the scheduler's own cache."""


def lost_fields(back: Mapping[str, Fields], sent: Mapping[str, Fields], release: int) -> Iterator[ProbeFinding]:
    """Yield which fields differ from what was sent, and what that means in a release (its minor number)."""
    changed: dict[str, list[str]] = {}
    for name, node in back.items():
        if name in sent:
            for path in _LOOKED_AT:
                if _at(node, path) != _at(sent[name], path):
                    changed.setdefault(".".join(path), []).append(name)
    if not changed:
        return
    nodes = dict.fromkeys(name for names in changed.values() for name in names)
    who = "all score plugins work" if release >= _FIRST_SCORING_THEM else "preScore plugins (spreading, affinity) work"
    yield tell(
        Kind.LOST_FIELDS,
        Severity.WARNING,
        f"{listed(changed)} of {listed(nodes)} come back other than they were sent. Extenders further down get what "
        f"came back, and {who} on it: labels and resources that are missing there count as missing on the node",
        "Send each node back as it came; or keep nodes in the extender and answer with names (`nodeCacheCapable`).",
        nodes=map(shown, nodes),
    )


def _at(node: Mapping[str, Any], path: tuple[str, str]) -> object:
    """Give a field; one that is empty is as good as missing."""
    found = (node.get(path[0]) or {}).get(path[1])
    return found or None
