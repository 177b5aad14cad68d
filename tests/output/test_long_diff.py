"""Diffs of long texts: as right as those of short ones, in time that grows with their lines."""

import difflib
from random import Random
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schedcfg.output import unified_diff
from schedcfg.output.unified_diff import LongMatcher


def lines_of(random: Random, number: int, kinds: int) -> list[str]:
    return [f"{random.randrange(kinds)}\n" for _ in range(number)]


@settings(max_examples=60)
@given(st.integers(0, 2**32 - 1), st.sampled_from([1, 3, 20, 5000]), st.sampled_from([0, 1, 20, 400]))
def test_what_matches_and_what_differs_make_both_texts(seed: int, kinds: int, number: int) -> None:
    random = Random(seed)
    before = lines_of(random, number, kinds)
    after = list(before)
    for _ in range(random.choice([0, 1, 9])):
        at = random.randrange(len(after) + 1)
        after[at : at + random.choice([0, 1, 130])] = lines_of(random, random.choice([0, 1, 130]), kinds)
    one, other = [], []
    for tag, start, end, new_start, new_end in LongMatcher(before, after).get_opcodes():
        one += before[start:end]
        other += after[new_start:new_end]
        assert (tag == "equal") == (before[start:end] == after[new_start:new_end])
    assert (one, other) == (before, after)


@pytest.mark.parametrize("number", [1, 40])
def test_a_long_text_has_the_diff_of_a_short_one(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    before = [f"- name: P{one}\n" for one in range(300)]
    after = list(before)
    for one in range(number):
        after[7 * one : 7 * one + 2] = [f"- weight: {one}\n"]
    texts = "".join(before)[:-1], "".join(after) + "end"

    def diffs() -> list[str]:
        return [
            *unified_diff.render("a.yaml", *texts, coloured=False),
            *unified_diff.render("a.yaml", None, texts[1], coloured=False),
        ]

    short = diffs()
    monkeypatch.setattr(unified_diff, "_MANY", 100)
    assert diffs() == short


def test_lines_that_are_there_many_times_are_not_all_compared() -> None:
    """`difflib` goes through all of one text for each difference."""
    before = [f"# {number % 10}\n" for number in range(3000)]
    after = [line for number, line in enumerate(before) if number % 101]
    searching = difflib.SequenceMatcher.find_longest_match
    with mock.patch.object(
        difflib.SequenceMatcher, "find_longest_match", autospec=True, side_effect=searching
    ) as calls:
        LongMatcher(before, after).get_opcodes()
    assert sum(call.args[2] - call.args[1] for call in calls.call_args_list) < len(before)
