"""What becomes of the nodes that an extender filters (`Filter`, and `findNodesThatPassExtenders`)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from schedcfg.document.texts import without_login
from schedcfg.findings import Severity
from schedcfg.probe.extender.finding_kinds import Kind
from schedcfg.probe.extender.lost_fields import lost_fields
from schedcfg.probe.extender.question import names_of
from schedcfg.probe.extender.quoting import listed, shown
from schedcfg.probe.extender.terms import Terms
from schedcfg.probe.extender.wire import Fields, node_on_wire
from schedcfg.probe.finding_kind import tell
from schedcfg.results.extender_trial import Filtered, Verb
from schedcfg.results.probing import ProbeFinding

_FIRST_KNOWING_UNRESOLVABLE = 21
_PENDING = "so that every Pod that kube-scheduler asks it about stays Pending, whether it is `ignorable` or not"


class Sifted(NamedTuple):
    """What an extender's filter leaves.

    Attributes:
        nodes: The nodes that go on, by their names, as they go on; None where kube-scheduler gets an error.
        filtered: Those that do not.
        findings: What is wrong with the answer.
    """

    nodes: dict[str, Fields] | None
    filtered: tuple[Filtered, ...] = ()
    findings: tuple[ProbeFinding, ...] = ()


class _Passed(NamedTuple):
    names: list[str]
    nodes: dict[str, Fields] | None
    findings: tuple[ProbeFinding, ...]


def sift(result: Mapping[str, Any], sent: dict[str, Fields], terms: Terms) -> Sifted:
    """Find out what an answer of type ExtenderFilterResult leaves.

    Args:
        result: The answer, decoded.
        sent: The nodes that were asked about.
        terms: Who answered.
    """
    if result.get("Error"):
        severity, words = terms.consequence(Verb.FILTER)
        said = shown(result["Error"])
        finding = tell(
            Kind.ERROR_FIELD, severity, f"The extender answers with an error: {said}; {words}", upstream=said
        )
        return Sifted(None, findings=(finding,))
    passed = _passed(result, sent, terms)
    if passed.nodes is None:
        return Sifted(None, findings=passed.findings)
    reasons: dict[str, str] = result.get("FailedNodes") or {}
    unresolvable: dict[str, str] = result.get("FailedAndUnresolvableNodes") or {}
    if terms.release < _FIRST_KNOWING_UNRESOLVABLE:
        known, unknown = reasons, unresolvable
        unresolvable = {}
    else:
        known, unknown = {**reasons, **unresolvable}, {}
    left_out = [name for name in sent if name not in passed.nodes]
    filtered = tuple(Filtered(shown(name), shown(known.get(name, "")), name in unresolvable) for name in left_out)
    findings = (
        *passed.findings,
        *_repeated(passed.names),
        *_failed(known, passed.nodes, sent, left_out),
        *_too_new(unknown),
    )
    return Sifted(passed.nodes, filtered, findings)


def _passed(result: Mapping[str, Any], sent: dict[str, Fields], terms: Terms) -> _Passed:
    """Find the nodes that go on: by their names, or whole as they came back."""
    names, whole = result.get("NodeNames"), result.get("Nodes")
    if terms.extender.node_cache_capable and names is not None:
        unknown = [name for name in names if name not in sent]
        if unknown:
            return _Passed(names, None, (_unknown_name(unknown, terms),))
        return _Passed(names, {name: sent[name] for name in names}, tuple(_none_left(names, sent)))
    if whole is not None:
        items: list[Fields] = whole.get("items") or []
        return _whole(items, sent, terms)
    return _Passed([], {}, (_no_list(names, terms),))


def _whole(items: list[Fields], sent: dict[str, Fields], terms: Terms) -> _Passed:
    names = names_of(items)
    nodes = {name: node_on_wire(item, terms.release) for name, item in zip(names, items, strict=True)}
    findings = [*_none_left(names, sent), *lost_fields(nodes, sent, terms.release)]
    unknown = [name for name in names if name not in sent]
    if unknown:
        findings.append(
            tell(
                Kind.UNKNOWN_NODE_PASSED,
                Severity.ERROR,
                f"The filter lets {listed(unknown)} through, which it was not asked about. kube-scheduler does not "
                "check that: it scores them, and fails or sends the Pod to a node that does not fit or does not exist",
                "Answer with a part of the nodes in `Nodes.items` of the request.",
                nodes=map(shown, unknown),
            )
        )
    if terms.extender.node_cache_capable:
        findings.append(
            tell(
                Kind.NODES_FOR_NAMES,
                Severity.WARNING,
                "The extender was asked by names (`nodeCacheCapable`) and answers with whole nodes: kube-scheduler "
                "takes them, and goes on with what they hold",
                "Answer with `NodeNames`.",
            )
        )
    return _Passed(names, nodes, tuple(findings))


def _unknown_name(unknown: list[str], terms: Terms) -> ProbeFinding:
    severity, words = terms.consequence(Verb.FILTER)
    url = without_login(terms.extender.url_prefix)
    return tell(
        Kind.UNKNOWN_NODE_PASSED,
        severity,
        f"The filter lets {listed(unknown)} through, which it was not asked about; {words}",
        "Answer with a part of the names in `NodeNames` of the request.",
        upstream=f'extender "{url}" claims a filtered node "{shown(unknown[0])}" '
        "which is not found in the input node list",
        nodes=map(shown, unknown),
    )


def _no_list(names: list[str] | None, terms: Terms) -> ProbeFinding:
    if names is not None:
        return tell(
            Kind.NAMES_NOT_READ,
            Severity.ERROR,
            "The extender answers with `NodeNames`, which kube-scheduler reads only with `nodeCacheCapable: true`; "
            f"`Nodes` is missing: no node is left, {_PENDING}",
            "Set `nodeCacheCapable: true`, or answer with `Nodes`.",
        )
    wanted = "NodeNames" if terms.extender.node_cache_capable else "Nodes"
    return tell(
        Kind.NO_NODE_LIST,
        Severity.ERROR,
        f"The answer has neither `Nodes` nor `NodeNames`, or they are null: no node is left, {_PENDING}",
        f"Answer with `{wanted}`, the nodes that fit.",
    )


def _none_left(names: list[str], sent: dict[str, Fields]) -> Iterator[ProbeFinding]:
    if not names:
        yield tell(
            Kind.ALL_FILTERED,
            Severity.WARNING,
            f"The filter lets none of the {len(sent)} nodes through: such a Pod stays Pending",
            "Try it with real nodes and a real Pod (`--nodes`, `--pod`): the extender may know no others.",
        )


def _repeated(names: list[str]) -> Iterator[ProbeFinding]:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        yield tell(
            Kind.NODE_TWICE,
            Severity.WARNING,
            f"The filter lets {listed(twice)} through more than once: kube-scheduler scores and counts such a node "
            "each time, and takes it more often among equals",
            "Answer with each node once.",
            nodes=map(shown, twice),
        )


def _failed(
    reasons: Mapping[str, str], passed: Mapping[str, Fields], sent: Mapping[str, Fields], left_out: Iterable[str]
) -> Iterator[ProbeFinding]:
    """Yield what the reasons for filtered nodes say against the rest of the answer."""
    both = [name for name in reasons if name in passed]
    if both:
        yield tell(
            Kind.PASSED_AND_FAILED,
            Severity.WARNING,
            f"{listed(both)} are both let through and named as failed: kube-scheduler goes on with them",
            "Name a node in one of both.",
            nodes=map(shown, both),
        )
    strangers = [name for name in reasons if name not in sent and name not in passed]
    if strangers:
        yield tell(
            Kind.UNKNOWN_NODE_FAILED,
            Severity.WARNING,
            f"Reasons are given for {listed(strangers)}, which the extender was not asked about",
            "Name only nodes of the request; look whether names are written as there.",
            nodes=map(shown, strangers),
        )
    silent = [name for name in left_out if name not in reasons]
    if silent:
        yield tell(
            Kind.UNMENTIONED_NODE,
            Severity.WARNING if strangers else Severity.INFO,
            f"No reason is given for filtering out {listed(silent)}: the Pod's event will not tell, and since 1.32 no "
            "Pod is preempted there",
            "Name each of them in `FailedNodes`, with the reason.",
            nodes=map(shown, silent),
        )


def _too_new(unresolvable: Mapping[str, str]) -> Iterator[ProbeFinding]:
    if unresolvable:
        yield tell(
            Kind.UNRESOLVABLE_UNKNOWN,
            Severity.WARNING,
            f"kube-scheduler knows `FailedAndUnresolvableNodes` only since 1.{_FIRST_KNOWING_UNRESOLVABLE}: reasons "
            f"for {listed(unresolvable)} are not read, and it tries in vain to preempt Pods there",
            "Name them in `FailedNodes` as well.",
            nodes=map(shown, unresolvable),
        )
