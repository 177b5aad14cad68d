"""One call as kube-scheduler makes it (`send` in `pkg/scheduler/extender.go`)."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from schedcfg.diagnostics import Severity
from schedcfg.document.secret_names import without_login
from schedcfg.effective.model import Extender
from schedcfg.probe.exchange import Answer, ExchangeFailed, FailureKind, Limits, Request, Trust, exchange
from schedcfg.probe.extender.answers import likely_meant
from schedcfg.probe.extender.consequence import Consequence, of_failure
from schedcfg.probe.extender.go_json import Decoded, Shape, decode
from schedcfg.probe.extender.go_json.reading import TooDeep
from schedcfg.probe.extender.question import url_of, written_verb
from schedcfg.probe.extender.shown import shown
from schedcfg.probe.extender.status import help_of
from schedcfg.probe.extender.told import Told, tell
from schedcfg.results.extender_trial import Call, Verb
from schedcfg.results.probing import ProbeFinding

_OK = 200
_NANO = 1_000_000_000
_WITHOUT_TIMEOUT = 60.0
"""Seconds to wait where kube-scheduler would wait for ever: a negative `httpTimeout`, and no bound given."""

_MEBIBYTE = 1024 * 1024
_TIMES_SENT = 4

_OURS = {
    FailureKind.TOO_LONG: "kube-scheduler would read on, and hold all of it in memory",
    FailureKind.ELSEWHERE: "kube-scheduler would send Pods and nodes there",
}
"""Where this program stops, and kube-scheduler would not."""

_BY_ID = {told.id: told for told in Told}


class Terms(NamedTuple):
    """How an extender is asked.

    Attributes:
        extender: Who.
        trust: How its server is trusted.
        release: Minor number of kube-scheduler's release.
        seconds: A bound on each call besides `httpTimeout`; None where there is none.
    """

    extender: Extender
    trust: Trust
    release: int
    seconds: float | None

    @property
    def timeout(self) -> float | None:
        """The extender's `httpTimeout` in seconds; None where kube-scheduler waits for ever."""
        return self.extender.http_timeout / _NANO if self.extender.http_timeout > 0 else None

    @property
    def limit(self) -> float:
        """How long to wait for an answer, in seconds."""
        return min((each for each in (self.timeout, self.seconds) if each is not None), default=_WITHOUT_TIMEOUT)

    def consequence(self, verb: Verb) -> Consequence:
        """Tell what comes of a call that fails."""
        return of_failure(verb, self.extender, self.release)


class Reply(NamedTuple):
    """What a call brought.

    Attributes:
        call: The call, with what is to be said about its transport and form.
        value: The answer, as Go decodes it.
        failed: Whether kube-scheduler gets an error instead of the answer.
    """

    call: Call
    value: Any = None
    failed: bool = False

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
        answer = exchange(request, terms.trust, _limits(terms, body))
    except ExchangeFailed as error:
        finding = _failure(error, terms, verb)
        return Reply(call._replace(milliseconds=error.seconds * 1000, findings=(finding,)), failed=True)
    call = call._replace(status=answer.status, milliseconds=answer.seconds * 1000)
    reply = Reply(call).with_findings(*_late(answer, terms, verb), *_redirected(answer, terms, verb))
    if terms.timeout is not None and answer.seconds > terms.timeout:
        return Reply(call, failed=True).with_findings(_too_late(answer, terms, verb))
    if answer.status != _OK:
        return reply._replace(failed=True).with_findings(_status(answer, terms, verb))
    return _read(reply, answer, shape, terms, verb)


def _limits(terms: Terms, body: bytes) -> Limits:
    """Bound an answer: it holds what was sent, at most, and reasons."""
    return Limits(seconds=terms.limit, body=_MEBIBYTE + _TIMES_SENT * len(body))


