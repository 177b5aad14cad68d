"""Which victims an extender leaves (`ProcessPreemption`, and `callExtenders` in `framework/preemption`)."""

from collections.abc import Iterator, Mapping
from typing import Any

from schedcfg.document.texts import without_login
from schedcfg.external.probe.extender.connection import ExtenderAccess
from schedcfg.external.probe.extender.findings import ExtenderFinding, shown
from schedcfg.external.probe.extender.results import ExtenderVerb
from schedcfg.external.probe.extender.wire import ApiObject
from schedcfg.external.probe.findings import ProbeFinding
from schedcfg.findings import Severity

_SERIOUS = {
    kind.id
    for kind in (ExtenderFinding.UNKNOWN_NODE_PREEMPTED, ExtenderFinding.UNKNOWN_VICTIM, ExtenderFinding.NULL_VICTIMS)
}
"""After which kube-scheduler gets an error, or none of it."""

_CRASH = "kube-scheduler dereferences the null and crashes, again and again, as long as the Pod exists"


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
    findings = [finding for node, meta in answered.items() for finding in _node(node, meta, sent, known, access)]
    if not answered:
        findings.append(
            ExtenderFinding.NO_PREEMPTION.finding(
                "The extender leaves no node on which Pods may be preempted: such a Pod stays Pending",
                "Return `NodeNameToMetaVictims`: the nodes of the request that may be used, with the UIDs of victims.",
            )
        )
    if any(
        finding.id in _SERIOUS or (finding.id == ExtenderFinding.NO_VICTIM.id and finding.is_error)
        for finding in findings
    ):
        return None, tuple(findings)
    left = {node: sent[node] for node, meta in answered.items() if node in sent and meta.get("Pods")}
    return left, tuple(findings)


def _node(
    node: str,
    meta: Mapping[str, Any] | None,
    sent: Mapping[str, ApiObject],
    known: Mapping[str, ApiObject],
    access: ExtenderAccess,
) -> Iterator[ProbeFinding]:
    """Yield what is wrong with one node's victims."""
    name = shown(node)
    if node not in known:
        yield access.failure(
            ExtenderFinding.UNKNOWN_NODE_PREEMPTED,
            ExtenderVerb.PREEMPT,
            f"The response names victims on `{name}`, a node that kube-scheduler does not know",
            "Return a subset of the nodes of the request.",
            f'nodeinfo not found for node name "{name}"',
            (name,),
        )
        return
    if meta is None or None in (meta.get("Pods") or ()):
        message = f"Null is returned in place of the victims on `{name}`: {_CRASH}"
        help_ = 'Omit the node, or return its victims: `{"Pods": [{"UID": "…"}], "NumPDBViolations": 0}`.'
        upstream = "panic: runtime error: invalid memory address or nil pointer dereference"
        yield ExtenderFinding.NULL_VICTIMS.finding(message, help_, upstream=upstream, nodes=(name,))
        return
    pods = meta.get("Pods") or []
    if not pods:
        yield _without_victim(name, access)
    uid = sent[node]["metadata"]["uid"] if node in sent else None
    for pod in pods:
        if pod.get("UID", "") != uid:
            yield _unknown_victim(name, shown(pod.get("UID", "")), access)
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
        upstream=upstream,
        nodes=(name,),
        severity=severity,
    )


def _unknown_victim(name: str, uid: str, access: ExtenderAccess) -> ProbeFinding:
    url = without_login(access.extender.url_prefix)
    return access.failure(
        ExtenderFinding.UNKNOWN_VICTIM,
        ExtenderVerb.PREEMPT,
        f"The response names a victim with UID `{uid}` on `{name}`, where no such Pod runs",
        "Return UIDs of the request's victims.",
        f"extender: {url} claims to preempt pod (UID: &{{{uid}}}) on node: {name}, "
        "but the pod is not found on that node",
        (name,),
    )
