"""Which nodes a Pod may be on by its own wish: `nodeSelector`, and the required node affinity.

Upstream: `GetRequiredNodeAffinity` in `staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity`. The
scheduler decides about Pods; here it is asked where controllers look at it: which nodes a DaemonSet has Pods for, and
which volumes are reachable.
"""

from collections.abc import Mapping
from typing import Any

from schedcfg.document.golang.numbers import parse_int
from schedcfg.external.trial.api.store import Object
from schedcfg.sources.manifests.pod import at, fields, items, text


def is_selected(spec: Mapping[str, Any], node: Object) -> bool:
    """Return whether the `spec` of a Pod allows a node."""
    labels = fields(at(node, "metadata", "labels"))
    if any(labels.get(key) != value for key, value in fields(spec.get("nodeSelector")).items()):
        return False
    required = at(spec, "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
    return required is None or matches_selector(required, node)


def matches_selector(selector: object, node: Object) -> bool:
    """Return whether a `NodeSelector` allows a node: one of its terms does, and an empty term allows none."""
    return any(_matches_term(term, node) for term, _ in items(at(selector, "nodeSelectorTerms"), ()))


def _matches_term(term: Mapping[str, Any], node: Object) -> bool:
    expressions = [one for one, _ in items(term.get("matchExpressions"), ())]
    named = [one for one, _ in items(term.get("matchFields"), ())]
    if not expressions and not named:
        return False
    labels = fields(at(node, "metadata", "labels"))
    identity = {"metadata.name": at(node, "metadata", "name")}
    return all(matches_requirement(one, labels) for one in expressions) and all(
        matches_requirement(one, identity) for one in named
    )


def matches_requirement(requirement: Mapping[str, Any], labels: Mapping[str, object]) -> bool:
    """Return whether labels fulfill a requirement.

    Upstream: `Matches` in `staging/src/k8s.io/apimachinery/pkg/labels/selector.go`.
    """
    key, operator = text(requirement.get("key")), requirement.get("operator")
    values = requirement.get("values") or []
    there = labels.get(key)
    if operator in {"Exists", "DoesNotExist"}:
        return (key in labels) is (operator == "Exists")
    if operator in {"In", "NotIn"}:
        return (key in labels and there in values) is (operator == "In")
    own, bound = parse_int(text(there)), parse_int(text(next(iter(values), "")))
    if own is None or bound is None:
        return False
    return own > bound if operator == "Gt" else operator == "Lt" and own < bound


def matches_labels(selector: object, labels: Mapping[str, object]) -> bool:
    """Return whether a `LabelSelector` selects labels; an empty one selects everything, and None nothing."""
    if not isinstance(selector, dict):
        return False
    matched = fields(selector.get("matchLabels"))
    return all(labels.get(key) == value for key, value in matched.items()) and all(
        matches_requirement(one, labels) for one, _ in items(selector.get("matchExpressions"), ())
    )
