"""Label keys and values, as Kubernetes checks them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schedcfg.plugins.label_syntax import key_objection, value_objection

KEYS = ["a", "A.b_c-9", "example.com/a", "x" * 63, f"{'x.' * 126}x/a", "kubernetes.io/hostname", "1/1"]
NO_KEYS = ["", "/", "a/", "/a", "a/b/c", "-a", "a-", "a b", "ä", "Example.com/a", "x" * 64, f"{'x.' * 127}x/a"]
NO_KEYS += ["a\n", "a..b/c", "example.com\n/a"]
VALUES = ["", "a", "007", "A_b.c-d", "x" * 63]
NO_VALUES = ["-1", "+5", " ", "a/b", "x" * 64, "a\n", "_a"]


@pytest.mark.parametrize("text", KEYS)
def test_keys(text: str) -> None:
    assert key_objection(text) is None


@pytest.mark.parametrize("text", NO_KEYS)
def test_what_is_no_key(text: str) -> None:
    assert (key_objection(text) or "").partition("must ")[1]


@pytest.mark.parametrize("text", VALUES)
def test_values(text: str) -> None:
    assert value_objection(text) is None


@pytest.mark.parametrize("text", NO_VALUES)
def test_what_is_no_value(text: str) -> None:
    assert value_objection(text) is not None


@given(st.text(max_size=70))
def test_a_key_without_a_prefix_is_a_value_that_is_not_empty(text: str) -> None:
    if "/" not in text:
        assert (key_objection(text) is None) == (text != "" and value_objection(text) is None)
