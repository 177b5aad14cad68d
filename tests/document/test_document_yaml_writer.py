"""What is written as YAML is read back by Kubernetes' rules as it was."""

import json

from hypothesis import given
from hypothesis import strategies as st

from schedcfg.document import parse, yaml_writer

WORDS = (  # each is something else than text to YAML 1.1 or to Go
    "yes",
    "no",
    "on",
    "off",
    "y",
    "n",
    "Null",
    "~",
    "",
    "1e3",
    "0x10",
    "0o17",
    "017",
    "1_000",
    "1:30",
    ".5",
    "+1",
    "=",
)
TEXTS = st.one_of(
    st.sampled_from(WORDS), st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=12)
)
DATA = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**53), 2**53), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXTS, inner, max_size=4)),
    max_leaves=12,
)


@given(st.dictionaries(TEXTS, DATA, max_size=5))
def test_read_back(data: dict[str, object]) -> None:
    (document,) = parse(yaml_writer.write(data)).documents
    assert not document.defects
    assert document.data == json.loads(json.dumps(data))


def test_keys_are_sorted_and_lists_not_indented() -> None:
    assert yaml_writer.write({"b": [{"d": 1, "c": "yes"}], "a": ""}) == 'a: ""\nb:\n- c: "yes"\n  d: 1\n'


def test_what_is_shared_is_written_out() -> None:
    shared = {"x": 1}
    assert yaml_writer.write({"a": shared, "b": shared}) == "a:\n  x: 1\nb:\n  x: 1\n"
