"""Which victims an extender leaves (`ProcessPreemption`, and `callExtenders` in `framework/preemption`)."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from schedcfg.document.texts import without_login
from schedcfg.findings import Severity
from schedcfg.probe.extender.finding_kinds import Kind
from schedcfg.probe.extender.quoting import shown
from schedcfg.probe.extender.terms import Terms
from schedcfg.probe.extender.wire import Fields
from schedcfg.probe.finding_kind import tell
from schedcfg.results.extender_trial import Verb
from schedcfg.results.probing import ProbeFinding

_FIRST_WANTING_VICTIMS = 22
"""From it on a node without victims is an error; before, the Pod is nominated there as if it had room."""

_CRASH = "kube-scheduler follows the null and crashes, again and again, as long as the Pod is there"


class Spared(NamedTuple):
    """What an extender leaves of the victims.

    Attributes:
        victims: Node → the victim that is left there; None where kube-scheduler gets an error.
        findings: What is wrong with the answer.
    """

    victims: dict[str, Fields] | None
    findings: tuple[ProbeFinding, ...]


def spare(result: Mapping[str, Any], sent: dict[str, Fields], known: Mapping[str, Fields], terms: Terms) -> Spared:
    """Find out what an answer of type ExtenderPreemptionResult leaves.

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
            tell(
                Kind.NO_PREEMPTION,
                Severity.WARNING,
                "The extender leaves no node on which Pods may be preempted: such a Pod stays Pending",
                "Answer with `NodeNameToMetaVictims`: the nodes of the request that may be used, with victims' UIDs.",
            )
        )
    serious = {Kind.UNKNOWN_NODE_PREEMPTED.id, Kind.UNKNOWN_VICTIM.id, Kind.NULL_VICTIMS.id}
    if any(finding.id in serious or (finding.id == Kind.NO_VICTIM.id and finding.is_error) for finding in findings):
        return Spared(None, tuple(findings))
    left = {node: sent[node] for node, meta in answered.items() if node in sent and meta.get("Pods")}
    return Spared(left, tuple(findings))


def _node(
    node: str, meta: Mapping[str, Any] | None, sent: Mapping[str, Fields], known: Mapping[str, Fields], terms: Terms
) -> Iterator[ProbeFinding]:
    """Yield what is wrong with one node's victims."""
    severity, words = terms.consequence(Verb.PREEMPT)
    name = shown(node)
    if node not in known:
        yield tell(
            Kind.UNKNOWN_NODE_PREEMPTED,
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
        yield tell(Kind.NULL_VICTIMS, Severity.ERROR, message, help_, upstream=upstream, nodes=(name,))
        return
    pods = meta.get("Pods") or []
    if not pods:
        yield _without_victim(name, terms)
    uid = sent[node]["metadata"]["uid"] if node in sent else None
    for pod in pods:
        if pod.get("UID", "") != uid:
            yield _unknown_victim(name, shown(pod.get("UID", "")), terms)
    if meta.get("NumPDBViolations", 0) < 0:
        yield tell(
            Kind.NEGATIVE_VIOLATIONS,
            Severity.WARNING,
            f"`NumPDBViolations` of `{name}` is {meta['NumPDBViolations']}: since 1.24 kube-scheduler prefers the node "
            "with the lowest number, so that this one wins over all others",
            "Give back the number of the request, or count the budgets that the victims' end would violate.",
            nodes=(name,),
        )


def _without_victim(name: str, terms: Terms) -> ProbeFinding:
    severity, words = terms.consequence(Verb.PREEMPT)
    upstream = f'expected at least one victim pod on node "{name}"'
    if terms.release < _FIRST_WANTING_VICTIMS:
        severity, upstream = Severity.WARNING, ""
        words = "the Pod is nominated to the node as if it had room"
    elif terms.extender.ignorable:
        words = "kube-scheduler leaves the node out (`ignorable`)"
    return tell(
        Kind.NO_VICTIM,
        severity,
        f"`{name}` is named without a victim; {words}",
        "Leave out nodes on which nobody is to be preempted.",
        upstream=upstream,
        nodes=(name,),
    )


def _unknown_victim(name: str, uid: str, terms: Terms) -> ProbeFinding:
    severity, words = terms.consequence(Verb.PREEMPT)
    url = without_login(terms.extender.url_prefix)
    return tell(
        Kind.UNKNOWN_VICTIM,
        severity,
        f"The answer names a victim with UID `{uid}` on `{name}`, where no such Pod runs; {words}",
        "Give back UIDs of the request's victims.",
        upstream=f"extender: {url} claims to preempt pod (UID: &{{{uid}}}) on node: {name}, but the pod is not found "
        "on that node",
        nodes=(name,),
    )
