"""Diffs of long texts: as right as those of short ones, in time that grows with their lines."""

import difflib
from random import Random
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schedcfg.output import unified_diff
from schedcfg.output.unified_diff import grouped_opcodes


def lines_of(random: Random, number: int, kinds: int) -> list[str]:
    return [f"{random.randrange(kinds)}\n" for _ in range(number)]


@settings(max_examples=60)
@given(st.integers(0, 2**32 - 1), st.sampled_from([1, 3, 20, 5000]), st.sampled_from([0, 1, 20, 400]))
def test_what_is_around_changes_is_in_both_texts(seed: int, kinds: int, number: int) -> None:
    random = Random(seed)
    before = lines_of(random, number, kinds)
    after = list(before)
    for _ in range(random.choice([0, 1, 9])):
        at = random.randrange(len(after) + 1)
        after[at : at + random.choice([0, 1, 13])] = lines_of(random, random.choice([0, 1, 13]), kinds)
    with mock.patch.object(unified_diff, "_MANY", 15):
        groups = list(grouped_opcodes(before, after))
    made, place = [], 0
    for tag, start, end, new_start, new_end in (opcode for group in groups for opcode in group):
        assert (tag == "equal") == (before[start:end] == after[new_start:new_end])
        made += [*before[place:start], *after[new_start:new_end]]
        place = end
    assert [*made, *before[place:]] == after


@pytest.mark.parametrize("first", [0, 1, 7, 290, 298])
def test_a_long_text_with_one_change_has_the_diff_of_a_short_one(monkeypatch: pytest.MonkeyPatch, first: int) -> None:
    before = [f"- name: P{one}\n" for one in range(300)]
    after = [*before[:first], "- weight: 1\n", *before[first + 2 :]]

    def diffs() -> list[list[str]]:
        # A new file is as long as that.
        return [
            list(unified_diff.render("a.yaml", old, "".join(after), colored=False)) for old in ("".join(before), None)
        ]

    short = diffs()
    monkeypatch.setattr(unified_diff, "_MANY", 299)
    assert diffs() == short


def test_of_a_long_text_only_what_is_between_its_changes_is_compared() -> None:
    """`difflib` goes through all of one text for each difference."""
    before = ["# x\n"] * 100_000
    after = [*before[:50_000], "# y\n", *before[50_000:]]
    searching = difflib.SequenceMatcher.find_longest_match
    with mock.patch.object(
        difflib.SequenceMatcher, "find_longest_match", autospec=True, side_effect=searching
    ) as calls:
        (group,) = grouped_opcodes(before, after)
    assert [tag for tag, *_ in group] == ["equal", "insert", "equal"]
    assert sum(call.args[2] - call.args[1] for call in calls.call_args_list) < 20
