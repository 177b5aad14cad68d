"""Which objects a list or a watch is about."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.commands.trial.api.store import ApiRefusal, ChangeType, Object, StoredChange
from schedcfg.sources.manifests.pod import at

_PATHS = frozenset(
    {"metadata.name", "metadata.namespace", "spec.nodeName", "spec.schedulerName", "status.phase", "type", "reason"}
)
"""Fields that are selected by. Upstream: `ToSelectableFields` in `pkg/registry/core/pod/strategy.go`."""


class Term(NamedTuple):
    """One condition of a field selector."""

    path: tuple[str, ...]
    value: str
    is_equal: bool

    def matches(self, data: Object) -> bool:
        """Return whether an object fulfills it; what is not written is the empty text."""
        found = at(data, *self.path)
        return ((found if isinstance(found, str) else "") == self.value) is self.is_equal


class WatchSelection(NamedTuple):
    """What a list or a watch is about."""

    namespace: str  # Empty for all
    terms: tuple[Term, ...] = ()

    def matches(self, data: Object | None) -> bool:
        """Return whether an object is one of them."""
        if data is None or (self.namespace and data["metadata"].get("namespace") != self.namespace):
            return False
        return all(term.matches(data) for term in self.terms)

    def seen(self, change: StoredChange) -> ChangeType | None:
        """Return what a watch sees of a change; None for nothing.

        What no longer matches is gone for who watches, and what begins to is new.
        """
        before = change.type is not ChangeType.ADDED and self.matches(change.before)
        after = change.type is not ChangeType.DELETED and self.matches(change.after)
        if before and after:
            return ChangeType.MODIFIED
        if before or after:
            return ChangeType.DELETED if before else ChangeType.ADDED
        return None


def selection(namespace: str, fields: str, labels: str) -> WatchSelection:
    """Return what the parameters of a request select.

    Raises:
        ApiRefusal: if that is more than can be selected by here.
    """
    if labels:
        raise ApiRefusal(400, "BadRequest", f"labelSelector {labels!r} cannot be served")
    terms = tuple(_terms(fields))
    if not terms:
        return WatchSelection(namespace)
    return WatchSelection(namespace, terms)


def _terms(fields: str) -> Iterator[Term]:
    for condition in filter(None, fields.split(",")):
        left, sign, value = _parts(condition)
        if left not in _PATHS:
            raise ApiRefusal(400, "BadRequest", f"field label not supported: {left}")
        yield Term(tuple(left.split(".")), value, sign != "!=")


def _parts(condition: str) -> tuple[str, str, str]:
    for sign in ("!=", "==", "="):
        left, found, value = condition.partition(sign)
        if found:
            return left, sign, value
    raise ApiRefusal(400, "BadRequest", f"invalid field selector: {condition}")
