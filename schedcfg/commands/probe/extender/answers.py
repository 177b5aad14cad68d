"""What becomes of the nodes in an extender's answer: those that it filters, the victims that it leaves, its scores.

Upstream: `Filter`, `ProcessPreemption` and `Prioritize` in `pkg/scheduler/extender.go`, `findNodesThatPassExtenders`
and `prioritizeNodes` in `pkg/scheduler/schedule_one.go`, and `callExtenders` in `framework/preemption`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from schedcfg import releases
from schedcfg.commands.probe.extender.connection import ExtenderAccess
from schedcfg.commands.probe.extender.findings import ExtenderFinding, about, absent, listed, repeated, shown
from schedcfg.commands.probe.extender.results import ExtenderVerb, Filtered, Scored
from schedcfg.commands.probe.extender.wire import ApiObject, names_of, node_on_wire
from schedcfg.commands.probe.findings import ProbeFinding
from schedcfg.document.golang.numbers import wrapped_int64
from schedcfg.document.secrets import without_login
from schedcfg.findings import Severity
from schedcfg.plugins.plugin import MAX_EXTENDER_PRIORITY, MAX_NODE_SCORE
from schedcfg.releases.release import Release

_PENDING = "no node is left, so every Pod for which kube-scheduler calls it stays Pending, `ignorable` or not"


@dataclass(frozen=True, slots=True)
class FilterOutcome:
    """What an extender's filter leaves."""

    # The nodes that go on, by their names, as they go on; None where kube-scheduler gets an error
    nodes: dict[str, ApiObject] | None
    filtered: tuple[Filtered, ...] = ()  # The nodes that do not go on
    findings: tuple[ProbeFinding, ...] = ()


def answered_error(text: str, access: ExtenderAccess, verb: ExtenderVerb) -> ProbeFinding:
    """Return the finding that an extender answers with an error."""
    message = f"The extender responds with an error: {shown(text)}"
    return access.failure(ExtenderFinding.ERROR_FIELD, verb, message, upstream=shown(text))


def filter_outcome(result: Mapping[str, Any], sent: dict[str, ApiObject], access: ExtenderAccess) -> FilterOutcome:
    """Return what an answer of type ExtenderFilterResult leaves.

    Args:
        result: The answer, decoded.
        sent: The nodes that were asked about.
        access: Who answered.
    """
    if result.get("Error"):
        return FilterOutcome(None, findings=(answered_error(result["Error"], access, ExtenderVerb.FILTER),))
    names, whole = result.get("NodeNames"), result.get("Nodes")
    if access.extender.node_cache_capable and names is not None:
        unknown = absent(names, sent)
        if unknown:
            return FilterOutcome(None, findings=(_unknown_name(unknown, access),))
        nodes = {name: sent[name] for name in names}
        findings: list[ProbeFinding] = []
    elif whole is not None:
        items: list[ApiObject] = whole.get("items") or []
        names = names_of(items)
        nodes = {name: node_on_wire(item, access.release) for name, item in zip(names, items, strict=True)}
        lost, unknown = _lost_fields(nodes, sent, access.release), absent(names, sent)
        findings = [*lost, *about(ExtenderFinding.UNKNOWN_NODE_PASSED, unknown)]
    else:
        nodes, findings, names = {}, [_no_list(names, access)], None
    if names == []:
        findings.append(_ALL_FILTERED)
    filtered, about_reasons = _reasons(result, nodes, sent, access.release)
    findings += [*about(ExtenderFinding.NODE_TWICE, repeated(names or ())), *about_reasons]
    return FilterOutcome(nodes, filtered, tuple(findings))


_ALL_FILTERED = ExtenderFinding.ALL_FILTERED.finding(
    "The filter lets none of the nodes through: such a Pod stays Pending",
    "Try it with real nodes and a real Pod (`--nodes`, `--pod`): the extender may not know others.",
)


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
    capable = access.extender.node_cache_capable
    help_ = f"Return the feasible nodes in `{'NodeNames' if capable else 'Nodes'}`."
    missing = "The response has neither `Nodes` nor `NodeNames`, or they are null"
    if names is not None:
        missing = "`Nodes` is missing, and kube-scheduler only reads `NodeNames` with `nodeCacheCapable: true`"
        help_ = f"Set `nodeCacheCapable: true`. Or: {help_}"
    return ExtenderFinding.NO_NODE_LIST.finding(f"{missing}: {_PENDING}", help_)


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


