"""Which victims an extender leaves (`ProcessPreemption`, and `callExtenders` in `framework/preemption`)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from schedcfg.document.secret_names import without_login
from schedcfg.findings import Severity
from schedcfg.probe.extender.connection import ExtenderAccess
from schedcfg.probe.extender.findings import ExtenderFinding, shown
from schedcfg.probe.extender.request_bodies import ApiObject
from schedcfg.probe.extender.results import Verb
from schedcfg.probe.findings import ProbeFinding, make_finding

_FIRST_WANTING_VICTIMS = 22
"""From it on a node without victims is an error; before, the Pod is nominated there as if it had room."""

_CRASH = "kube-scheduler follows the null and crashes, again and again, as long as the Pod is there"


@dataclass(frozen=True, slots=True)
class PreemptionOutcome:
    """What an extender leaves of the victims.

    Attributes:
        victims: Node → the victim that is left there; None where kube-scheduler gets an error.
        findings: What is wrong with the answer.
    """

    victims: dict[str, ApiObject] | None
    findings: tuple[ProbeFinding, ...]


def preemption_outcome(
    result: Mapping[str, Any], sent: dict[str, ApiObject], known: Mapping[str, ApiObject], terms: ExtenderAccess
) -> PreemptionOutcome:
    """Return what an answer of type ExtenderPreemptionResult leaves.

    Args:
        result: The answer, decoded.
        sent: Node → its victim, as it was sent.
        known: All nodes; an extender may name another one of them, as long as the victim runs there.
        terms: Who answered.
    """
    answered: Mapping[str, Any] = result.get("NodeNameToMetaVictims") or {}
    findings = [finding for node, meta in answered.items() for finding in _node(node, meta, sent, known, terms)]
    if not answered:
        findings.append(
            make_finding(
                ExtenderFinding.NO_PREEMPTION,
                Severity.WARNING,
                "The extender leaves no node on which Pods may be preempted: such a Pod stays Pending",
                "Answer with `NodeNameToMetaVictims`: the nodes of the request that may be used, with victims' UIDs.",
            )
        )
    serious = {
        ExtenderFinding.UNKNOWN_NODE_PREEMPTED.id,
        ExtenderFinding.UNKNOWN_VICTIM.id,
        ExtenderFinding.NULL_VICTIMS.id,
    }
    if any(
        finding.id in serious or (finding.id == ExtenderFinding.NO_VICTIM.id and finding.is_error)
        for finding in findings
    ):
        return PreemptionOutcome(None, tuple(findings))
    left = {node: sent[node] for node, meta in answered.items() if node in sent and meta.get("Pods")}
    return PreemptionOutcome(left, tuple(findings))


def _node(
    node: str,
    meta: Mapping[str, Any] | None,
    sent: Mapping[str, ApiObject],
    known: Mapping[str, ApiObject],
    terms: ExtenderAccess,
) -> Iterator[ProbeFinding]:
    """Yield what is wrong with one node's victims."""
    severity, words = terms.consequence(Verb.PREEMPT)
    name = shown(node)
    if node not in known:
        yield make_finding(
            ExtenderFinding.UNKNOWN_NODE_PREEMPTED,
            severity,
            f"The answer names victims on `{name}`, a node that kube-scheduler does not know; {words}",
            "Answer with a part of the nodes of the request.",
            upstream=f'nodeinfo not found for node name "{name}"',
            nodes=(name,),
        )
        return
    if meta is None or None in (meta.get("Pods") or ()):
        message = f"Null stands where the victims on `{name}` belong: {_CRASH}"
        help_ = 'Leave a node out, or give its victims: `{"Pods": [{"UID": "…"}], "NumPDBViolations": 0}`.'
        upstream = "panic: runtime error: invalid memory address or nil pointer dereference"
        yield make_finding(
            ExtenderFinding.NULL_VICTIMS, Severity.ERROR, message, help_, upstream=upstream, nodes=(name,)
        )
        return
    pods = meta.get("Pods") or []
    if not pods:
        yield _without_victim(name, terms)
    uid = sent[node]["metadata"]["uid"] if node in sent else None
    for pod in pods:
        if pod.get("UID", "") != uid:
            yield _unknown_victim(name, shown(pod.get("UID", "")), terms)
    if meta.get("NumPDBViolations", 0) < 0:
        yield make_finding(
            ExtenderFinding.NEGATIVE_VIOLATIONS,
            Severity.WARNING,
            f"`NumPDBViolations` of `{name}` is {meta['NumPDBViolations']}: since 1.24 kube-scheduler prefers the node "
            "with the lowest number, so that this one wins over all others",
            "Give back the number of the request, or count the budgets that the victims' end would violate.",
            nodes=(name,),
        )


def _without_victim(name: str, terms: ExtenderAccess) -> ProbeFinding:
    severity, words = terms.consequence(Verb.PREEMPT)
    upstream = f'expected at least one victim pod on node "{name}"'
    if terms.release < _FIRST_WANTING_VICTIMS:
        severity, upstream = Severity.WARNING, ""
        words = "the Pod is nominated to the node as if it had room"
    elif terms.extender.ignorable:
        words = "kube-scheduler leaves the node out (`ignorable`)"
    return make_finding(
        ExtenderFinding.NO_VICTIM,
        severity,
        f"`{name}` is named without a victim; {words}",
        "Leave out nodes on which nobody is to be preempted.",
        upstream=upstream,
        nodes=(name,),
    )


def _unknown_victim(name: str, uid: str, terms: ExtenderAccess) -> ProbeFinding:
    severity, words = terms.consequence(Verb.PREEMPT)
    url = without_login(terms.extender.url_prefix)
    return make_finding(
        ExtenderFinding.UNKNOWN_VICTIM,
        severity,
        f"The answer names a victim with UID `{uid}` on `{name}`, where no such Pod runs; {words}",
        "Give back UIDs of the request's victims.",
        upstream=f"extender: {url} claims to preempt pod (UID: &{{{uid}}}) on node: {name}, but the pod is not found "
        "on that node",
        nodes=(name,),
    )
