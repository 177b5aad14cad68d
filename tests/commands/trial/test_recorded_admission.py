"""What real API servers made of Pods and claims, and what is made of them here: the same."""

import json
from pathlib import Path
from typing import Any

import pytest

from schedcfg.document.golang.numbers import canonical
from schedcfg.errors import SchedcfgError
from tests.commands.trial.admission_cases import CASES, CLUSTER
from tests.commands.trial.worlds import Object, pod, read

RECORDED = Path(__file__).with_name("recorded")
DROPPED = frozenset({"matchLabelKeys", "mismatchLabelKeys"})
"""Fields that an API server drops where they are gated: no scheduler of such a release looks at them."""


def recorded(release: str) -> dict[str, Object | None]:
    """Return what a release made of each case; None for what it refused."""
    answers: dict[str, Object | None] = json.loads((RECORDED / f"admission-{release}.json").read_text(encoding="utf-8"))
    return answers


def comparable(data: Any) -> Any:
    """Return data with amounts as Kubernetes writes them."""
    if isinstance(data, dict):
        return {
            key: comparable(value) for key, value in data.items() if value not in ({}, [], None) and key not in DROPPED
        }
    if isinstance(data, list):
        return [comparable(item) for item in data]
    try:
        return canonical(str(data)) if isinstance(data, str | int) and not isinstance(data, bool) else data
    except ValueError:
        return data


def here(folder: Path, case: Object, release: str) -> Object | None:
    """Return what is made of a case here; None for what is refused."""
    others = [] if case["kind"] == "Pod" else [pod("any")]
    try:
        given = read(folder, *CLUSTER, case, *others, release=release)
    except SchedcfgError:
        return None
    every = (*given.cluster.objects, *given.cluster.pods)
    (found,) = [
        one for one in every if (one["kind"], one["metadata"]["name"]) == (case["kind"], case["metadata"]["name"])
    ]
    return found


def differing(mine: Any, real: Any, path: str = "") -> list[str]:
    """Return where what is here differs from what an API server made; what it fills in besides does not matter."""
    if isinstance(mine, dict) and isinstance(real, dict):
        return [found for key, value in mine.items() for found in differing(value, real.get(key), f"{path}.{key}")]
    if isinstance(mine, list) and isinstance(real, list) and len(mine) == len(real):
        return [
            found for index, value in enumerate(mine) for found in differing(value, real[index], f"{path}[{index}]")
        ]
    return [] if mine == real else [f"{path}: {mine} here, {real} there"]


DECIDING = (
    "priority",
    "priorityClassName",
    "preemptionPolicy",
    "tolerations",
    "nodeSelector",
    "overhead",
    "schedulerName",
)


@pytest.mark.parametrize("release", ["1.29", "1.37"])
def test_the_same_is_admitted(tmp_path: Path, release: str, subtests: pytest.Subtests) -> None:
    answers = recorded(release)
    assert answers.keys() == {case["metadata"]["name"] for case in CASES}
    assert None in answers.values()
    for case in CASES:
        name = case["metadata"]["name"]
        with subtests.test(name):
            real, mine = answers[name], here(tmp_path, case, release)
            assert (mine is None) is (real is None)
            if mine is not None and real is not None:
                spec, there = comparable(mine["spec"]), comparable(real["spec"])
                if "resources" not in there and case["kind"] == "Pod":
                    spec.pop("resources", None)
                assert differing(spec, there) == []
                assert {key: there[key] for key in DECIDING if key in there} == {
                    key: spec[key] for key in DECIDING if key in spec
                }
                assert differing(comparable(mine.get("status", {})), comparable(real.get("status", {}))) == []
