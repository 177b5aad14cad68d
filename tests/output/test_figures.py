"""Figures and names are short."""

import pytest

from schedcfg.output.figures import name, size, time


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0 B"),
        (0.25, "0.2 B"),
        (999, "999 B"),
        (1_000, "1.0 kB"),
        (999_949, "999.9 kB"),
        (999_950, "1.0 MB"),
        (1_400_000, "1.4 MB"),
        (-1_400_000, "-1.4 MB"),
        (2**63, "9.2 EB"),
        (1e25, "10,000,000.0 EB"),
        (float("nan"), "NaN"),
        (float("-inf"), "-Inf"),
    ],
)
def test_sizes(number: float, text: str) -> None:
    assert size(number) == text


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [(0.84, "0.8 ms"), (12.3, "12 ms"), (999.4, "999 ms"), (999.6, "1 s"), (1_500, "1.5 s"), (30_000, "30 s")],
)
def test_times(milliseconds: float, text: str) -> None:
    assert time(milliseconds) == text


def test_names_that_take_more_columns_than_letters() -> None:
    assert name("结点" * 20, 10) == "结点结点…"
    assert name("node-1", 6) == "node-1"
    assert name("node-12", 6) == "node-…"