def _failure(error: ExchangeFailed, terms: Terms, verb: Verb) -> ProbeFinding:
    """Explain why no answer came."""
    if error.kind is FailureKind.TIMEOUT and terms.limit != terms.timeout:
        would = "for ever" if terms.timeout is None else f"for {terms.timeout:g} s (`httpTimeout`)"
        return tell(
            Told.OWN_BOUND,
            Severity.ERROR,
            f"No answer within {terms.limit:g} s, the bound of this trial; kube-scheduler would wait {would}",
            "Give the trial more time with `--timeout`, or find out why the extender is slow.",
        )
    severity, words = terms.consequence(verb)
    if error.kind in _OURS:
        severity, words = Severity.ERROR, _OURS[error.kind]
    return tell(_BY_ID[error.kind.value], severity, f"{_sentence(error)}; {words}", error.help, upstream=error.upstream)


def _sentence(error: ExchangeFailed) -> str:
    words = shown(str(error))
    return words[:1].upper() + words[1:].rstrip(".")


def _too_late(answer: Answer, terms: Terms, verb: Verb) -> ProbeFinding:
    severity, words = terms.consequence(verb)
    return tell(
        Told.TIMEOUT,
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
    words = f"{written_verb(terms.extender, verb)} took {answer.seconds * 1000:.0f} ms of {terms.timeout * 1000:g} ms"
    yield tell(
        Told.SLOW,
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
        Told.REDIRECTED,
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
        Told.STATUS,
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
        return reply._replace(failed=True).with_findings(_undecodable(answer, decoded, terms, verb))
    return reply._replace(value=decoded.value).with_findings(*_form(answer, decoded))


def _undecodable(answer: Answer, decoded: Decoded | None, terms: Terms, verb: Verb) -> ProbeFinding:
    severity, words = terms.consequence(verb)
    if decoded is None or decoded.objection.endswith("exceeded max depth"):
        upstream = "" if decoded is None else decoded.objection
        message = f"The answer is nested too deep to be read; {words}"
        return tell(Told.TOO_DEEP, severity, message, "Answer with the types of the extender API.", upstream=upstream)
    objection = shown(decoded.objection)
    is_typed = decoded.objection.startswith(("json: ", "quantities ", "parsing time "))
    if is_typed:
        message = f"The answer is JSON, but not what kube-scheduler decodes: {objection}; {words}"
        help_ = "Answer with the types of k8s.io/kube-scheduler/extender/v1; scores are whole numbers without quotes."
        return tell(Told.WRONG_TYPE, severity, message, help_, upstream=objection)
    start = shown(answer.body[:80].decode("utf-8", "replace").strip())
    seen = f"It begins with: {start}" if start else "It is empty"
    message = f"The answer is no JSON ({objection}). {seen}. So {words}"
    help_ = "Check that `urlPrefix` and the verb lead to the extender itself, and not to a proxy or a page."
    return tell(Told.NOT_JSON, severity, message, help_, upstream=objection)


def _form(answer: Answer, decoded: Decoded) -> Iterator[ProbeFinding]:
    """Yield what is odd about an answer that Go decodes."""
    for struct, key in decoded.unknown:
        meant = likely_meant(struct, key)
        if meant is not None and struct.name in _OF_THE_API:
            yield tell(
                Told.UNKNOWN_KEY,
                Severity.WARNING,
                f"`{shown(key)}` is no field of {struct.name}: kube-scheduler does not read it",
                f"Write `{meant}` if that is meant.",
            )
    if decoded.rest:
        yield tell(
            Told.TEXT_BEHIND,
            Severity.WARNING,
            f"Behind the answer stands more, which kube-scheduler never reads: {shown(decoded.rest, 80)}",
            "Answer with one JSON value.",
        )
    kind = answer.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() != "application/json":
        said = f"calls itself `{shown(kind, 80)}`" if kind else "has no Content-Type"
        message = f"The answer {said}; kube-scheduler does not mind, proxies between them may"
        yield tell(Told.CONTENT_TYPE, Severity.INFO, message, "Send `Content-Type: application/json`.")


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
