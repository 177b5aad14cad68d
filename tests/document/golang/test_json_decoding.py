"""Answers become what Go's encoding/json makes of them: recorded from Go, with the extender API's own types."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schedcfg.commands.probe.extender import wire
from schedcfg.document.golang.json_decoding import DecodedValue, GoType, decode
from schedcfg.document.golang.json_scanner import TooDeep, read_first_value
from tests.commands.probe.extender_server import recorded

TYPES: dict[str, GoType] = {
    "filter": wire.FILTER_RESULT,
    "prioritize": wire.HOST_PRIORITY_LIST,
    "preempt": wire.PREEMPTION_RESULT,
    "bind": wire.BINDING_RESULT,
}
RECORDED = list(recorded("extender-decoding.ndjson"))


def without_zeros(value: Any) -> Any:
    """Drop what Go has where nothing was given: it cannot be reported from what was given as such."""
    if isinstance(value, dict):
        kept = {key: without_zeros(item) for key, item in value.items()}
        return {key: item for key, item in kept.items() if item not in (None, "", 0, "0", [], {}, {"Port": 0})}
    return [without_zeros(item) for item in value] if isinstance(value, list) else value


def raw_of(record: dict[str, str]) -> bytes:
    return bytes.fromhex(record["hex"]) if "hex" in record else record["raw"].encode()


def test_decodes_as_go_does(subtests: pytest.Subtests) -> None:
    for record in RECORDED:
        with subtests.test(record=record):
            found = decode(raw_of(record), TYPES[record["verb"]])
            if record.get("error", "").startswith("parsing time"):
                # Go tells which part of the time it stumbled over; that it did is enough.
                assert found.objection.startswith("parsing time")
                continue
            assert found.objection == record.get("error", "")
            if "value" in record:
                assert (without_zeros(found.value) or None) == (record["value"] or None)


def test_the_records_hold_refusals_and_values() -> None:
    refused = sum("error" in record for record in RECORDED)
    assert refused > 100
    assert len(RECORDED) - refused > 50


def test_deeper_than_go_reads_is_refused_in_its_words() -> None:
    raw = b'{"x":' + b"[" * 10_000 + b"]" * 10_000 + b"}"
    assert decode(raw, wire.FILTER_RESULT).objection == "invalid character '[' exceeded max depth"


def test_what_go_reads_but_python_does_not_is_reported_apart() -> None:
    for depth in (500, 900, 9_000):
        for begin, end in ((b"[", b"]"), (b'{"x":', b"}")):
            with pytest.raises(TooDeep):
                decode(b'{"x":' + begin * depth + b"1" + end * depth + b"}", wire.FILTER_RESULT)
            nested = b'{"x":' + begin * 499 + b"1" + end * 499 + b"}"
            assert decode(nested, wire.FILTER_RESULT).objection == ""


def test_what_follows_the_first_value_is_kept_apart() -> None:
    assert decode(b'{"Error":"a"} {"Error":"b"}', wire.BINDING_RESULT) == DecodedValue(
        {"Error": "a"}, rest='{"Error":"b"}'
    )


WORDS = st.sampled_from(
    [
        "NodeNames",
        "nodenames",
        "Nodes",
        "items",
        "metadata",
        "Host",
        "score",
        "Error",
        "FailedNodes",
        "Pods",
        "UID",
        "a",
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(WORDS | st.text(), inner),
)


@given(JSON, st.sampled_from(sorted(TYPES)))
def test_any_json_becomes_a_value_or_gos_words(value: object, verb: str) -> None:
    raw = json.dumps(value).encode()
    found = decode(raw, TYPES[verb])
    if found.objection:
        assert found.objection.startswith(("json: ", "invalid character ", "quantities ", "parsing time "))
    else:
        assert found.rest == ""
        assert found.value is None or isinstance(found.value, dict | list)


@given(st.binary(max_size=60), st.sampled_from(sorted(TYPES)))
def test_any_bytes_become_a_value_or_gos_words(raw: bytes, verb: str) -> None:
    found = decode(raw, TYPES[verb])
    assert found.objection or found.value is None or isinstance(found.value, dict | list)


@pytest.mark.parametrize(("text", "rest"), [("7e3e", "e"), ("7.8.", "."), ("1E+2.5", ".5")])
def test_a_number_ends_where_go_ends_it(text: str, rest: str) -> None:
    assert read_first_value(text.encode()).rest == rest


@given(st.text(alphabet='{}[]",:0123456789.eE+-truefalsn \\u\n', max_size=30))
def test_what_python_reads_go_reads_too(text: str) -> None:
    # `Error` of a binding takes a text only, so that values show; syntax decides alone otherwise.
    objection = decode(text.encode(), wire.BINDING_RESULT).objection
    try:
        json.loads(text)
    except ValueError:
        return
    assert not objection.startswith(("invalid character", "unexpected EOF", "EOF"))
