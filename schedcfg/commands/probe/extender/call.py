"""One call as kube-scheduler makes it (`send` in `pkg/scheduler/extender.go`), and what is wrong with the answer."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from schedcfg.commands.probe.extender.connection import ExtenderAccess
from schedcfg.commands.probe.extender.findings import ExtenderFinding, sentence, shown
from schedcfg.commands.probe.extender.results import Call, ExtenderVerb
from schedcfg.commands.probe.extender.wire import OF_THE_API, likely_meant, url_of, written_verb
from schedcfg.commands.probe.findings import ProbeFinding
from schedcfg.commands.probe.http import send
from schedcfg.commands.probe.request import FailureKind, HttpLimits, HttpRequest, HttpResponse, RequestFailed
from schedcfg.document.golang.json_decoding import DecodedValue, GoType, decode
from schedcfg.document.golang.json_scanner import TooDeep
from schedcfg.document.secrets import beginning, without_login
from schedcfg.findings import Severity

_OK = 200
_MEBIBYTE = 1024 * 1024
_TIMES_SENT = 4
"""How many times what was sent an answer may hold: the same nodes, at most, and reasons."""

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
    limits = HttpLimits(seconds=access.limit, body=_MEBIBYTE + _TIMES_SENT * len(body))
    try:
        return _read(call, send(request, access.trust, limits), shape, access)
    except RequestFailed as error:
        if error.so_far is None or not _suffices(error.so_far, shape):
            call = replace(call, milliseconds=error.seconds * 1000, findings=(_failure(error, access, verb),))
            return CallResult(call, failed=True, gave_up=error.kind in _OURS or _is_own_bound(error, access))
        result = _read(call, error.so_far, shape, access)
        return result if result.failed else result.with_findings(_behind_the_answer(error))


def _read(call: Call, answer: HttpResponse, shape: GoType, access: ExtenderAccess) -> CallResult:
    """Return what kube-scheduler makes of an answer."""
    verb = call.verb
    result = CallResult(replace(call, status=answer.status, milliseconds=answer.seconds * 1000))
    failed = replace(result, failed=True)
    if access.timeout is not None and answer.seconds > access.timeout:
        took = f"The response took {answer.seconds:.1f} s, but kube-scheduler only waits {access.timeout:g} s"
        return failed.with_findings(access.failure(FailureKind.TIMEOUT, verb, f"{took} (`httpTimeout`)", _FASTER))
    remarks = [*_late(answer, access, verb), *_redirected(answer, access, verb)]
    if answer.status != _OK:
        return failed.with_findings(*remarks, _status(answer, access, verb))
    try:
        decoded = decode(answer.body, shape)
    except TooDeep:
        decoded = None
    if decoded is None or decoded.objection:
        return failed.with_findings(*remarks, _undecodable(answer, decoded, access, verb))
    return replace(result, value=decoded.value).with_findings(*remarks, *_unknown_keys(decoded))


def _suffices(answer: HttpResponse, shape: GoType) -> bool:
    """Check whether kube-scheduler has seen enough of an answer that went wrong later.

    It reads no body but that of a 200, and of that the first JSON value only.
    """
    try:
        return answer.status != _OK or decode(answer.body, shape).objection not in {"EOF", "unexpected EOF"}
    except TooDeep:
        return True


def _behind_the_answer(error: RequestFailed) -> ProbeFinding:
    return error.kind.finding(
        f"{sentence(str(error))}. kube-scheduler has the whole JSON by then and uses it; other clients would not",
        "Let the extender, or the proxy in front of it, end its responses correctly: with the right "
        "`Content-Length`, or by closing the connection.",
        severity=Severity.WARNING,
    )


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


_FASTER = "Make the extender faster (`nodeCacheCapable` sends less), or raise `httpTimeout`; Pods wait that long."


def _late(answer: HttpResponse, access: ExtenderAccess, verb: ExtenderVerb) -> Iterator[ProbeFinding]:
    """Yield whether an answer came so late that it may come too late another time."""
    if access.timeout is not None and answer.seconds * 2 > access.timeout:
        took = f"The response took {answer.seconds * 1000:.0f} ms of {access.timeout * 1000:g} ms"
        yield ExtenderFinding.SLOW.finding(
            f"{took} (`httpTimeout`): with more nodes or more load it fails, and {access.consequence(verb).outcome}",
            _FASTER,
        )


def _redirected(answer: HttpResponse, access: ExtenderAccess, verb: ExtenderVerb) -> Iterator[ProbeFinding]:
    if answer.redirects:
        lost = answer.method != "POST"
        outcome = "Go repeats the request with GET and without its body" if lost else "every call takes another trip"
        yield ExtenderFinding.REDIRECTED.finding(
            f"The extender redirects to {shown(answer.redirects[-1])}: {outcome}",
            "Write the final URL in `urlPrefix`.",
            severity=access.consequence(verb).severity if lost else Severity.WARNING,
        )


_CREDENTIALS = "Put `user:password@` into `urlPrefix`, or a client certificate into `tlsConfig`; no others are sent."
_HELP = {
    400: "The extender could not read the request: check whether it expects names (`nodeCacheCapable`) or whole nodes.",
    401: _CREDENTIALS,
    403: _CREDENTIALS,
    413: "Raise the size limit of the extender, as whole nodes are large; or let it cache nodes (`nodeCacheCapable`).",
    429: "Raise the rate limit of the extender: kube-scheduler calls it for every Pod.",
}
_HELP_BY_HUNDREDS = {
    2: "Respond with 200 and a body, even if it is empty.",
    3: "Write the final URL in `urlPrefix`.",
    4: "The extender must accept POST with JSON at this path: compare `urlPrefix` and the verb with what it serves.",
}


def _status(answer: HttpResponse, access: ExtenderAccess, verb: ExtenderVerb) -> ProbeFinding:
    severity, outcome = access.consequence(verb)
    text = shown(beginning(answer.body))
    text = f", with the message: {text}" if text else ""
    url = without_login(url_of(access.extender, verb))
    return ExtenderFinding.STATUS.finding(
        f"The extender responds with status {answer.status}{text}; kube-scheduler only accepts 200: {outcome}",
        _HELP.get(answer.status) or _HELP_BY_HUNDREDS.get(answer.status // 100, "Check the extender's log."),
        upstream=f"failed {written_verb(access.extender, verb)} with extender at URL {url}, code {answer.status}",
        severity=severity,
    )


def _undecodable(
    answer: HttpResponse, decoded: DecodedValue | None, access: ExtenderAccess, verb: ExtenderVerb
) -> ProbeFinding:
    """Return why kube-scheduler gets an error instead of an answer; without `decoded` it was too deep to be read."""
    objection = "" if decoded is None else shown(decoded.objection)
    if objection.startswith(("json: ", "quantities ", "parsing time ")):
        message = f"The response is JSON, but not what kube-scheduler decodes: {objection}"
        help_ = "Respond with the types of k8s.io/kube-scheduler/extender/v1; scores are integers without quotes."
        return access.failure(ExtenderFinding.WRONG_TYPE, verb, message, help_, objection)
    start = shown(beginning(answer.body)[:80])
    seen = f"it starts with: {start}" if start else "it is empty"
    what = f"not JSON ({objection})" if objection else "nested too deep to be read"
    help_ = "Check that `urlPrefix` and the verb point to the extender itself, and not to a proxy or a web page."
    return access.failure(ExtenderFinding.NOT_JSON, verb, f"The response is {what}, {seen}", help_, objection)


def _unknown_keys(decoded: DecodedValue) -> Iterator[ProbeFinding]:
    """Yield keys that Go ignores, although they seem to be meant for fields."""
    for struct, key in decoded.unknown:
        meant = likely_meant(struct, key)
        if meant is not None and struct.name in OF_THE_API:
            yield ExtenderFinding.UNKNOWN_KEY.finding(
                f"`{shown(key)}` is not a field of {struct.name}: kube-scheduler does not read it",
                f"Write `{meant}` if that is intended.",
            )
