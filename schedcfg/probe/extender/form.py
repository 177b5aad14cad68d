"""What is wrong with the form of an answer: no JSON, other JSON, or odd."""

from collections.abc import Iterator

from schedcfg.findings import Severity
from schedcfg.golang.json_decoding import DecodedValue
from schedcfg.probe.exchange import Answer
from schedcfg.probe.extender.answers import likely_meant
from schedcfg.probe.extender.finding_kinds import Kind
from schedcfg.probe.extender.quoting import shown
from schedcfg.probe.extender.terms import Terms
from schedcfg.probe.finding_kind import tell
from schedcfg.results.extender_trial import Verb
from schedcfg.results.probing import ProbeFinding

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


def undecodable(answer: Answer, decoded: DecodedValue | None, terms: Terms, verb: Verb) -> ProbeFinding:
    """Explain why kube-scheduler gets an error instead of an answer; without `decoded` it was too deep to be read."""
    severity, words = terms.consequence(verb)
    if decoded is None or decoded.objection.endswith("exceeded max depth"):
        upstream = "" if decoded is None else decoded.objection
        message = f"The answer is nested too deep to be read; {words}"
        return tell(Kind.TOO_DEEP, severity, message, "Answer with the types of the extender API.", upstream=upstream)
    objection = shown(decoded.objection)
    is_typed = decoded.objection.startswith(("json: ", "quantities ", "parsing time "))
    if is_typed:
        message = f"The answer is JSON, but not what kube-scheduler decodes: {objection}; {words}"
        help_ = "Answer with the types of k8s.io/kube-scheduler/extender/v1; scores are whole numbers without quotes."
        return tell(Kind.WRONG_TYPE, severity, message, help_, upstream=objection)
    start = shown(answer.body[:80].decode("utf-8", "replace").strip())
    seen = f"It begins with: {start}" if start else "It is empty"
    message = f"The answer is no JSON ({objection}). {seen}. So {words}"
    help_ = "Check that `urlPrefix` and the verb lead to the extender itself, and not to a proxy or a page."
    return tell(Kind.NOT_JSON, severity, message, help_, upstream=objection)


def oddities(answer: Answer, decoded: DecodedValue) -> Iterator[ProbeFinding]:
    """Yield what is odd about an answer that Go decodes."""
    for struct, key in decoded.unknown:
        meant = likely_meant(struct, key)
        if meant is not None and struct.name in _OF_THE_API:
            yield tell(
                Kind.UNKNOWN_KEY,
                Severity.WARNING,
                f"`{shown(key)}` is no field of {struct.name}: kube-scheduler does not read it",
                f"Write `{meant}` if that is meant.",
            )
    if decoded.rest:
        yield tell(
            Kind.TEXT_BEHIND,
            Severity.WARNING,
            f"Behind the answer stands more, which kube-scheduler never reads: {shown(decoded.rest, 80)}",
            "Answer with one JSON value.",
        )
    kind = answer.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() != "application/json":
        said = f"calls itself `{shown(kind, 80)}`" if kind else "has no Content-Type"
        message = f"The answer {said}; kube-scheduler does not mind, proxies between them may"
        yield tell(Kind.CONTENT_TYPE, Severity.INFO, message, "Send `Content-Type: application/json`.")
