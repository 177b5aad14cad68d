"""What kube-scheduler makes of an extender's response to one request, and one reason where it can use none of it.

Upstream: `Filter`, `ProcessPreemption`, `Prioritize` and `send` in `pkg/scheduler/extender.go`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from schedcfg.commands.probe.extender import decoding
from schedcfg.commands.probe.extender.decoding import DecodedResponse, NotJson, Shape, WrongType
from schedcfg.commands.probe.extender.findings import ExtenderFinding, consequence, named, sentence
from schedcfg.commands.probe.extender.requests import verb_of
from schedcfg.commands.probe.extender.results import Call, ExtenderVerb, Filtered, Scored
from schedcfg.commands.probe.findings import FindingKind, ProbeFinding, errors_first
from schedcfg.commands.probe.inputs import ApiObject
from schedcfg.document.golang.text import harmless, one_line
from schedcfg.document.secrets import beginning
from schedcfg.findings import Severity
from schedcfg.integrations.extenders import ExtenderAccess
from schedcfg.integrations.http import HttpResponse
from schedcfg.integrations.http_failures import FailureKind, RequestFailed
from schedcfg.plugins.plugin import MAX_EXTENDER_PRIORITY, MAX_NODE_SCORE
from schedcfg.releases.release import Release

_OK = 200
_MEBIBYTE = 1024 * 1024
_TIMES_SENT = 4
"""How many times what was sent a response may hold: the same nodes, at most, and reasons."""

_SHAPES: Mapping[ExtenderVerb, Shape] = {
    ExtenderVerb.FILTER: decoding.FILTER_RESULT,
    ExtenderVerb.PREEMPT: decoding.PREEMPTION_RESULT,
    ExtenderVerb.PRIORITIZE: decoding.HOST_PRIORITY_LIST,
    ExtenderVerb.BIND: decoding.BINDING_RESULT,
}


@dataclass(eq=False)
class ExtenderCall:
    """A request to an extender, and what became of it."""

    access: ExtenderAccess
    release: Release
    call: Call
    value: Any = None  # The response, decoded; None also where it is null
    failed: bool = False  # Whether kube-scheduler gets an error

    def add(self, *findings: ProbeFinding) -> None:
        """Add what is wrong with the response."""
        self.call = replace(self.call, findings=errors_first((*self.call.findings, *findings)))

    def fail(
        self,
        kind: FindingKind | FailureKind,
        message: str,
        help: str | None,  # noqa: A002
        upstream: str | None = None,
    ) -> None:
        """Note why kube-scheduler can use nothing of it."""
        self.failed = True
        severity, outcome = consequence(self.call.verb, self.access.extender, self.release)
        self.add(ProbeFinding(kind.id, severity, f"{message}; {outcome}", help, upstream))

    def send(self, body: bytes) -> None:
        """Send the request, and read the response."""
        verb = verb_of(self.access.extender, self.call.verb)
        try:
            response = self.access.post(verb, body, _MEBIBYTE + _TIMES_SENT * len(body))
        except RequestFailed as error:
            self.call = replace(self.call, milliseconds=error.seconds * 1000)
            waits = self.access.timeout
            own = f" ({waits:g} s would be `httpTimeout`)" if waits is not None and waits > self.access.limit else ""
            is_timeout = error.kind is FailureKind.TIMEOUT
            self.fail(error.kind, sentence(str(error)) + (own if is_timeout else ""), error.help)
            return
        self.call = replace(self.call, status=response.status, milliseconds=response.seconds * 1000)
        self.add(*self._slow(response))
        if response.redirects and response.method != "POST":
            self.fail(
                ExtenderFinding.REDIRECTED,
                f"{_redirects(response)}: the request is repeated with GET and without its body",
                _FINAL_URL,
            )
        elif response.status != _OK:
            self._refuse(response)
        else:
            if response.redirects:
                message = f"{_redirects(response)}: every call takes another trip"
                self.add(ExtenderFinding.REDIRECTED.finding(message, _FINAL_URL, severity=Severity.WARNING))
            self._decode(response)

    def _slow(self, response: HttpResponse) -> Iterator[ProbeFinding]:
        if self.access.timeout is not None and response.seconds * 2 > self.access.timeout:
            yield ExtenderFinding.SLOW.finding(
                f"The response took {response.seconds * 1000:.0f} ms of {self.access.timeout * 1000:g} ms "
                "(`httpTimeout`): with more nodes or more load it fails",
                "Make the extender faster (`nodeCacheCapable` sends less), or raise `httpTimeout`.",
            )

    def _refuse(self, response: HttpResponse) -> None:
        said = one_line(beginning(response.body), 200)
        verb = verb_of(self.access.extender, self.call.verb)
        self.fail(
            ExtenderFinding.STATUS,
            f"The extender responds with status {response.status}{f', with the message: {said}' if said else ''}; "
            "kube-scheduler only accepts 200",
            _HELP.get(response.status, "Check the extender's log, and that `urlPrefix` and the verb lead to it."),
            f"failed {verb} with extender at URL {self.call.url}, code {response.status}",
        )

    def _decode(self, response: HttpResponse) -> None:
        try:
            decoded = decoding.decode(response.body, _SHAPES[self.call.verb])
        except NotJson as error:
            start = one_line(beginning(response.body), 80)
            self.fail(
                ExtenderFinding.NOT_JSON,
                f"The response is not JSON ({error}), {f'it starts with: {start}' if start else 'it is empty'}",
                "Check that `urlPrefix` and the verb lead to the extender itself, and not to a proxy or a web page.",
            )
        except WrongType as error:
            self.fail(
                ExtenderFinding.WRONG_TYPE,
                f"The response is JSON, but not what kube-scheduler decodes: {harmless(str(error), 200)}",
                "Respond with the types of k8s.io/kube-scheduler/extender/v1; scores are integers without quotes.",
            )
        else:
            self.value = decoded.value
            self.add(*_misspelled(decoded))
            said = decoded.value.get("Error") if isinstance(decoded.value, dict) else None
            if said:
                said = one_line(said, 200)
                message = f"The extender responds with an error: {said}"
                self.fail(ExtenderFinding.ERROR_FIELD, message, "Check the extender's log.", said)


_FINAL_URL = "Write the final URL in `urlPrefix`."
_CREDENTIALS = "Put `user:password@` into `urlPrefix`, or a client certificate into `tlsConfig`; no others are sent."
_HELP = {
    400: "The extender could not read the request: check whether it expects names (`nodeCacheCapable`) or whole nodes.",
    401: _CREDENTIALS,
    403: _CREDENTIALS,
    404: "The extender must accept POST with JSON at this path: compare `urlPrefix` and the verb with what it serves.",
    413: "Raise the size limit of the extender, as whole nodes are large; or let it cache nodes (`nodeCacheCapable`).",
    429: "Raise the rate limit of the extender: kube-scheduler calls it for every Pod.",
}


def _redirects(response: HttpResponse) -> str:
    return f"The extender redirects to {harmless(response.redirects[-1], 200)}"


def _misspelled(decoded: DecodedResponse) -> Iterator[ProbeFinding]:
    for key, meant in decoded.misspelled.items():
        yield ExtenderFinding.UNKNOWN_KEY.finding(
            f"`{harmless(key)}` is not a field of the extender API: kube-scheduler does not read it",
            f"Write `{meant}` if that is intended.",
        )


def passed_nodes(made: ExtenderCall, sent: Mapping[str, ApiObject]) -> dict[str, ApiObject]:
    """Return which nodes a filter leaves, and note what is wrong with the response.

    Args:
        made: The request, which was answered.
        sent: The nodes that were asked about.
    """
    result = made.value or {}
    capable = made.access.extender.node_cache_capable
    is_checked = capable and result.get("NodeNames") is not None
    if not is_checked and result.get("Nodes") is None:
        made.add(_no_list(has_names=result.get("NodeNames") is not None, capable=capable))
        return {}
    # Without `NodeNames`, kube-scheduler reads `Nodes` in any case.
    nodes = () if is_checked else result["Nodes"].get("items") or ()
    names = result["NodeNames"] if is_checked else [_name_of(node) for node in nodes]
    unknown = [name for name in names if name not in sent]
    problem, help_ = f"The filter returns {named(unknown)}, not in the request", "Return only nodes of the request."
    if unknown and is_checked:
        made.fail(ExtenderFinding.UNKNOWN_NODE_PASSED, problem, help_)
    elif unknown:
        unchecked = f"{problem}. kube-scheduler does not check that, and may bind the Pod to such a node"
        made.add(ExtenderFinding.UNKNOWN_NODE_PASSED.finding(unchecked, help_))
    elif not names:
        made.add(_ALL_FILTERED)
    return {name: sent.get(name, {"metadata": {"name": name}}) for name in names}


def _name_of(node: Mapping[str, Any] | None) -> str:
    metadata = (node or {}).get("metadata") or {}
    return str(metadata.get("name", ""))


def _no_list(*, has_names: bool, capable: bool) -> ProbeFinding:
    missing = "The response has neither `Nodes` nor `NodeNames`, or they are null"
    help_ = f"Return the feasible nodes in `{'NodeNames' if capable else 'Nodes'}`."
    if has_names:
        missing = "`Nodes` is missing, and kube-scheduler only reads `NodeNames` with `nodeCacheCapable: true`"
        help_ = f"Set `nodeCacheCapable: true`. Or: {help_}"
    pending = "no node is left, so every Pod for which kube-scheduler calls it stays Pending, `ignorable` or not"
    return ExtenderFinding.NO_NODE_LIST.finding(f"{missing}: {pending}", help_)


_ALL_FILTERED = ExtenderFinding.ALL_FILTERED.finding(
    "The filter lets none of the nodes through: such a Pod stays Pending",
    "Try it with real nodes and a real Pod (`--nodes`, `--pod`): the extender may not know others.",
)


def filtered_nodes(result: Mapping[str, Any] | None, left_out: list[str]) -> tuple[Filtered, ...]:
    """Return the nodes that a filter takes away, with the extender's reasons."""
    result = result or {}
    unresolvable = result.get("FailedAndUnresolvableNodes") or {}
    reasons = {**(result.get("FailedNodes") or {}), **unresolvable}
    return tuple(
        Filtered(harmless(node, 200), harmless(reasons.get(node) or "", 200), node in unresolvable) for node in left_out
    )


