"""Everything that trying an extender can find, once, and what its server sends made fit to be shown."""

from collections import Counter
from collections.abc import Iterable, Iterator

from schedcfg.commands.probe.findings import FindingKind, ProbeFinding
from schedcfg.commands.probe.request import FailureKind
from schedcfg.document.golang.text import harmless
from schedcfg.findings import Severity

_WARNING, _INFO = Severity.WARNING, Severity.INFO
_IT_DEPENDS = (Severity.ERROR, _WARNING)
"""Of what stops the scheduler's work with a Pod, unless the extender is `ignorable`."""


class ExtenderFinding(FindingKind):
    """What can be found besides failures to reach an extender; how severe that is depends on the extender."""

    NO_EXTENDER = "no-extender", "The file configures no extender"
    NOT_INTERESTED = "not-interested", "The Pod requests none of the extender's `managedResources`", _WARNING
    FILE = "unreadable-tls-file", "A file of `tlsConfig` cannot be read on this machine"

    OWN_BOUND = "own-time-bound", "No response within the limit of this probe"
    REDIRECTED = "redirected", "The extender redirects to another URL of its own", *_IT_DEPENDS
    STATUS = "wrong-status", "The status is not 200", *_IT_DEPENDS
    SLOW = "slow-answer", "The response takes more than half of `httpTimeout`", _WARNING
    NOT_JSON = "not-json", "The response is not JSON, or nested too deep to be read", *_IT_DEPENDS
    WRONG_TYPE = "wrong-type", "The response is JSON of another type than that of the extender API", *_IT_DEPENDS
    UNKNOWN_KEY = "unknown-key", "A key resembles one of the extender API, but is not one", _WARNING
    ERROR_FIELD = "error-field", "The extender responds with an error", *_IT_DEPENDS

    NO_NODE_LIST = "no-node-list", "The filter does not return the list of nodes that is read: no node is left"
    ALL_FILTERED = "all-filtered", "The filter lets no node through", _WARNING
    UNKNOWN_NODE_PASSED = (
        "unknown-node-passed",
        "The filter returns a node that was not in the request",
        *_IT_DEPENDS,
    )
    NODE_TWICE = "node-twice", "A node is returned twice", _WARNING
    PASSED_AND_FAILED = "passed-and-failed", "A node is both let through and filtered out", _WARNING
    UNMENTIONED_NODE = "unmentioned-node", "A node is filtered out without a reason that is read", _INFO, _WARNING
    UNKNOWN_NODE_FAILED = "unknown-node-failed", "There is a reason for a node that was not in the request", _WARNING
    LOST_FIELDS = "lost-node-fields", "Nodes are returned with other contents than they were sent with", _WARNING

    WOULD_NOT_BE_ASKED = (
        "would-not-be-asked",
        "With fewer than two nodes left, kube-scheduler does not request scores",
        _INFO,
    )
    NO_SCORES = "no-scores", "The list of scores is null or empty", _WARNING
    SCORE_OUT_OF_RANGE = "score-out-of-range", "A score is not between 0 and 10, or too large with its weight", _WARNING
    UNKNOWN_NODE_SCORED = "unknown-node-scored", "There is a score for a node that was not in the request", _WARNING
    UNSCORED_NODE = "unscored-node", "A node has no score, which counts as 0", _WARNING
    SCORED_TWICE = "scored-twice", "A node has several scores, which are added up", _WARNING

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


_CLAIMS = {
    ExtenderFinding.UNKNOWN_NODE_PASSED: (
        (
            "The filter returns {nodes}, which were not in the request. kube-scheduler does not check that: it scores "
            "them, and fails or binds the Pod to a node that is not feasible or does not exist"
        ),
        "Return a subset of the nodes in `Nodes.items` of the request.",
    ),
    ExtenderFinding.NODE_TWICE: (
        (
            "The filter returns {nodes} more than once: kube-scheduler scores and counts such a node each time, and "
            "chooses it more often among equal nodes"
        ),
        "Return each node once.",
    ),
    ExtenderFinding.PASSED_AND_FAILED: (
        "{nodes} are both let through and listed as failed: kube-scheduler uses them",
        "List a node in only one of both.",
    ),
    ExtenderFinding.UNKNOWN_NODE_FAILED: (
        "There are reasons for {nodes}, which were not in the request",
        "Name only nodes of the request; check that their names are the same.",
    ),
    ExtenderFinding.UNMENTIONED_NODE: (
        (
            "There is no reason for filtering out {nodes}: the Pod's events do not name one, and since 1.32, no Pod is "
            "preempted there"
        ),
        "List each of them in `FailedNodes`, with the reason.",
    ),
    ExtenderFinding.UNKNOWN_NODE_SCORED: (
        "There are scores for {nodes}, which were not in the request: they have no effect",
        "Use the node's name in the request as `Host`.",
    ),
    ExtenderFinding.UNSCORED_NODE: (
        "There is no score for {nodes}, which counts as 0",
        "Score every node of the request.",
    ),
    ExtenderFinding.SCORED_TWICE: (
        "There are several scores for {nodes}: kube-scheduler adds them up",
        "Give each node one score.",
    ),
}
"""What is wrong with some nodes of an answer → what kube-scheduler makes of it, and what to do."""


def about(
    kind: ExtenderFinding, nodes: Iterable[str], severity: Severity | None = None, more: str = ""
) -> Iterator[ProbeFinding]:
    """Yield what is wrong with these nodes of an answer, if there are any."""
    named = list(nodes)
    if named:
        message, advice = _CLAIMS[kind]
        text = message.format(nodes=listed(named)) + more
        yield kind.finding(text, advice, nodes=map(shown, named), severity=severity)


def repeated(names: Iterable[str]) -> list[str]:
    """Return the names that there are more than once."""
    return [name for name, count in Counter(names).items() if count > 1]


def absent(names: Iterable[str], *known: Iterable[str]) -> list[str]:
    """Return each of the names once that none of the others has."""
    there = set().union(*known)
    return [name for name in dict.fromkeys(names) if name not in there]
