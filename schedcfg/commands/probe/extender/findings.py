"""Everything that calling an extender can find, and how much a failure weighs."""

from collections.abc import Iterable

from schedcfg import releases
from schedcfg.commands.probe.extender.results import ExtenderVerb
from schedcfg.commands.probe.findings import FindingKind, cards
from schedcfg.configuration.effective.model import Extender
from schedcfg.document.golang.text import harmless
from schedcfg.document.texts import listing
from schedcfg.findings import Severity
from schedcfg.integrations.http import FailureKind
from schedcfg.releases.release import Release

_WARNING = Severity.WARNING
_IT_DEPENDS = (Severity.ERROR, _WARNING)
"""Of what stops the scheduler's work with a Pod, unless the extender is `ignorable`."""


class ExtenderFinding(FindingKind):
    """What can be found besides failures to reach an extender."""

    NO_EXTENDER = "no-extender", "The file configures no extender"
    NOT_INTERESTED = "not-interested", "The Pod requests none of the extender's `managedResources`", _WARNING

    REDIRECTED = "redirected", "The extender redirects to another URL of its own", *_IT_DEPENDS
    STATUS = "wrong-status", "The status is not 200", *_IT_DEPENDS
    SLOW = "slow-answer", "The response takes more than half of `httpTimeout`", _WARNING
    NOT_JSON = "not-json", "The response is not JSON, or nested too deep to be read", *_IT_DEPENDS
    WRONG_TYPE = "wrong-type", "The response is JSON of another type than that of the extender API", *_IT_DEPENDS
    UNKNOWN_KEY = "unknown-key", "A key resembles one of the extender API, but is not one", _WARNING
    ERROR_FIELD = "error-field", "The extender responds with an error", *_IT_DEPENDS

    NO_NODE_LIST = "no-node-list", "The filter does not return the list of nodes that is read: no node is left"
    ALL_FILTERED = "all-filtered", "The filter lets no node through", _WARNING
    UNKNOWN_NODE_PASSED = "unknown-node-passed", "The filter returns a node that was not in the request", *_IT_DEPENDS

    NO_SCORES = "no-scores", "The list of scores is null or empty", _WARNING
    SCORE_OUT_OF_RANGE = "score-out-of-range", "A score is not between 0 and 10", _WARNING
    UNKNOWN_NODE_SCORED = "unknown-node-scored", "There is a score for a node that was not in the request", _WARNING
    UNSCORED_NODE = "unscored-node", "A node has no score, which counts as 0", _WARNING

    UNKNOWN_VICTIM = "unknown-victim", "A victim is named that was not in the request", *_IT_DEPENDS
    NULL_VICTIMS = "null-victims", "Null is returned in place of victims: kube-scheduler crashes"
    NO_PREEMPTION = "no-preemption", "No node is left on which Pods may be preempted", _WARNING


FINDING_CARDS = cards("probe extender", ExtenderFinding, FailureKind, *_IT_DEPENDS)

_NAMED = 5


def named(nodes: Iterable[str]) -> str:
    """Return the first few names of nodes that an extender may have sent, and how many more there are."""
    return listing([f"`{harmless(node, 200)}`" for node in dict.fromkeys(nodes)], _NAMED)


def sentence(text: str) -> str:
    """Return a sentence with a capital letter and without its full stop; an address at its beginning stays as it is."""
    first = text.partition(" ")[0]
    return (text[:1].upper() + text[1:] if first.isalpha() else text).rstrip(".")


_FAILED = {
    ExtenderVerb.FILTER: "every Pod for which kube-scheduler calls it stays Pending",
    ExtenderVerb.PREEMPT: "preemption fails, so no room is made for the Pods for which it is called",
    ExtenderVerb.PRIORITIZE: "kube-scheduler ignores its scores, and Pods are scheduled without them",
    ExtenderVerb.BIND: "no Pod that it should bind starts: each goes back to the queue and is tried again",
}
"""Verb → what comes of a call that fails."""


def consequence(verb: ExtenderVerb, extender: Extender, release: Release) -> tuple[Severity, str]:
    """Return how much a call that fails weighs, and what comes of it, a clause to be put behind a semicolon.

    An error keeps Pods from being scheduled or bound. Where they are scheduled without the extender, be it that it is
    `ignorable` or that only its scores are missing, it is a warning.
    """
    failed = _FAILED[verb]
    if verb is ExtenderVerb.PRIORITIZE:
        return _WARNING, failed
    if not extender.ignorable:
        return Severity.ERROR, failed
    if verb is ExtenderVerb.BIND and not release.skips_failing_binders:
        first = releases.first(lambda one: one.skips_failing_binders)
        return Severity.ERROR, f"{failed}; `ignorable` does not prevent that before {first.name}"
    return _WARNING, "kube-scheduler goes on without it (`ignorable`)"
