"""One call as kube-scheduler makes it (`send` in `pkg/scheduler/extender.go`)."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from schedcfg.document.texts import without_login
from schedcfg.findings import Severity
from schedcfg.probe.exchange import Answer, ExchangeFailed, FailureKind, Limits, Request, exchange
from schedcfg.probe.extender.finding_kinds import Kind
from schedcfg.probe.extender.form import oddities, undecodable
from schedcfg.probe.extender.go_json import Shape, decode
from schedcfg.probe.extender.go_json.reading import TooDeep
from schedcfg.probe.extender.question import url_of, written_verb
from schedcfg.probe.extender.quoting import sentence, shown
from schedcfg.probe.extender.status import help_of
from schedcfg.probe.extender.terms import Terms
from schedcfg.probe.finding_kind import tell
from schedcfg.results.extender_trial import Call, Verb
from schedcfg.results.probing import ProbeFinding

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


class Reply(NamedTuple):
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

    def with_findings(self, *findings: ProbeFinding) -> "Reply":
        """Add findings to the call."""
        return self._replace(call=self.call._replace(findings=(*self.call.findings, *findings)))


def ask(terms: Terms, verb: Verb, body: bytes, shape: Shape, sent: int) -> Reply:
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
    request = Request("POST", url, {"Content-Type": "application/json"}, body)
    try:
        return _judged(Reply(call), exchange(request, terms.trust, _limits(terms, body)), shape, terms)
    except ExchangeFailed as error:
        if error.so_far is None or not _suffices(error.so_far, shape):
            call = call._replace(milliseconds=error.seconds * 1000, findings=(_failure(error, terms, verb),))
            return Reply(call, failed=True, gave_up=error.kind in _OURS or _is_own_bound(error, terms))
        reply = _judged(Reply(call), error.so_far, shape, terms)
        return reply if reply.failed else reply.with_findings(_behind_the_answer(error))


def _judged(reply: Reply, answer: Answer, shape: Shape, terms: Terms) -> Reply:
    """Tell what kube-scheduler makes of an answer."""
    verb = reply.call.verb
    reply = reply._replace(call=reply.call._replace(status=answer.status, milliseconds=answer.seconds * 1000))
    if terms.timeout is not None and answer.seconds > terms.timeout:
        return reply._replace(failed=True).with_findings(_too_late(answer, terms, verb))
    reply = reply.with_findings(*_late(answer, terms, verb), *_redirected(answer, terms, verb))
    if answer.status != _OK:
        return reply._replace(failed=True).with_findings(_status(answer, terms, verb))
    return _read(reply, answer, shape, terms, verb)


def _suffices(answer: Answer, shape: Shape) -> bool:
    """Tell whether kube-scheduler has seen enough of an answer that went wrong later.

    It reads no body but that of a 200, and of that the first JSON value only.
    """
    try:
        return answer.status != _OK or decode(answer.body, shape).objection not in _UNFINISHED
    except TooDeep:
        return True


def _behind_the_answer(error: ExchangeFailed) -> ProbeFinding:
    said = sentence(str(error))
    return tell(
        error.kind,
        Severity.WARNING,
        f"{said}. kube-scheduler has the whole JSON by then and goes on with it; other clients would not",
        "Let the extender, or the proxy before it, end its answers: with the right `Content-Length`, or by closing.",
    )


def _limits(terms: Terms, body: bytes) -> Limits:
    """Bound an answer: it holds what was sent, at most, and reasons."""
    return Limits(seconds=terms.limit, body=_MEBIBYTE + _TIMES_SENT * len(body))


def _is_own_bound(error: ExchangeFailed, terms: Terms) -> bool:
    return error.kind is FailureKind.TIMEOUT and terms.limit != terms.timeout


def _failure(error: ExchangeFailed, terms: Terms, verb: Verb) -> ProbeFinding:
    """Explain why no answer came."""
    if _is_own_bound(error, terms):
        would = "for ever" if terms.timeout is None else f"for {terms.timeout:g} s (`httpTimeout`)"
        return tell(
            Kind.OWN_BOUND,
            Severity.ERROR,
            f"No answer within {terms.limit:g} s, the bound of this trial; kube-scheduler would wait {would}",
            "Give the trial more time with `--timeout`, or find out why the extender is slow.",
        )
    severity, words = terms.consequence(verb)
    if error.kind in _OURS:
        severity, words = Severity.ERROR, _OURS[error.kind]
    return tell(error.kind, severity, f"{sentence(str(error))}; {words}", error.help, upstream=error.upstream)


def _too_late(answer: Answer, terms: Terms, verb: Verb) -> ProbeFinding:
    severity, words = terms.consequence(verb)
    return tell(
        FailureKind.TIMEOUT,
        severity,
        f"The answer took {answer.seconds:.1f} s, and kube-scheduler waits {terms.timeout:g} s "
        f"(`httpTimeout`); {words}",
        "Make the extender faster, or raise `httpTimeout`; Pods wait that long.",
        upstream="context deadline exceeded (Client.Timeout or context cancellation while reading body)",
    )


def _late(answer: Answer, terms: Terms, verb: Verb) -> Iterator[ProbeFinding]:
    """Yield whether an answer came so late that it may come too late another time."""
    if terms.timeout is None or answer.seconds * 2 <= terms.timeout:
        return
    words = f"The answer took {answer.seconds * 1000:.0f} ms of {terms.timeout * 1000:g} ms"
    yield tell(
        Kind.SLOW,
        Severity.WARNING,
        f"{words} (`httpTimeout`): more nodes or a busy day make it fail, and {terms.consequence(verb).words}",
        "Make the extender faster (`nodeCacheCapable` sends less), or raise `httpTimeout`; Pods wait that long.",
    )


def _redirected(answer: Answer, terms: Terms, verb: Verb) -> Iterator[ProbeFinding]:
    if not answer.redirects:
        return
    lost = answer.method != "POST"
    words = "Go repeats the request with GET and without its body" if lost else "every call takes another round trip"
    yield tell(
        Kind.REDIRECTED,
        terms.consequence(verb).severity if lost else Severity.WARNING,
        f"The extender sends on to {shown(answer.redirects[-1])}: {words}",
        "Write the URL that answers itself into `urlPrefix`.",
    )


def _status(answer: Answer, terms: Terms, verb: Verb) -> ProbeFinding:
    severity, words = terms.consequence(verb)
    text = shown(answer.body[:1000].decode("utf-8", "replace").strip())
    said = f", and says: {text}" if text else ""
    url = without_login(url_of(terms.extender, verb))
    return tell(
        Kind.STATUS,
        severity,
        f"The extender answers with status {answer.status}{said}; kube-scheduler takes only 200: {words}",
        help_of(answer.status),
        upstream=f"failed {written_verb(terms.extender, verb)} with extender at URL {url}, code {answer.status}",
    )


def _read(reply: Reply, answer: Answer, shape: Shape, terms: Terms, verb: Verb) -> Reply:
    """Decode an answer."""
    try:
        decoded = decode(answer.body, shape)
    except TooDeep:
        decoded = None
    if decoded is None or decoded.objection:
        return reply._replace(failed=True).with_findings(undecodable(answer, decoded, terms, verb))
    return reply._replace(value=decoded.value).with_findings(*oddities(answer, decoded))
