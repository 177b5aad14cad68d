"""What becomes of the nodes that an extender filters (`Filter`, and `findNodesThatPassExtenders`)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from schedcfg import releases
from schedcfg.document.texts import without_login
from schedcfg.external.probe.extender.call import answered_error
from schedcfg.external.probe.extender.connection import ExtenderAccess
from schedcfg.external.probe.extender.findings import ExtenderFinding, listed, shown
from schedcfg.external.probe.extender.results import ExtenderVerb, Filtered
from schedcfg.external.probe.extender.wire import ApiObject, names_of, node_on_wire
from schedcfg.external.probe.findings import ProbeFinding
from schedcfg.findings import Severity
from schedcfg.releases.release import Release

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


def lost_fields(
    back: Mapping[str, ApiObject], sent: Mapping[str, ApiObject], release: Release
) -> Iterator[ProbeFinding]:
    """Yield which fields differ from what was sent, and what that means in a release."""
    changed: dict[str, list[str]] = {}
    for name, node in back.items():
        if name in sent:
            for path in _LOOKED_AT:
                if _at(node, path) != _at(sent[name], path):
                    changed.setdefault(".".join(path), []).append(name)
    if not changed:
        return
    nodes = dict.fromkeys(name for names in changed.values() for name in names)
    who = "all score plugins run" if release.scores_returned_nodes else "preScore plugins (spreading, affinity) run"
    yield ExtenderFinding.LOST_FIELDS.finding(
        f"{listed(changed)} of {listed(nodes)} are returned with other contents. Later extenders receive the returned "
        f"nodes, and {who} on them: missing labels and resources count as missing on the node",
        "Return each node unchanged; or let the extender cache nodes and return names (`nodeCacheCapable`).",
        nodes=map(shown, nodes),
    )


def _at(node: Mapping[str, Any], path: tuple[str, str]) -> object:
    """Return a field; one that is empty is as good as missing."""
    found = (node.get(path[0]) or {}).get(path[1])
    return found or None


_Passed: TypeAlias = tuple[list[str], dict[str, ApiObject] | None, tuple[ProbeFinding, ...]]
"""The names that go on, the nodes by them, None where kube-scheduler gets an error, and what is wrong with them."""

_PENDING = "so every Pod for which kube-scheduler calls it stays Pending, whether it is `ignorable` or not"


@dataclass(frozen=True, slots=True)
class FilterOutcome:
    """What an extender's filter leaves."""

    # The nodes that go on, by their names, as they go on; None where kube-scheduler gets an error
    nodes: dict[str, ApiObject] | None
    filtered: tuple[Filtered, ...] = ()  # The nodes that do not go on
    findings: tuple[ProbeFinding, ...] = ()


def filter_outcome(result: Mapping[str, Any], sent: dict[str, ApiObject], access: ExtenderAccess) -> FilterOutcome:
    """Return what an answer of type ExtenderFilterResult leaves.

    Args:
        result: The answer, decoded.
        sent: The nodes that were asked about.
        access: Who answered.
    """
    if result.get("Error"):
        return FilterOutcome(None, findings=(answered_error(result["Error"], access, ExtenderVerb.FILTER),))
    names, nodes, findings = _passed(result, sent, access)
    if nodes is None:
        return FilterOutcome(None, findings=findings)
    reasons: dict[str, str] = result.get("FailedNodes") or {}
    unresolvable: dict[str, str] = result.get("FailedAndUnresolvableNodes") or {}
    if access.release.knows_unresolvable_nodes:
        known, unknown = {**reasons, **unresolvable}, {}
    else:
        known, unknown = reasons, unresolvable
        unresolvable = {}
    left_out = [name for name in sent if name not in nodes]
    filtered = tuple(Filtered(shown(name), shown(known.get(name, "")), name in unresolvable) for name in left_out)
    findings = (*findings, *_repeated(names), *_failed(known, nodes, sent, left_out), *_too_new(unknown))
    return FilterOutcome(nodes, filtered, findings)


def _passed(result: Mapping[str, Any], sent: dict[str, ApiObject], access: ExtenderAccess) -> _Passed:
    """Return the nodes that go on: by their names, or whole as they came back."""
    names, whole = result.get("NodeNames"), result.get("Nodes")
    if access.extender.node_cache_capable and names is not None:
        unknown = [name for name in names if name not in sent]
        if unknown:
            return names, None, (_unknown_name(unknown, access),)
        return names, {name: sent[name] for name in names}, tuple(_none_left(names, sent))
    if whole is not None:
        items: list[ApiObject] = whole.get("items") or []
        return _whole(items, sent, access)
    return [], {}, (_no_list(names, access),)


