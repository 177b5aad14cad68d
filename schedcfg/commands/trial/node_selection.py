"""Which nodes a Pod may be on: by its `nodeSelector`, its required node affinity, and its tolerations.

Upstream: `GetRequiredNodeAffinity` in `staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity`. The
scheduler decides about Pods; here it is asked where controllers look at it: which nodes a DaemonSet has Pods for, and
which volumes are reachable.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from schedcfg.commands.trial.api.store import Object
from schedcfg.document.golang.numbers import parse_int
from schedcfg.sources.manifests.pod import at, entries, fields, text


def is_selected(spec: Mapping[str, Any], node: Object) -> bool:
    """Return whether the `spec` of a Pod allows a node."""
    labels = fields(at(node, "metadata", "labels"))
    if any(labels.get(key) != value for key, value in fields(spec.get("nodeSelector")).items()):
        return False
    required = at(spec, "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
    return required is None or matches_selector(required, node)


def matches_selector(selector: object, node: Object) -> bool:
    """Return whether a `NodeSelector` allows a node: one of its terms does, and an empty term allows none."""
    return any(_matches_term(term, node) for term in entries(at(selector, "nodeSelectorTerms")))


def _matches_term(term: Mapping[str, Any], node: Object) -> bool:
    expressions = list(entries(term.get("matchExpressions")))
    named = list(entries(term.get("matchFields")))
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
        matches_requirement(one, labels) for one in entries(selector.get("matchExpressions"))
    )


Toleration = Mapping[str, Any]


def tolerates(toleration: Toleration, taint: Mapping[str, Any]) -> bool:
    """Return whether a toleration matches a taint.

    Upstream: `ToleratesTaint` in `staging/src/k8s.io/api/core/v1/toleration.go`.
    """
    effect, key = toleration.get("effect"), toleration.get("key")
    if (effect and effect != taint.get("effect")) or (key and key != taint.get("key")):
        return False
    operator, value = toleration.get("operator") or "Equal", toleration.get("value", "")
    if operator in {"Lt", "Gt"}:
        wanted, there = parse_int(str(value)), parse_int(str(taint.get("value", "")))
        is_comparable = wanted is not None and there is not None
        return is_comparable and (there < wanted if operator == "Lt" else there > wanted)  # type: ignore[operator]
    return operator == "Exists" or (operator == "Equal" and value == taint.get("value", ""))


def has_untolerated(taints: Iterable[Mapping[str, Any]], tolerations: Sequence[Toleration], *effects: str) -> bool:
    """Return whether one of the taints with some effects is not tolerated.

    Upstream: `FindMatchingUntoleratedTaint` in `staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.go`.
    """
    return any(
        taint.get("effect") in effects and not any(tolerates(one, taint) for one in tolerations) for taint in taints
    )


def merged_tolerations(first: Sequence[Toleration], second: Sequence[Toleration]) -> list[Toleration]:
    """Return the tolerations of both lists, without those that another one includes.

    Upstream: `MergeTolerations` in `pkg/util/tolerations/tolerations.go`.
    """
    every = [*first, *second]
    merged: list[Toleration] = []
    for number, one in enumerate(every):
        is_included = any(_includes(other, one) for other in merged)
        if not is_included and not any(other != one and _includes(other, one) for other in every[number + 1 :]):
            merged.append(one)
    return merged


def _includes(wide: Toleration, narrow: Toleration) -> bool:
    """Return whether a toleration matches at least what another one does. Upstream: `isSuperset`."""
    if wide == narrow:
        return True
    is_any = not wide.get("key") and wide.get("operator") == "Exists"
    if wide.get("key") != narrow.get("key") and not is_any:
        return False
    if wide.get("effect", "") not in {"", narrow.get("effect")}:
        return False
    seconds = wide.get("tolerationSeconds")
    if wide.get("effect") == "NoExecute" and seconds is not None:
        own = narrow.get("tolerationSeconds")
        if own is None or own > seconds:
            return False
    if wide.get("operator", "Equal") != "Equal":
        return wide.get("operator") == "Exists"
    return narrow.get("operator") == "Equal" and wide.get("value") == narrow.get("value")
