"""Everything that trying an extender can find, once, and what its server sends made fit to be shown."""

from collections.abc import Iterable

from schedcfg.document.golang.text import harmless
from schedcfg.external.probe.findings import FindingKind
from schedcfg.external.probe.request import FailureKind
from schedcfg.findings import Severity

_WARNING, _INFO = Severity.WARNING, Severity.INFO
_IT_DEPENDS = (Severity.ERROR, _WARNING)
"""Of what stops the scheduler's work with a Pod, unless the extender is `ignorable`."""


class ExtenderFinding(FindingKind):
    """What can be found besides failures to reach an extender; how severe that is depends on the extender."""

    NO_EXTENDER = "no-extender", "The file configures no extender"
    NOT_INTERESTED = "not-interested", "The Pod requests none of the extender's `managedResources`", _WARNING
    NO_VERB = "no-verb", "The extender has no verb", _WARNING

    FEWER_AT_ONCE = "fewer-at-once", "kube-scheduler sends fewer nodes at a time than this probe did", _INFO

    FILE = "unreadable-tls-file", "A file of `tlsConfig` cannot be read on this machine"
    HTTPS_OVER_HTTP = (
        "https-over-http",
        "`enableHTTPS` or `tlsConfig` with an `http://` URL: nothing is encrypted",
        _WARNING,
    )
    SYSTEM_TRUST = (
        "no-enable-https",
        "An `https://` URL without `enableHTTPS`: this machine's CAs are used",
        _INFO,
    )

    OWN_BOUND = "own-time-bound", "No response within the limit of this probe"
    REDIRECTED = "redirected", "The extender redirects to another URL of its own", *_IT_DEPENDS
    STATUS = "wrong-status", "The status is not 200", *_IT_DEPENDS
    SLOW = "slow-answer", "The response takes more than half of `httpTimeout`", _WARNING
    NOT_JSON = "not-json", "The response is not JSON", *_IT_DEPENDS
    TOO_DEEP = "too-deep-answer", "The response is nested too deep", *_IT_DEPENDS
    WRONG_TYPE = "wrong-type", "The response is JSON of another type than that of the extender API", *_IT_DEPENDS
    TEXT_BEHIND = "text-behind-answer", "Text after the response is never read", _WARNING
    UNKNOWN_KEY = "unknown-key", "A key resembles one of the extender API, but is not one", _WARNING
    CONTENT_TYPE = "content-type", "The Content-Type of the response is not JSON", _INFO

    ERROR_FIELD = "error-field", "The extender responds with an error", *_IT_DEPENDS
    NAMES_NOT_READ = "node-names-not-read", "`NodeNames` is returned without `nodeCacheCapable`, and not read"
    NODES_FOR_NAMES = "nodes-for-names", "Whole nodes are returned for a request with names only", _WARNING
    NO_NODE_LIST = "no-node-list", "The filter returns neither `Nodes` nor `NodeNames`: no node is left"
    ALL_FILTERED = "all-filtered", "The filter lets no node through", _WARNING
    UNKNOWN_NODE_PASSED = (
        "unknown-node-passed",
        "The filter returns a node that was not in the request",
        *_IT_DEPENDS,
    )
    NODE_TWICE = "node-twice", "A node is returned twice", _WARNING
    PASSED_AND_FAILED = "passed-and-failed", "A node is both let through and filtered out", _WARNING
    UNMENTIONED_NODE = "unmentioned-node", "A node is filtered out without a reason", _INFO, _WARNING
    UNKNOWN_NODE_FAILED = "unknown-node-failed", "There is a reason for a node that was not in the request", _WARNING
    LOST_FIELDS = "lost-node-fields", "Nodes are returned with other contents than they were sent with", _WARNING
    UNRESOLVABLE_UNKNOWN = "unresolvable-not-known", "The release does not know `FailedAndUnresolvableNodes`", _WARNING

    WOULD_NOT_BE_ASKED = (
        "would-not-be-asked",
        "With fewer than two nodes left, kube-scheduler does not request scores",
        _INFO,
    )
    NO_SCORES = "no-scores", "The list of scores is null or empty", _WARNING
    SCORE_OUT_OF_RANGE = "score-out-of-range", "A score is not between 0 and 10", _WARNING, Severity.ERROR
    UNKNOWN_NODE_SCORED = "unknown-node-scored", "There is a score for a node that was not in the request", _WARNING
    UNSCORED_NODE = "unscored-node", "A node has no score, which counts as 0", _WARNING
    SCORED_TWICE = "scored-twice", "A node has several scores, which are added up", _WARNING
    EQUAL_SCORES = "equal-scores", "All nodes have the same score", _INFO
    OVERFLOW = "score-overflow", "Score times weight does not fit into 64 bits, and wraps around", _WARNING
    OUTWEIGHS = "outweighs-plugins", "The extender can outweigh all score plugins together", _INFO
    HARDLY_MATTERS = "hardly-matters", "The extender's scores rarely change the order of nodes", _INFO

    UNKNOWN_NODE_PREEMPTED = (
        "unknown-node-preempted",
        "Victims are named on a node that was not in the request",
        *_IT_DEPENDS,
    )
    UNKNOWN_VICTIM = "unknown-victim", "A victim is named that is not on the node", *_IT_DEPENDS
    NO_VICTIM = "no-victim", "A node is named without a victim", *_IT_DEPENDS
    NULL_VICTIMS = "null-victims", "Null is returned in place of victims: kube-scheduler crashes"
    NEGATIVE_VIOLATIONS = "negative-violations", "`NumPDBViolations` is negative", _WARNING
    NO_PREEMPTION = "no-preemption", "No node is left on which Pods may be preempted", _WARNING


KINDS: tuple[FindingKind, ...] = (*ExtenderFinding, *FailureKind)
"""All that can be found."""

FINDING_CARDS = (
    *(kind.card("probe extender") for kind in ExtenderFinding),
    *(kind.card("probe extender", Severity.WARNING) for kind in FailureKind),
)


_LONGEST = 200
_MOST = 5


def shown(text: str, longest: int = _LONGEST) -> str:
    """Return a text with what is not printable escaped, and cut where it is long."""
    return harmless(text, longest)


def sentence(text: str) -> str:
    """Return a sentence with a capital letter and without its full stop; an address at its beginning stays as it is."""
    shown_text = shown(text)
    first = shown_text.partition(" ")[0]
    return (shown_text[:1].upper() + shown_text[1:] if first.isalpha() else shown_text).rstrip(".")


def listed(names: Iterable[str]) -> str:
    """Return the names of some of many: `a`, `b` and 3 more."""
    every = list(dict.fromkeys(names))
    some = [f"`{shown(name)}`" for name in (every if len(every) <= _MOST else every[: _MOST - 1])]
    more = len(every) - len(some)
    if more:
        return f"{', '.join(some)} and {more} more"
    return " and ".join(filter(None, [", ".join(some[:-1]), *some[-1:]]))