def left_victims(made: ExtenderCall, victims: Mapping[str, ApiObject]) -> dict[str, ApiObject]:
    """Return on which nodes an extender leaves the victims that were sent, and note what is wrong with the response."""
    answered = (made.value or {}).get("NodeNameToMetaVictims") or {}
    for node, meta in answered.items():
        shown = named([node])
        if meta is None or None in (meta.get("Pods") or ()):
            made.failed = True
            made.add(
                ExtenderFinding.NULL_VICTIMS.finding(
                    f"Null is returned in place of the victims on {shown}: kube-scheduler dereferences it and crashes, "
                    "again and again, as long as the Pod exists",
                    'Omit the node, or return its victims: `{"Pods": [{"UID": "…"}], "NumPDBViolations": 0}`.',
                    "panic: runtime error: invalid memory address or nil pointer dereference",
                )
            )
            continue
        known = {victims[node]["metadata"]["uid"]} if node in victims else set()
        if not known or not {pod.get("UID", "") for pod in meta.get("Pods") or ()} <= known:
            made.fail(
                ExtenderFinding.UNKNOWN_VICTIM,
                f"The response names a node or a victim on {shown}, not in the request",
                "Return a subset of the request's nodes, with the UIDs of its victims.",
            )
    if not answered:
        made.add(_NO_PREEMPTION)
    return {node: victims[node] for node, meta in answered.items() if node in victims and (meta or {}).get("Pods")}


