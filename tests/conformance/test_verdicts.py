"""What the real kube-scheduler accepted is accepted, and what it refused is refused, in every release."""

import tomllib
from collections import Counter
from functools import cache
from typing import Any

import pytest
from judged import Judged, judge, judged
from recordings import HERE, read

from schedcfg import Role, releases

KNOWN: dict[str, Any] = tomllib.loads((HERE / "known_differences.toml").read_text(encoding="utf-8"))


@cache
def known(recording: str) -> dict[str, set[str]]:
    """Case → the releases in which it is known to differ."""
    return {case: set(entry["releases"]) for case, entry in KNOWN.get(recording, {}).items()}


def differs(one: Judged) -> bool:
    return one.accepted != (one.answer["outcome"] == "ok")


@pytest.mark.parametrize("recording", ["train.verdicts", "named.verdicts"])
def test_verdicts(recording: str) -> None:
    asked: Counter[str] = Counter()
    wrong: list[tuple[str, str]] = []
    mended: list[tuple[str, str]] = []
    for one in judged(recording):
        asked[one.release] += 1
        listed = one.release in known(recording).get(one.case, set())
        if differs(one) and not listed:
            wrong.append((one.release, one.case))
        elif listed and not differs(one):
            mended.append((one.release, one.case))
    assert set(asked) == set(releases.names())
    assert wrong == []
    assert mended == [], "take them off the list"


def test_policies() -> None:
    wrong = [
        (one.release, one.case)
        for one in judged("policies-train", "policy", Role.POLICY)
        if differs(one) and one.release not in known("policies-train").get(one.case, set())
    ]
    assert wrong == []


def test_every_known_difference_says_why() -> None:
    for recording in KNOWN.values():
        for case, entry in recording.items():
            assert len(entry["reason"]) > 20, case


def test_the_comparison_can_fail() -> None:
    case = next(iter(read("named.verdicts")))
    flipped = type(case)(case.id, case.tags, "not a configuration", case.answers)
    release = next(name for name, answer in case.answers.items() if answer["outcome"] == "ok")
    assert differs(judge(flipped, release, Role.CONFIG))