def _whole(items: list[ApiObject], sent: dict[str, ApiObject], access: ExtenderAccess) -> _Passed:
    names = names_of(items)
    nodes = {name: node_on_wire(item, access.release) for name, item in zip(names, items, strict=True)}
    findings = [*_none_left(names, sent), *lost_fields(nodes, sent, access.release)]
    unknown = [name for name in names if name not in sent]
    if unknown:
        findings.append(
            ExtenderFinding.UNKNOWN_NODE_PASSED.finding(
                f"The filter returns {listed(unknown)}, which were not in the request. kube-scheduler does not check "
                "that: it scores them, and fails or binds the Pod to a node that is not feasible or does not exist",
                "Return a subset of the nodes in `Nodes.items` of the request.",
                nodes=map(shown, unknown),
            )
        )
    if access.extender.node_cache_capable:
        findings.append(
            ExtenderFinding.NODES_FOR_NAMES.finding(
                "The extender received names (`nodeCacheCapable`) and returns whole nodes: kube-scheduler accepts "
                "them, and uses their contents",
                "Return `NodeNames`.",
            )
        )
    return names, nodes, tuple(findings)


def _unknown_name(unknown: list[str], access: ExtenderAccess) -> ProbeFinding:
    url = without_login(access.extender.url_prefix)
    return access.failure(
        ExtenderFinding.UNKNOWN_NODE_PASSED,
        ExtenderVerb.FILTER,
        f"The filter returns {listed(unknown)}, which were not in the request",
        "Return a subset of the names in `NodeNames` of the request.",
        f'extender "{url}" claims a filtered node "{shown(unknown[0])}" which is not found in the input node list',
        map(shown, unknown),
    )


def _no_list(names: list[str] | None, access: ExtenderAccess) -> ProbeFinding:
    if names is not None:
        return ExtenderFinding.NAMES_NOT_READ.finding(
            "The extender returns `NodeNames`, which kube-scheduler only reads with `nodeCacheCapable: true`; "
            f"`Nodes` is missing: no node is left, {_PENDING}",
            "Set `nodeCacheCapable: true`, or return `Nodes`.",
        )
    wanted = "NodeNames" if access.extender.node_cache_capable else "Nodes"
    return ExtenderFinding.NO_NODE_LIST.finding(
        f"The response has neither `Nodes` nor `NodeNames`, or they are null: no node is left, {_PENDING}",
        f"Return the feasible nodes in `{wanted}`.",
    )


def _none_left(names: list[str], sent: dict[str, ApiObject]) -> Iterator[ProbeFinding]:
    if not names:
        yield ExtenderFinding.ALL_FILTERED.finding(
            f"The filter lets none of the {len(sent)} nodes through: such a Pod stays Pending",
            "Try it with real nodes and a real Pod (`--nodes`, `--pod`): the extender may not know others.",
        )


def _repeated(names: list[str]) -> Iterator[ProbeFinding]:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        yield ExtenderFinding.NODE_TWICE.finding(
            f"The filter returns {listed(twice)} more than once: kube-scheduler scores and counts such a node each "
            "time, and chooses it more often among equal nodes",
            "Return each node once.",
            nodes=map(shown, twice),
        )


def _failed(
    reasons: Mapping[str, str], passed: Mapping[str, ApiObject], sent: Mapping[str, ApiObject], left_out: Iterable[str]
) -> Iterator[ProbeFinding]:
    """Yield how the reasons for filtered nodes contradict the rest of the answer."""
    both = [name for name in reasons if name in passed]
    if both:
        yield ExtenderFinding.PASSED_AND_FAILED.finding(
            f"{listed(both)} are both let through and listed as failed: kube-scheduler uses them",
            "List a node in only one of both.",
            nodes=map(shown, both),
        )
    strangers = [name for name in reasons if name not in sent and name not in passed]
    if strangers:
        yield ExtenderFinding.UNKNOWN_NODE_FAILED.finding(
            f"There are reasons for {listed(strangers)}, which were not in the request",
            "Name only nodes of the request; check that their names are the same.",
            nodes=map(shown, strangers),
        )
    silent = [name for name in left_out if name not in reasons]
    if silent:
        yield ExtenderFinding.UNMENTIONED_NODE.finding(
            f"There is no reason for filtering out {listed(silent)}: the Pod's events do not name one, and since "
            "1.32, no Pod is preempted there",
            "List each of them in `FailedNodes`, with the reason.",
            nodes=map(shown, silent),
            severity=Severity.WARNING if strangers else None,
        )


def _too_new(unresolvable: Mapping[str, str]) -> Iterator[ProbeFinding]:
    if unresolvable:
        first = releases.first(lambda one: one.knows_unresolvable_nodes)
        yield ExtenderFinding.UNRESOLVABLE_UNKNOWN.finding(
            f"kube-scheduler only knows `FailedAndUnresolvableNodes` since {first.name}: reasons for "
            f"{listed(unresolvable)} are not read, and it tries in vain to preempt Pods there",
            "List them in `FailedNodes` as well.",
            nodes=map(shown, unresolvable),
        )