_NO_PREEMPTION = ExtenderFinding.NO_PREEMPTION.finding(
    "The extender leaves no node on which Pods may be preempted: such a Pod stays Pending",
    "Return `NodeNameToMetaVictims`: the nodes of the request that may be used, with the UIDs of victims.",
)


_WRONG_SCORES = {
    ExtenderFinding.UNKNOWN_NODE_SCORED: (
        "There are scores for {nodes}, not in the request: they have no effect",
        "Use the node's name in the request as `Host`.",
    ),
    ExtenderFinding.UNSCORED_NODE: (
        "There is no score for {nodes}, which counts as 0",
        "Score every node of the request.",
    ),
    ExtenderFinding.SCORE_OUT_OF_RANGE: (
        "The score of {nodes} is not from 0 to 10, which kube-scheduler does not check: it counts for more, or less",
        "Return scores from 0 to 10; use `weight` for their influence.",
    ),
}
"""What is wrong with scores → what kube-scheduler makes of it, and what to do."""


def scored_nodes(made: ExtenderCall, sent: list[str]) -> tuple[Scored, ...]:
    """Return an extender's scores, and note what is wrong with them.

    Args:
        made: The request, which was answered.
        sent: The nodes that were asked about.
    """
    scores = [((one or {}).get("Host") or "", (one or {}).get("Score") or 0) for one in made.value or ()]
    hosts = [host for host, _ in scores]
    if not scores:
        made.add(_NO_SCORES)
    wrong = {
        ExtenderFinding.UNKNOWN_NODE_SCORED: [host for host in hosts if host not in sent],
        ExtenderFinding.UNSCORED_NODE: [node for node in sent if scores and node not in hosts],
        ExtenderFinding.SCORE_OUT_OF_RANGE: [host for host, score in scores if not 0 <= score <= MAX_EXTENDER_PRIORITY],
    }
    for kind, nodes in wrong.items():
        if nodes:
            problem, help_ = _WRONG_SCORES[kind]
            shown = tuple(harmless(node, 200) for node in nodes)
            made.add(kind.finding(problem.format(nodes=named(nodes)), help_, nodes=shown))
    points = made.access.extender.weight * MAX_NODE_SCORE // MAX_EXTENDER_PRIORITY
    return tuple(Scored(harmless(host, 200), score, score * points) for host, score in scores)


_NO_SCORES = ExtenderFinding.NO_SCORES.finding(
    "The response has no scores: every node gets 0 points, and the extender has no effect, which kube-scheduler does "
    "not log",
    'Return a list: `[{"Host": "<node>", "Score": <0 to 10>}]`.',
)
