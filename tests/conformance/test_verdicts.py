"""What the real kube-scheduler accepted is accepted, and what it refused is refused, in every release."""

import tomllib
from collections import Counter
from functools import cache
from typing import Any

import pytest
from recordings import HERE, read

from schedcfg import IN_TREE_ONLY, Role, Verdict, releases, validate

KNOWN: dict[str, Any] = tomllib.loads((HERE / "known_differences.toml").read_text(encoding="utf-8"))
CONFIGURATIONS = ("train.verdicts", "named.verdicts")


def differs(case: Any, release: str, role: Role) -> bool:
    report = validate(case.text, release, world=IN_TREE_ONLY, role=role)
    return (report.verdict is Verdict.ACCEPTED) != (case.answers[release]["outcome"] == "ok")


@cache
def known(recording: str) -> dict[str, set[str]]:
    """Case → the releases in which it is known to differ."""
    return {case: set(entry["releases"]) for case, entry in KNOWN.get(recording, {}).items()}


@pytest.mark.parametrize("recording", CONFIGURATIONS)
def test_verdicts(recording: str) -> None:
    asked: Counter[str] = Counter()
    wrong: list[tuple[str, str]] = []
    mended: list[tuple[str, str]] = []
    for case in read(recording):
        listed = known(recording).get(case.id, set())
        for release in case.answers:
            asked[release] += 1
            if differs(case, release, Role.CONFIG):
                if release not in listed:
                    wrong.append((release, case.id))
            elif release in listed:
                mended.append((release, case.id))
    assert set(asked) == set(releases.names())
    assert wrong == []
    assert mended == [], "take them off the list"


def test_policies() -> None:
    wrong = [
        (release, case.id)
        for case in read("policies-train", "policy")
        for release in case.answers
        if differs(case, release, Role.POLICY) and release not in known("policies-train").get(case.id, set())
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
    assert differs(flipped, release, Role.CONFIG)
