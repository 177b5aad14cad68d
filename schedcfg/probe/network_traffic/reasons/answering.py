"""An answer came, but no result: what each means for the scheduler."""

from schedcfg.document.texts import has_login
from schedcfg.probe.network_traffic.reasons import log, quoting
from schedcfg.probe.network_traffic.reasons.reason import Reason
from schedcfg.probe.network_traffic.reasons.recognising import Recognised, recognise
from schedcfg.probe.prometheus import Prometheus, QuestionFailed, QuestionFailure
from schedcfg.results.probing import ProbeFinding
from schedcfg.results.traffic import Variant

_LOGIN = {401, 403}
_NOT_FOUND = 404
_UNAVAILABLE = {502, 503, 504}

_LOGIN_HELP = (
    "The plugin can send a login only as part of the address (http://user:password@host:9090), where everyone who "
    "reads the configuration sees it; a token it cannot send at all. Let the scheduler ask Prometheus without a login "
    "within the cluster (a NetworkPolicy can keep others out), or put a proxy beside it that adds the token."
)
_AMBIGUOUS = (
    "Two jobs scrape the same exporter, so that the join with node_uname_info finds two series: remove one job, or let "
    "it drop these metrics (metric_relabel_configs)."
)
_HELP = {
    Reason.LOGIN: _LOGIN_HELP,
    Reason.CLIENT_ERROR: "Look at the log of what answers: a proxy before Prometheus may forbid POST or this path.",
    Reason.UNAVAILABLE: "Prometheus says so while it starts and reads its log of writes; a proxy does where it does "
    "not find Prometheus. Try again, and look at Prometheus' log if it stays. Until then no Pod is scheduled.",
    Reason.SERVER_ERROR: "Look at the log of Prometheus, and of the proxy before it if there is one.",
    Reason.WRONG_CODE: "Write the address that answers in the end: a redirect to a login page is none.",
    Reason.WRONG_RESULT: "Check that this is Prometheus and not something that only resembles it.",
    Reason.UNPARSABLE_QUERY: "Check the interface's name, the time range and the nodes' names: the plugin puts them "
    "into the query as they are.",
    Reason.QUERY_FAILED: "Ask the same in Prometheus' own page to see which series are in the way.",
}


def reason(failure: QuestionFailed, variant: Variant, prometheus: Prometheus) -> ProbeFinding:
    """Explain why an answer holds no result; where that is no answer of Prometheus, ask the server what it is."""
    upstream = log.querying(variant, failure.upstream)
    if failure.kind in {QuestionFailure.NOT_JSON, QuestionFailure.NO_RESULT}:
        return _not_prometheus(failure, recognise(prometheus), upstream)
    if failure.kind is QuestionFailure.API and failure.redirects:
        where = quoting.address(failure.redirects[-1])
        return Reason.QUESTION_LOST.finding(
            f"the question is sent on to {where}, and arrives there without its query: {failure}",
            "Write the address that answers in the end: a redirect turns POST into GET and drops what was posted.",
            upstream,
        )
    if failure.kind is QuestionFailure.API:
        is_parsed = failure.error_type != "bad_data"
        chosen = Reason.QUERY_FAILED if is_parsed else Reason.UNPARSABLE_QUERY
        help_ = _AMBIGUOUS if "match group" in str(failure) else _HELP[chosen]
        return chosen.finding(f"Prometheus objects: {failure}", help_, upstream)
    if failure.kind is QuestionFailure.WRONG_RESULT:
        message = f"the answer cannot be read: {failure}"
        return Reason.WRONG_RESULT.finding(message, _HELP[Reason.WRONG_RESULT], upstream)
    return _of_status(failure, prometheus, upstream)


def _of_status(failure: QuestionFailed, prometheus: Prometheus, upstream: str) -> ProbeFinding:
    chosen = {QuestionFailure.CLIENT: Reason.CLIENT_ERROR, QuestionFailure.SERVER: Reason.SERVER_ERROR}.get(
        failure.kind, Reason.WRONG_CODE
    )
    if failure.status in _LOGIN:
        chosen = Reason.LOGIN
    elif failure.status in _UNAVAILABLE:
        chosen = Reason.UNAVAILABLE
    elif failure.status == _NOT_FOUND:
        found = recognise(prometheus)
        message = f"there is no API of Prometheus at this address (status 404); {found.words}"
        return Reason.NOT_FOUND.finding(message, found.help, upstream)
    repeated = f': "{failure}"' if str(failure) else ""
    if chosen is Reason.LOGIN and has_login(prometheus.address):
        repeated += ", although a login was sent: it is not the right one, or not enough"
    return chosen.finding(f"the answer has the status {failure.status}{repeated}", _HELP[chosen], upstream)


def _not_prometheus(failure: QuestionFailed, found: Recognised, upstream: str) -> ProbeFinding:
    start = f'"{str(failure)[:80]}"' if str(failure) else "nothing"
    moved = f" comes from {quoting.address(failure.redirects[-1])}," if failure.redirects else ""
    message = f"the answer{moved} is not one of Prometheus, it begins with {start}; {found.words}"
    return Reason.NOT_PROMETHEUS.finding(message, found.help, upstream)
