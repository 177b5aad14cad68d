"""Every reason that `schedcfg probe network-traffic` can give, in one place."""

from collections.abc import Iterable
from enum import Enum

from schedcfg.diagnostics import Severity
from schedcfg.results.probing import ProbeFinding

_ERROR, _WARNING, _INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


class Reason(Enum):
    """What can be found besides failures to reach Prometheus, which `reaching` has: id, severity, in one line."""

    NO_PROFILE = "no-network-traffic", _ERROR, "No profile of the file scores by NetworkTraffic."
    WRONG_ARGS = "wrong-args", _ERROR, "The Args cannot be read as those of a published NetworkTraffic."
    NO_ADDRESS = "no-address", _ERROR, "The Args do not say where Prometheus is."
    NO_INTERFACE_NAMED = "no-interface-named", _ERROR, "The Args do not name a network interface."
    NO_RANGE = "no-time-range", _ERROR, "The time range is zero or negative."
    NO_NODES = "no-nodes", _ERROR, "There is no node to ask about."
    LOGIN = "login-needed", _ERROR, "Prometheus wants to know who asks (401, 403)."
    NOT_FOUND = "not-found", _ERROR, "There is no API of Prometheus at this address (404)."
    CLIENT_ERROR = "http-client-error", _ERROR, "The question is refused by HTTP's means (another 4xx)."
    UNAVAILABLE = "unavailable", _ERROR, "Prometheus, or what stands before it, is not ready (502, 503, 504)."
    SERVER_ERROR = "http-server-error", _ERROR, "The server failed (another 5xx)."
    WRONG_CODE = "http-wrong-code", _ERROR, "The status is neither success nor error, such as an open redirect."
    NOT_PROMETHEUS = "not-prometheus", _ERROR, "What answers is not Prometheus."
    WRONG_RESULT = "wrong-result", _ERROR, "The answer looks like one of Prometheus, but cannot be read."
    NO_VECTOR = "no-vector", _ERROR, "The answer is no list of samples; the plugin ends the scheduler at it."
    REDIRECTED = "redirected", _WARNING, "The question is sent on to another place on the same server."
    QUESTION_LOST = "question-lost", _ERROR, "A redirect turns the question into one without a query."
    PUBLISHED_QUERY = "published-query", _ERROR, "The program's query, as published, cannot be answered."
    UNPARSABLE_QUERY = "unparsable-query", _ERROR, "Prometheus cannot parse the query."
    QUERY_FAILED = "query-failed", _ERROR, "Prometheus cannot answer the query for a node."
    TOO_SLOW = "too-slow", _ERROR, "Not all nodes could be asked in the time there is."
    PROMETHEUS_WARNS = "prometheus-warns", _INFO, "Prometheus remarks something besides."
    NO_METRIC = "no-metric", _ERROR, "Prometheus does not know the counter at all."
    NO_INTERFACE = "no-interface", _ERROR, "Nodes have no interface of that name."
    NO_NODE_LABEL = "no-node-label", _ERROR, "The label that carries the node's name is missing."
    NAME_DIFFERS = "node-name-differs", _ERROR, "Prometheus knows the node by another name."
    UNKNOWN_NODE = "unknown-node", _ERROR, "Prometheus knows nothing of a node."
    GONE = "stale-series", _ERROR, "A node was measured once, but not any more."
    UNEXPLAINED = "unexplained", _ERROR, "There is no sample, and Prometheus did not answer why."
    GOING = "going-stale", _WARNING, "A node is not measured any more, and only its past is left."
    SEVERAL = "more-than-one-sample", _ERROR, "A node has more than one sample; the plugin takes exactly one."
    SHORT_RANGE = "short-time-range", _ERROR, "The time range is shorter than the scrape interval."
    UNEVEN = "uneven-samples", _WARNING, "Nodes have different numbers of samples in the range, which skews the sums."
    ALL_ZERO = "all-zero", _ERROR, "No node has a value above zero; the plugin divides by zero."
    UNUSABLE = "unusable-value", _ERROR, "A value cannot be turned into a whole number of 64 bits."
    OVERFLOW = "overflow", _ERROR, "A value times 100 is too large for 64 bits."
    INVALID_SCORE = "invalid-score", _ERROR, "A score is outside 0 to 100 after normalisation."
    COUNTER_SUMMED = "counter-summed", _WARNING, "The query sums a counter, which measures uptime more than traffic."
    OTHER_BEST = "other-node-is-best", _WARNING, "By their rates, another node is the best."
    ONE_NODE = "one-node", _INFO, "There is one node only; kube-scheduler does not score then."

    def __init__(self, id: str, severity: Severity, summary: str) -> None:  # noqa: A002
        self.id = id
        self.severity = severity
        self.summary = summary

    def finding(
        self,
        message: str,
        help: str | None = None,  # noqa: A002
        upstream: str = "",
        nodes: Iterable[str] = (),
    ) -> ProbeFinding:
        """Make a finding of it; see `ProbeFinding`."""
        return ProbeFinding(self.id, self.severity, message, help, upstream, tuple(nodes))
