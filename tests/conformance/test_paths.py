"""The fields that the real kube-scheduler names in a refusal are named, in its own words, in every release."""

import re
from collections import Counter
from typing import Any

import pytest
from judged import judged

from schedcfg import releases

UNKNOWN = re.compile(r'unknown field "([^"]+)"')
MERGED = re.compile(r"\.[eE]nabled(\[\d+\])?")
"""Upstream counts `enabled` in a list that it merged, we in the user's; once it writes a capital."""


def named(answer: dict[str, Any]) -> set[str]:
    """List the fields that an answer names; empty where it names none, or not by path (decoding, up to 1.22)."""
    if answer["outcome"] == "validation":
        return {error["field"] for error in answer["errors"]}
    if answer["outcome"] == "decode":
        return set(UNKNOWN.findall(answer["errors"][0]["message"]))
    return set()


def missing(answer: dict[str, Any], paths: frozenset[str]) -> set[str]:
    """Return the fields that none of our paths names, or leads into."""
    ours = tuple(f"{uncounted(path)}." for path in paths)
    return {
        field
        for field in named(answer)
        if not any(path.startswith((f"{uncounted(field)}.", f"{uncounted(field)}[")) for path in ours)
    }


def uncounted(path: str) -> str:
    return MERGED.sub(".enabled", path)


@pytest.mark.parametrize("recording", ["train.verdicts", "named.verdicts"])
def test_paths(recording: str) -> None:
    compared: Counter[str] = Counter()
    wrong: list[tuple[str, str, set[str]]] = []
    for one in judged(recording):
        if one.accepted or not named(one.answer):
            continue
        compared[one.release] += 1
        left_out = missing(one.answer, one.refused)
        if left_out:
            wrong.append((one.release, one.case, left_out))
    assert set(compared) == set(releases.names())
    assert sum(compared.values()) > 1500
    assert wrong == []


def test_the_comparison_can_fail() -> None:
    answer = {"outcome": "validation", "errors": [{"field": "profiles[0].plugins.score.enabled[7]"}]}
    assert missing(answer, frozenset({"profiles[0].plugins.score.enabled[0].name"})) == set()
    assert missing(answer, frozenset({"profiles[0].plugins.score", "profiles[1].plugins.score.enabled[7]"}))
    unknown = {"outcome": "decode", "errors": [{"message": 'unknown field "foo", unknown field "a.b"'}]}
    assert missing(unknown, frozenset({"profiles[0].foo", "a.b"})) == {"foo"}
