"""One call as kube-scheduler makes it (`send` in `pkg/scheduler/extender.go`), and what is wrong with the answer."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from schedcfg.document.secret_names import without_login
from schedcfg.findings import Severity
from schedcfg.golang.json_decoding import DecodedValue, decode
from schedcfg.golang.json_scanner import TooDeep
from schedcfg.golang.json_types import GoType
from schedcfg.probe.extender.connection import ExtenderAccess
from schedcfg.probe.extender.findings import ExtenderFinding, sentence, shown
from schedcfg.probe.extender.request_bodies import url_of, written_verb
from schedcfg.probe.extender.response_types import likely_meant
from schedcfg.probe.extender.results import Call, Verb
from schedcfg.probe.findings import ProbeFinding, make_finding
from schedcfg.probe.http import send
from schedcfg.probe.request import FailureKind, HttpLimits, HttpRequest, HttpResponse, RequestFailed

_OF_THE_API = frozenset(
    {
        "ExtenderFilterResult",
        "HostPriority",
        "ExtenderPreemptionResult",
        "MetaVictims",
        "MetaPod",
        "ExtenderBindingResult",
    }
)
"""Structs whose keys extenders write themselves; those of nodes come from the API server."""


def undecodable(answer: HttpResponse, decoded: DecodedValue | None, terms: ExtenderAccess, verb: Verb) -> ProbeFinding:
    """Return why kube-scheduler gets an error instead of an answer; without `decoded` it was too deep to be read."""
    severity, words = terms.consequence(verb)
    if decoded is None or decoded.objection.endswith("exceeded max depth"):
        upstream = "" if decoded is None else decoded.objection
        message = f"The answer is nested too deep to be read; {words}"
        return make_finding(
            ExtenderFinding.TOO_DEEP,
            severity,
            message,
            "HttpResponse with the types of the extender API.",
            upstream=upstream,
        )
    objection = shown(decoded.objection)
    is_typed = decoded.objection.startswith(("json: ", "quantities ", "parsing time "))
    if is_typed:
        message = f"The answer is JSON, but not what kube-scheduler decodes: {objection}; {words}"
        help_ = (
            "HttpResponse with the types of k8s.io/kube-scheduler/extender/v1; scores are whole numbers without quotes."
        )
        return make_finding(ExtenderFinding.WRONG_TYPE, severity, message, help_, upstream=objection)
    start = shown(answer.body[:80].decode("utf-8", "replace").strip())
    seen = f"It begins with: {start}" if start else "It is empty"
    message = f"The answer is no JSON ({objection}). {seen}. So {words}"
    help_ = "Check that `urlPrefix` and the verb lead to the extender itself, and not to a proxy or a page."
    return make_finding(ExtenderFinding.NOT_JSON, severity, message, help_, upstream=objection)


def oddities(answer: HttpResponse, decoded: DecodedValue) -> Iterator[ProbeFinding]:
    """Yield what is odd about an answer that Go decodes."""
    for struct, key in decoded.unknown:
        meant = likely_meant(struct, key)
        if meant is not None and struct.name in _OF_THE_API:
            yield make_finding(
                ExtenderFinding.UNKNOWN_KEY,
                Severity.WARNING,
                f"`{shown(key)}` is no field of {struct.name}: kube-scheduler does not read it",
                f"Write `{meant}` if that is meant.",
            )
    if decoded.rest:
        yield make_finding(
            ExtenderFinding.TEXT_BEHIND,
            Severity.WARNING,
            f"Behind the answer stands more, which kube-scheduler never reads: {shown(decoded.rest, 80)}",
            "HttpResponse with one JSON value.",
        )
    kind = answer.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() != "application/json":
        said = f"calls itself `{shown(kind, 80)}`" if kind else "has no Content-Type"
        message = f"The answer {said}; kube-scheduler does not mind, proxies between them may"
        yield make_finding(
            ExtenderFinding.CONTENT_TYPE, Severity.INFO, message, "Send `Content-Type: application/json`."
        )


_NOT_FOUND = 404
_HELP = {
    400: "The extender could not read the request: look whether it wants names (`nodeCacheCapable`) or whole nodes.",
    401: "Put `user:password@` into `urlPrefix`, or a client certificate into `tlsConfig`; nothing else is sent.",
    403: "Put `user:password@` into `urlPrefix`, or a client certificate into `tlsConfig`; nothing else is sent.",
    _NOT_FOUND: "Compare `urlPrefix` and the verb with the path that the extender serves.",
    405: "The extender has to take POST at this path; compare it with `urlPrefix` and the verb.",
    413: "Raise what the extender accepts: whole nodes are large; or let it keep nodes itself (`nodeCacheCapable`).",
    415: "The extender has to take `Content-Type: application/json`.",
    429: "Raise the extender's limit: kube-scheduler asks it about every Pod.",
}


def help_of(status: int) -> str:
    """Return what to do about a status other than 200."""
    if status in _HELP:
        return _HELP[status]
    match status // 100:
        case 2:
            return "Answer with 200 and a body, also where there is nothing to say."
        case 3:
            return "Write the URL that answers itself into `urlPrefix`."
        case 4:
            return _HELP[_NOT_FOUND]
    return "Look into the extender's log."


_OK = 200
_MEBIBYTE = 1024 * 1024
_TIMES_SENT = 4

_UNFINISHED = {"EOF", "unexpected EOF"}
"""What Go objects to where JSON is not over."""

_OURS = {
    FailureKind.TOO_LONG: "kube-scheduler would read on, and hold all of it in memory",
    FailureKind.ELSEWHERE: "kube-scheduler would send Pods and nodes there",
}
"""Where this program stops, and kube-scheduler would not."""


@dataclass(frozen=True, slots=True)
class CallResult:
    """What a call brought.

    Attributes:
        call: The call, with what is to be said about its transport and form.
        value: The answer, as Go decodes it.
        failed: Whether kube-scheduler gets an error instead of the answer.
        gave_up: Whether it failed because this program stopped where kube-scheduler would not.
    """

    call: Call
    value: Any = None
    failed: bool = False
    gave_up: bool = False

    def with_findings(self, *findings: ProbeFinding) -> "CallResult":
        """Return the same with more findings."""
        return replace(self, call=replace(self.call, findings=(*self.call.findings, *findings)))


def call_extender(terms: ExtenderAccess, verb: Verb, body: bytes, shape: GoType, sent: int) -> CallResult:
    """Ask an extender.

    Args:
        terms: Who, and how.
        verb: What for.
        body: What is posted.
        shape: The type of the answer.
        sent: How many nodes it is about.
    """
    url = url_of(terms.extender, verb)
    call = Call(verb, without_login(url), sent, terms.extender.node_cache_capable)
    request = HttpRequest("POST", url, {"Content-Type": "application/json"}, body)
    try:
        return _judged(CallResult(call), send(request, terms.trust, _limits(terms, body)), shape, terms)
    except RequestFailed as error:
        if error.so_far is None or not _suffices(error.so_far, shape):
            call = replace(call, milliseconds=error.seconds * 1000, findings=(_failure(error, terms, verb),))
            return CallResult(call, failed=True, gave_up=error.kind in _OURS or _is_own_bound(error, terms))
        reply = _judged(CallResult(call), error.so_far, shape, terms)
        return reply if reply.failed else reply.with_findings(_behind_the_answer(error))


def _judged(reply: CallResult, answer: HttpResponse, shape: GoType, terms: ExtenderAccess) -> CallResult:
    """Return what kube-scheduler makes of an answer."""
    verb = reply.call.verb
    reply = replace(reply, call=replace(reply.call, status=answer.status, milliseconds=answer.seconds * 1000))
    if terms.timeout is not None and answer.seconds > terms.timeout:
        return replace(reply, failed=True).with_findings(_too_late(answer, terms, verb))
    reply = reply.with_findings(*_late(answer, terms, verb), *_redirected(answer, terms, verb))
    if answer.status != _OK:
        return replace(reply, failed=True).with_findings(_status(answer, terms, verb))
    return _read(reply, answer, shape, terms, verb)


def _suffices(answer: HttpResponse, shape: GoType) -> bool:
    """Check whether kube-scheduler has seen enough of an answer that went wrong later.

    It reads no body but that of a 200, and of that the first JSON value only.
    """
    try:
        return answer.status != _OK or decode(answer.body, shape).objection not in _UNFINISHED
    except TooDeep:
        return True


def _behind_the_answer(error: RequestFailed) -> ProbeFinding:
    said = sentence(str(error))
    return make_finding(
        error.kind,
        Severity.WARNING,
        f"{said}. kube-scheduler has the whole JSON by then and goes on with it; other clients would not",
        "Let the extender, or the proxy before it, end its answers: with the right `Content-Length`, or by closing.",
    )


def _limits(terms: ExtenderAccess, body: bytes) -> HttpLimits:
    """Return the bounds of an answer: it holds what was sent, at most, and reasons."""
    return HttpLimits(seconds=terms.limit, body=_MEBIBYTE + _TIMES_SENT * len(body))


def _is_own_bound(error: RequestFailed, terms: ExtenderAccess) -> bool:
    return error.kind is FailureKind.TIMEOUT and terms.limit != terms.timeout


def _failure(error: RequestFailed, terms: ExtenderAccess, verb: Verb) -> ProbeFinding:
    """Return the finding that says why no answer came."""
    if _is_own_bound(error, terms):
        would = "for ever" if terms.timeout is None else f"for {terms.timeout:g} s (`httpTimeout`)"
        return make_finding(
            ExtenderFinding.OWN_BOUND,
            Severity.ERROR,
            f"No answer within {terms.limit:g} s, the bound of this trial; kube-scheduler would wait {would}",
            "Give the trial more time with `--timeout`, or find out why the extender is slow.",
        )
    severity, words = terms.consequence(verb)
    if error.kind in _OURS:
        severity, words = Severity.ERROR, _OURS[error.kind]
    return make_finding(error.kind, severity, f"{sentence(str(error))}; {words}", error.help, upstream=error.upstream)


def _too_late(answer: HttpResponse, terms: ExtenderAccess, verb: Verb) -> ProbeFinding:
    severity, words = terms.consequence(verb)
    return make_finding(
        FailureKind.TIMEOUT,
        severity,
        f"The answer took {answer.seconds:.1f} s, and kube-scheduler waits {terms.timeout:g} s "
        f"(`httpTimeout`); {words}",
        "Make the extender faster, or raise `httpTimeout`; Pods wait that long.",
        upstream="context deadline exceeded (Client.Timeout or context cancellation while reading body)",
    )


def _late(answer: HttpResponse, terms: ExtenderAccess, verb: Verb) -> Iterator[ProbeFinding]:
    """Yield whether an answer came so late that it may come too late another time."""
    if terms.timeout is None or answer.seconds * 2 <= terms.timeout:
        return
    words = f"The answer took {answer.seconds * 1000:.0f} ms of {terms.timeout * 1000:g} ms"
    yield make_finding(
        ExtenderFinding.SLOW,
        Severity.WARNING,
        f"{words} (`httpTimeout`): more nodes or a busy day make it fail, and {terms.consequence(verb).words}",
        "Make the extender faster (`nodeCacheCapable` sends less), or raise `httpTimeout`; Pods wait that long.",
    )


def _redirected(answer: HttpResponse, terms: ExtenderAccess, verb: Verb) -> Iterator[ProbeFinding]:
    if not answer.redirects:
        return
    lost = answer.method != "POST"
    words = "Go repeats the request with GET and without its body" if lost else "every call takes another round trip"
    yield make_finding(
        ExtenderFinding.REDIRECTED,
        terms.consequence(verb).severity if lost else Severity.WARNING,
        f"The extender sends on to {shown(answer.redirects[-1])}: {words}",
        "Write the URL that answers itself into `urlPrefix`.",
    )


def _status(answer: HttpResponse, terms: ExtenderAccess, verb: Verb) -> ProbeFinding:
    severity, words = terms.consequence(verb)
    text = shown(answer.body[:1000].decode("utf-8", "replace").strip())
    said = f", and says: {text}" if text else ""
    url = without_login(url_of(terms.extender, verb))
    return make_finding(
        ExtenderFinding.STATUS,
        severity,
        f"The extender answers with status {answer.status}{said}; kube-scheduler takes only 200: {words}",
        help_of(answer.status),
        upstream=f"failed {written_verb(terms.extender, verb)} with extender at URL {url}, code {answer.status}",
    )


def _read(reply: CallResult, answer: HttpResponse, shape: GoType, terms: ExtenderAccess, verb: Verb) -> CallResult:
    """Read an answer as Go decodes it."""
    try:
        decoded = decode(answer.body, shape)
    except TooDeep:
        decoded = None
    if decoded is None or decoded.objection:
        return replace(reply, failed=True).with_findings(undecodable(answer, decoded, terms, verb))
    return replace(reply, value=decoded.value).with_findings(*oddities(answer, decoded))
