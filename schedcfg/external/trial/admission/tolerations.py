"""Tolerations: which taints they match, and how two lists of them become one."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from schedcfg.document.golang.numbers import parse_int

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
