"""One call as kube-scheduler makes it (`send` in `pkg/scheduler/extender.go`), and what is wrong with the answer."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from schedcfg.document.golang.json_decoding import DecodedValue, GoType, decode
from schedcfg.document.golang.json_scanner import TooDeep
from schedcfg.document.texts import without_login
from schedcfg.external.probe.extender.connection import ExtenderAccess
from schedcfg.external.probe.extender.findings import ExtenderFinding, sentence, shown
from schedcfg.external.probe.extender.results import Call, ExtenderVerb
from schedcfg.external.probe.extender.wire import likely_meant, url_of, written_verb
from schedcfg.external.probe.findings import ProbeFinding
from schedcfg.external.probe.http import send
from schedcfg.external.probe.request import FailureKind, HttpLimits, HttpRequest, HttpResponse, RequestFailed
from schedcfg.findings import Severity

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


def undecodable(
    answer: HttpResponse, decoded: DecodedValue | None, access: ExtenderAccess, verb: ExtenderVerb
) -> ProbeFinding:
    """Return why kube-scheduler gets an error instead of an answer; without `decoded` it was too deep to be read."""
    if decoded is None or decoded.objection.endswith("exceeded max depth"):
        upstream, help_ = "" if decoded is None else decoded.objection, "Respond with the types of the extender API."
        message = "The response is nested too deep to be read"
        return access.failure(ExtenderFinding.TOO_DEEP, verb, message, help_, upstream)
    objection = shown(decoded.objection)
    if decoded.objection.startswith(("json: ", "quantities ", "parsing time ")):
        message = f"The response is JSON, but not what kube-scheduler decodes: {objection}"
        help_ = "Respond with the types of k8s.io/kube-scheduler/extender/v1; scores are integers without quotes."
        return access.failure(ExtenderFinding.WRONG_TYPE, verb, message, help_, objection)
    start = shown(answer.body[:80].decode("utf-8", "replace").strip())
    seen = f"It starts with: {start}" if start else "It is empty"
    severity, outcome = access.consequence(verb)
    message = f"The response is not JSON ({objection}). {seen}. So {outcome}"
    help_ = "Check that `urlPrefix` and the verb point to the extender itself, and not to a proxy or a web page."
    return ExtenderFinding.NOT_JSON.finding(message, help_, upstream=objection, severity=severity)


def oddities(answer: HttpResponse, decoded: DecodedValue) -> Iterator[ProbeFinding]:
    """Yield what is odd about an answer that Go decodes."""
    for struct, key in decoded.unknown:
        meant = likely_meant(struct, key)
        if meant is not None and struct.name in _OF_THE_API:
            yield ExtenderFinding.UNKNOWN_KEY.finding(
                f"`{shown(key)}` is not a field of {struct.name}: kube-scheduler does not read it",
                f"Write `{meant}` if that is intended.",
            )
    if decoded.rest:
        yield ExtenderFinding.TEXT_BEHIND.finding(
            f"There is more text after the response, which kube-scheduler never reads: {shown(decoded.rest, 80)}",
            "Respond with one JSON value.",
        )
    kind = answer.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() != "application/json":
        text = f"has the Content-Type `{shown(kind, 80)}`" if kind else "has no Content-Type"
        message = f"The response {text}; kube-scheduler ignores that, but proxies may not"
        yield ExtenderFinding.CONTENT_TYPE.finding(message, "Send `Content-Type: application/json`.")


_NOT_FOUND = 404
_HELP = {
    400: "The extender could not read the request: check whether it expects names (`nodeCacheCapable`) or whole nodes.",
    401: "Put `user:password@` into `urlPrefix`, or a client certificate into `tlsConfig`; no other credentials are "
    "sent.",
    403: "Put `user:password@` into `urlPrefix`, or a client certificate into `tlsConfig`; no other credentials are "
    "sent.",
    _NOT_FOUND: "Compare `urlPrefix` and the verb with the path that the extender serves.",
    405: "The extender must accept POST at this path; compare it with `urlPrefix` and the verb.",
    413: "Raise the size limit of the extender, as whole nodes are large; or let it cache nodes (`nodeCacheCapable`).",
    415: "The extender must accept `Content-Type: application/json`.",
    429: "Raise the rate limit of the extender: kube-scheduler calls it for every Pod.",
}


def help_of(status: int) -> str:
    """Return what to do about a status other than 200."""
    if status in _HELP:
        return _HELP[status]
    match status // 100:
        case 2:
            return "Respond with 200 and a body, even if it is empty."
        case 3:
            return "Write the final URL in `urlPrefix`."
        case 4:
            return _HELP[_NOT_FOUND]
    return "Check the extender's log."


_OK = 200
_MEBIBYTE = 1024 * 1024
_TIMES_SENT = 4

_UNFINISHED = {"EOF", "unexpected EOF"}
"""What Go objects to where JSON is not over."""

_OURS = {
    FailureKind.TOO_LONG: "kube-scheduler would continue reading, and keep all of it in memory",
    FailureKind.ELSEWHERE: "kube-scheduler would send Pods and nodes there",
}
"""Where this program stops, and kube-scheduler would not."""


@dataclass(frozen=True, slots=True)
class CallResult:
    """What a call brought."""

    call: Call
    value: Any = None
    failed: bool = False
    gave_up: bool = False  # Whether it failed because this program stopped where kube-scheduler would not

    def with_findings(self, *findings: ProbeFinding) -> "CallResult":
        """Return the same with more findings."""
        return replace(self, call=replace(self.call, findings=(*self.call.findings, *findings)))


def call_extender(access: ExtenderAccess, verb: ExtenderVerb, body: bytes, shape: GoType, sent: int) -> CallResult:
    """Ask an extender.

    Args:
        access: Who, and how.
        verb: What for.
        body: What is posted.
        shape: The type of the answer.
        sent: How many nodes it is about.
    """
    url = url_of(access.extender, verb)
    call = Call(verb, without_login(url), sent, access.extender.node_cache_capable)
    request = HttpRequest("POST", url, {"Content-Type": "application/json"}, body)
    try:
        return _validate(CallResult(call), send(request, access.trust, _limits(access, body)), shape, access)
    except RequestFailed as error:
        if error.so_far is None or not _suffices(error.so_far, shape):
            call = replace(call, milliseconds=error.seconds * 1000, findings=(_failure(error, access, verb),))
            return CallResult(call, failed=True, gave_up=error.kind in _OURS or _is_own_bound(error, access))
        result = _validate(CallResult(call), error.so_far, shape, access)
        return result if result.failed else result.with_findings(_behind_the_answer(error))


def _validate(result: CallResult, answer: HttpResponse, shape: GoType, access: ExtenderAccess) -> CallResult:
    """Return what kube-scheduler makes of an answer."""
    verb = result.call.verb
    result = replace(result, call=replace(result.call, status=answer.status, milliseconds=answer.seconds * 1000))
    if access.timeout is not None and answer.seconds > access.timeout:
        return replace(result, failed=True).with_findings(_too_late(answer, access, verb))
    result = result.with_findings(*_late(answer, access, verb), *_redirected(answer, access, verb))
    if answer.status != _OK:
        return replace(result, failed=True).with_findings(_status(answer, access, verb))
    return _read(result, answer, shape, access, verb)


def _suffices(answer: HttpResponse, shape: GoType) -> bool:
    """Check whether kube-scheduler has seen enough of an answer that went wrong later.

    It reads no body but that of a 200, and of that the first JSON value only.
    """
    try:
        return answer.status != _OK or decode(answer.body, shape).objection not in _UNFINISHED
    except TooDeep:
        return True


def _behind_the_answer(error: RequestFailed) -> ProbeFinding:
    text = sentence(str(error))
    return error.kind.finding(
        f"{text}. kube-scheduler has the whole JSON by then and uses it; other clients would not",
        "Let the extender, or the proxy in front of it, end its responses correctly: with the right "
        "`Content-Length`, or by closing the connection.",
        severity=Severity.WARNING,
    )


def _limits(access: ExtenderAccess, body: bytes) -> HttpLimits:
    """Return the bounds of an answer: it holds what was sent, at most, and reasons."""
    return HttpLimits(seconds=access.limit, body=_MEBIBYTE + _TIMES_SENT * len(body))


def _is_own_bound(error: RequestFailed, access: ExtenderAccess) -> bool:
    return error.kind is FailureKind.TIMEOUT and access.limit != access.timeout


def _failure(error: RequestFailed, access: ExtenderAccess, verb: ExtenderVerb) -> ProbeFinding:
    """Return the finding with the reason why no response came."""
    if _is_own_bound(error, access):
        would = "forever" if access.timeout is None else f"for {access.timeout:g} s (`httpTimeout`)"
        return ExtenderFinding.OWN_BOUND.finding(
            f"No response within {access.limit:g} s, the limit of this probe; kube-scheduler would wait {would}",
            "Raise the limit with `--timeout`, or find out why the extender is slow.",
        )
    message = sentence(str(error))
    if error.kind in _OURS:
        return error.kind.finding(f"{message}; {_OURS[error.kind]}", error.help)
    return access.failure(error.kind, verb, message, error.help)


def _too_late(answer: HttpResponse, access: ExtenderAccess, verb: ExtenderVerb) -> ProbeFinding:
    return access.failure(
        FailureKind.TIMEOUT,
        verb,
        f"The response took {answer.seconds:.1f} s, but kube-scheduler only waits {access.timeout:g} s (`httpTimeout`)",
        "Make the extender faster, or raise `httpTimeout`; Pods wait that long.",
    )


def _late(answer: HttpResponse, access: ExtenderAccess, verb: ExtenderVerb) -> Iterator[ProbeFinding]:
    """Yield whether an answer came so late that it may come too late another time."""
    if access.timeout is None or answer.seconds * 2 <= access.timeout:
        return
    outcome = f"The response took {answer.seconds * 1000:.0f} ms of {access.timeout * 1000:g} ms"
    yield ExtenderFinding.SLOW.finding(
        f"{outcome} (`httpTimeout`): with more nodes or more load it fails, and {access.consequence(verb).outcome}",
        "Make the extender faster (`nodeCacheCapable` sends less), or raise `httpTimeout`; Pods wait that long.",
    )


def _redirected(answer: HttpResponse, access: ExtenderAccess, verb: ExtenderVerb) -> Iterator[ProbeFinding]:
    if not answer.redirects:
        return
    lost = answer.method != "POST"
    outcome = (
        "Go repeats the request with GET and without its body" if lost else ("every call takes another round trip")
    )
    yield ExtenderFinding.REDIRECTED.finding(
        f"The extender redirects to {shown(answer.redirects[-1])}: {outcome}",
        "Write the final URL in `urlPrefix`.",
        severity=access.consequence(verb).severity if lost else Severity.WARNING,
    )


def _status(answer: HttpResponse, access: ExtenderAccess, verb: ExtenderVerb) -> ProbeFinding:
    severity, outcome = access.consequence(verb)
    text = shown(answer.body[:1000].decode("utf-8", "replace").strip())
    text = f", with the message: {text}" if text else ""
    url = without_login(url_of(access.extender, verb))
    return ExtenderFinding.STATUS.finding(
        f"The extender responds with status {answer.status}{text}; kube-scheduler only accepts 200: {outcome}",
        help_of(answer.status),
        upstream=f"failed {written_verb(access.extender, verb)} with extender at URL {url}, code {answer.status}",
        severity=severity,
    )


def _read(
    result: CallResult, answer: HttpResponse, shape: GoType, access: ExtenderAccess, verb: ExtenderVerb
) -> CallResult:
    """Read an answer as Go decodes it."""
    try:
        decoded = decode(answer.body, shape)
    except TooDeep:
        decoded = None
    if decoded is None or decoded.objection:
        return replace(result, failed=True).with_findings(undecodable(answer, decoded, access, verb))
    return replace(result, value=decoded.value).with_findings(*oddities(answer, decoded))


def answered_error(text: str, access: ExtenderAccess, verb: ExtenderVerb) -> ProbeFinding:
    """Return the finding that an extender answers with an error."""
    message = f"The extender responds with an error: {shown(text)}"
    return access.failure(ExtenderFinding.ERROR_FIELD, verb, message, upstream=shown(text))