def _lost_fields(
    back: Mapping[str, ApiObject], sent: Mapping[str, ApiObject], release: Release
) -> Iterator[ProbeFinding]:
    """Yield which fields differ from what was sent, and what that means in a release; an empty one is a missing one."""
    changed: dict[str, list[str]] = {}
    for name in back.keys() & sent.keys():
        for part, field in _LOOKED_AT:
            if ((back[name].get(part) or {}).get(field) or None) != ((sent[name].get(part) or {}).get(field) or None):
                changed.setdefault(f"{part}.{field}", []).append(name)
    if not changed:
        return
    nodes = sorted({name for names in changed.values() for name in names}, key=list(sent).index)
    who = "all score plugins run" if release.scores_returned_nodes else "preScore plugins (spreading, affinity) run"
    yield ExtenderFinding.LOST_FIELDS.finding(
        f"{listed(sorted(changed))} of {listed(nodes)} are returned with other contents. Later extenders receive the "
        f"returned nodes, and {who} on them: missing labels and resources count as missing on the node",
        "Return each node unchanged; or let the extender cache nodes and return names (`nodeCacheCapable`).",
        nodes=map(shown, nodes),
    )


def _reasons(
    result: Mapping[str, Any], passed: Mapping[str, ApiObject], sent: Mapping[str, ApiObject], release: Release
) -> tuple[tuple[Filtered, ...], list[ProbeFinding]]:
    """Return the nodes that are filtered out, and how the reasons for that contradict the rest of the answer."""
    reasons: dict[str, str] = result.get("FailedNodes") or {}
    unresolvable: dict[str, str] = result.get("FailedAndUnresolvableNodes") or {}
    unread = ""
    if release.knows_unresolvable_nodes:
        reasons = {**reasons, **unresolvable}
    elif unresolvable:
        first = releases.first(lambda one: one.knows_unresolvable_nodes)
        unread = f" (`FailedAndUnresolvableNodes` is only read since {first.name})"
        unresolvable = {}
    left_out = absent(sent, passed)
    filtered = tuple(Filtered(shown(name), shown(reasons.get(name, "")), name in unresolvable) for name in left_out)
    strangers = absent(reasons, sent, passed)
    severity = Severity.WARNING if strangers or unread else None
    return filtered, [
        *about(ExtenderFinding.PASSED_AND_FAILED, (name for name in reasons if name in passed)),
        *about(ExtenderFinding.UNKNOWN_NODE_FAILED, strangers),
        *about(ExtenderFinding.UNMENTIONED_NODE, absent(left_out, reasons), severity, unread),
    ]


def preemption_outcome(
    result: Mapping[str, Any], sent: dict[str, ApiObject], known: Mapping[str, ApiObject], access: ExtenderAccess
) -> tuple[dict[str, ApiObject] | None, tuple[ProbeFinding, ...]]:
    """Return what an answer of type ExtenderPreemptionResult leaves, and what is wrong with it.

    Args:
        result: The answer, decoded.
        sent: Node → its victim, as it was sent.
        known: All nodes; an extender may name another one of them, as long as the victim runs there.
        access: Who answered.

    Returns:
        Node → the victim that is left there, None where kube-scheduler gets an error; and the findings.
    """
    answered: Mapping[str, Any] = result.get("NodeNameToMetaVictims") or {}
    findings: list[ProbeFinding] = []
    for node, meta in answered.items():
        uid = sent[node]["metadata"]["uid"] if node in sent else None
        findings += _victims(shown(node), meta, uid, access) if node in known else [_unknown_node(shown(node), access)]
    if not answered:
        findings.append(_NO_PREEMPTION)
    if any(finding.is_error or finding.id in _FAILING for finding in findings):
        return None, tuple(findings)
    left = {node: sent[node] for node, meta in answered.items() if node in sent and meta.get("Pods")}
    return left, tuple(findings)


_FAILING = {ExtenderFinding.UNKNOWN_NODE_PREEMPTED.id, ExtenderFinding.UNKNOWN_VICTIM.id}
"""After which kube-scheduler gets an error also from an extender that is `ignorable`."""

_NO_PREEMPTION = ExtenderFinding.NO_PREEMPTION.finding(
    "The extender leaves no node on which Pods may be preempted: such a Pod stays Pending",
    "Return `NodeNameToMetaVictims`: the nodes of the request that may be used, with the UIDs of victims.",
)


def _unknown_node(name: str, access: ExtenderAccess) -> ProbeFinding:
    return access.failure(
        ExtenderFinding.UNKNOWN_NODE_PREEMPTED,
        ExtenderVerb.PREEMPT,
        f"The response names victims on `{name}`, a node that kube-scheduler does not know",
        "Return a subset of the nodes of the request.",
        f'nodeinfo not found for node name "{name}"',
        (name,),
    )


