"""The plugin's arithmetic: figures of a Go program with the same integers, and what holds for all values."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from schedcfg.commands.probe.network_traffic.measurements import (
    is_valid,
    normalised,
    overflows,
    standings,
)
from schedcfg.document.golang.numbers import wrapped_int64

SMALLEST, LARGEST = -(2**63), 2**63 - 1


@pytest.mark.parametrize(
    ("values", "scores"),
    [
        # The documents.
        ([140_000, 200_000], [30, 0]),
        ([1_000_000, 1_200_000, 1_400_000], [29, 15, 0]),
        # The fork's own tests.
        ([1, 15, 10, 13], [94, 0, 34, 14]),
        ([1, 15, 15, 13], [94, 0, 0, 14]),
        # Printed by a Go program; products that overflow among them.
        ([12541068340, 43245063241], [71, 0]),
        ([96000000000000000, 240000000000000], [192, 100]),
        ([-9223372036854775808, 5], [100, 0]),
        ([-7, 3], [333, 0]),
        ([90000000000000000, 92233720368547758], [3, 0]),
        ([92233720368547759, 5], [199, 100]),
        ([9223372036854775807, 1, 4611686018427387903], [100, 100, 100]),
        ([184467440737095517, 1], [100, 100]),
    ],
)
def test_scores_are_those_of_go(values: list[int], scores: list[int]) -> None:
    assert normalised(values) == scores


def test_the_log_of_the_documents_is_taken_amid_the_normalisation() -> None:
    # It shows master-machine with 0 and node01 with 12541068340, then with 71: the first is scored already, as the
    # one with the most bytes, and the second is not yet. So master-machine's bytes lie where node01's score is 71.
    node01 = 12_541_068_340
    fitting = [
        most for most in range(41_800_000_000, 43_300_000_000, 1_000_003) if normalised([most, node01]) == [0, 71]
    ]
    assert min(fitting) > node01 * 100 // 30
    assert max(fitting) <= node01 * 100 // 29
    # Had the 0 been its bytes, node01 would have got 0.
    assert normalised([0, node01]) == [100, 0]


@pytest.mark.parametrize("values", [[], [0], [0, 0], [-1, 0], [SMALLEST]])
def test_go_divides_by_zero_where_nothing_is_above_it(values: list[int]) -> None:
    assert normalised(values) is None
    assert standings({str(index): value for index, value in enumerate(values)}) == {}


def test_equal_scores_share_a_rank() -> None:
    found = standings({"a": 15, "b": 1, "c": 15, "d": 13})
    assert {name: one.rank for name, one in found.items()} == {"b": 1, "d": 2, "a": 3, "c": 3}


sizes = some.integers(0, LARGEST // 100)


@given(some.lists(sizes, min_size=1, max_size=30))
def test_scores_are_within_bounds_and_turn_the_order_round(values: list[int]) -> None:
    scores = normalised(values)
    if max(values) == 0:
        assert scores is None
        return
    assert scores is not None
    assert all(map(is_valid, scores))
    assert scores[values.index(max(values))] == 0
    ordered = [score for _, score in sorted(zip(values, scores, strict=True))]
    assert all(more >= less for more, less in pairwise(ordered))


@given(some.integers(SMALLEST, LARGEST))
def test_products_are_cut_down_to_64_bits(value: int) -> None:
    product = wrapped_int64(value * 100)
    assert SMALLEST <= product <= LARGEST
    assert (product - value * 100) % 2**64 == 0
    assert overflows(value) == (product != value * 100)


@given(some.lists(some.integers(SMALLEST, LARGEST), min_size=1, max_size=10))
def test_no_value_is_too_odd(values: list[int]) -> None:
    scores = normalised(values)
    assert scores is None or all(SMALLEST <= score <= LARGEST for score in scores)


@given(some.lists(sizes, min_size=1, max_size=30))
def test_ranks_follow_scores(values: list[int]) -> None:
    found = list(standings({str(index): value for index, value in enumerate(values)}).values())
    for one in found:
        assert one.rank == 1 + sum(other.score > one.score for other in found)
