"""What comes of it when a call fails: for Pods, and so for how much a finding weighs.

An error keeps Pods from being scheduled or bound, or ends kube-scheduler. Where Pods are scheduled without the
extender, be it that it is `ignorable` or that scores are dropped, it is a warning.
"""

from typing import NamedTuple

from schedcfg.effective.model import Extender
from schedcfg.findings import Severity
from schedcfg.results.extender_trial import Verb

FIRST_IGNORING_BINDERS = 30
"""From this minor release on a failing binder that is `ignorable` is passed over (`extendersBinding`)."""

_FIRST_LOGGING_SCORES = 24
"""From it on kube-scheduler logs failures of `prioritizeVerb`, at verbosity 5; before, nothing tells of them."""


class Consequence(NamedTuple):
    """How much a failure weighs, and what comes of it, a clause to be put behind a semicolon."""

    severity: Severity
    words: str


def of_failure(verb: Verb, extender: Extender, release: int) -> Consequence:
    """Tell what comes of a call that fails.

    Args:
        verb: What was asked for.
        extender: Who was.
        release: Minor number of kube-scheduler's release.
    """
    if verb is Verb.PRIORITIZE:
        told = "tells only at log level 5" if release >= _FIRST_LOGGING_SCORES else "does not tell"
        return _ignored(f"kube-scheduler drops its scores, which it {told}, and Pods are placed without them")
    failed, ignored = _COMES_OF[verb]
    if not extender.ignorable:
        return _failed(failed)
    if verb is Verb.BIND and release < FIRST_IGNORING_BINDERS:
        return _failed(f"{failed}; `ignorable` does not help against that before 1.{FIRST_IGNORING_BINDERS}")
    return _ignored(f"kube-scheduler skips it (`ignorable`) and {ignored}")


_COMES_OF = {
    Verb.FILTER: (
        "every Pod that kube-scheduler asks it about stays Pending",
        "schedules Pods as if it let every node through",
    ),
    Verb.PREEMPT: (
        "preemption fails, so that no Pod makes room for one that it is asked about",
        "preempts Pods as if it had no objection",
    ),
    Verb.BIND: (
        "no Pod that it binds starts: each goes back to the queue and is tried again",
        "binds the Pod by other means",
    ),
}
"""Verb → what comes of its failure, and what where that is ignored."""


def _failed(words: str) -> Consequence:
    return Consequence(Severity.ERROR, words)


def _ignored(words: str) -> Consequence:
    return Consequence(Severity.WARNING, words)