def _victims(
    name: str, meta: Mapping[str, Any] | None, expected: str | None, access: ExtenderAccess
) -> Iterator[ProbeFinding]:
    """Yield what is wrong with the victims on a node, where the one with the expected UID runs."""
    if meta is None or None in (meta.get("Pods") or ()):
        yield ExtenderFinding.NULL_VICTIMS.finding(
            f"Null is returned in place of the victims on `{name}`: kube-scheduler dereferences it and crashes, again "
            "and again, as long as the Pod exists",
            'Omit the node, or return its victims: `{"Pods": [{"UID": "…"}], "NumPDBViolations": 0}`.',
            "panic: runtime error: invalid memory address or nil pointer dereference",
            (name,),
        )
        return
    pods = meta.get("Pods") or []
    if not pods:
        yield _without_victim(name, access)
    url = without_login(access.extender.url_prefix)
    for uid in (pod.get("UID", "") for pod in pods):
        if uid != expected:
            yield access.failure(
                ExtenderFinding.UNKNOWN_VICTIM,
                ExtenderVerb.PREEMPT,
                f"The response names a victim with UID `{shown(uid)}` on `{name}`, where no such Pod runs",
                "Return UIDs of the request's victims.",
                f"extender: {url} claims to preempt pod (UID: &{{{shown(uid)}}}) on node: {name}, "
                "but the pod is not found on that node",
                (name,),
            )
    if meta.get("NumPDBViolations", 0) < 0:
        yield ExtenderFinding.NEGATIVE_VIOLATIONS.finding(
            f"`NumPDBViolations` of `{name}` is {meta['NumPDBViolations']}: since 1.24, kube-scheduler prefers the "
            "node with the lowest number, so it is preferred to all others",
            "Return the number of the request, or count the budgets that evicting the victims would violate.",
            nodes=(name,),
        )


def _without_victim(name: str, access: ExtenderAccess) -> ProbeFinding:
    severity, outcome = access.consequence(ExtenderVerb.PREEMPT)
    upstream = f'expected at least one victim pod on node "{name}"'
    if not access.release.needs_victims:
        severity, upstream = Severity.WARNING, ""
        outcome = "the Pod is nominated to the node as if it had room"
    elif access.extender.ignorable:
        outcome = "kube-scheduler ignores the node (`ignorable`)"
    return ExtenderFinding.NO_VICTIM.finding(
        f"`{name}` has no victims; {outcome}",
        "Omit nodes on which no Pod is to be preempted.",
        upstream,
        (name,),
        severity=severity,
    )


_SCALE = MAX_NODE_SCORE // MAX_EXTENDER_PRIORITY


@dataclass(frozen=True, slots=True)
class Ranking:
    """What an extender's scores are worth."""

    scored: tuple[Scored, ...]  # In the order of the answer
    points: dict[str, int]  # Node → what is added to its total; only nodes that were asked about
    findings: tuple[ProbeFinding, ...]


def rank(priorities: list[Mapping[str, Any]] | None, asked: list[str], weight: int) -> Ranking:
    """Return what an answer of type HostPriorityList is worth.

    Args:
        priorities: The answer, decoded.
        asked: The nodes that were asked about.
        weight: What scores are multiplied by.
    """
    entries = [(str(entry.get("Host", "")), int(entry.get("Score", 0))) for entry in priorities or ()]
    points = dict.fromkeys(asked, 0)
    for host, score in entries:
        if host in points:
            points[host] = wrapped_int64(points[host] + score * weight * _SCALE)
    scored = tuple(Scored(shown(host), score, wrapped_int64(score * weight * _SCALE)) for host, score in entries)
    hosts = [host for host, _ in entries]
    if not entries:
        return Ranking(scored, points, (_no_scores(priorities),))
    findings = (
        *about(ExtenderFinding.UNKNOWN_NODE_SCORED, absent(hosts, asked)),
        *about(ExtenderFinding.UNSCORED_NODE, absent(asked, hosts)),
        *about(ExtenderFinding.SCORED_TWICE, repeated(hosts)),
        *_wrong_scores(entries, weight),
    )
    return Ranking(scored, points, findings)


def _no_scores(priorities: object) -> ProbeFinding:
    what = "null" if priorities is None else "an empty list"
    return ExtenderFinding.NO_SCORES.finding(
        f"The response is {what}: every node gets 0 points, and the extender has no effect, which kube-scheduler does "
        "not log",
        'Return a list: `[{"Host": "<node>", "Score": <0 to 10>}]`.',
    )


def _wrong_scores(entries: list[tuple[str, int]], weight: int) -> Iterator[ProbeFinding]:
    """Yield which scores are not from 0 to 10, or make points that do not fit into 64 bits."""
    points = {score: score * weight * _SCALE for _, score in entries}
    wrong = {
        host: score
        for host, score in entries
        if not 0 <= score <= MAX_EXTENDER_PRIORITY or points[score] != wrapped_int64(points[score])
    }
    if wrong:
        host, score = max(wrong.items(), key=lambda entry: abs(entry[1]))
        wraps = "" if points[score] == wrapped_int64(points[score]) else " (in 64 bits, that wrap around)"
        yield ExtenderFinding.SCORE_OUT_OF_RANGE.finding(
            f"Scores must be 0 to {MAX_EXTENDER_PRIORITY}; `{shown(host)}` has {score}. kube-scheduler does not check "
            f"that and adds {wrapped_int64(points[score])} points{wraps}, so the extender has more influence than "
            f"its weight of {weight}, or lowers scores",
            f"Return scores from 0 to {MAX_EXTENDER_PRIORITY}; use `weight` for their influence.",
            nodes=map(shown, wrong),
        )
