"""The scalar table: what yaml.v2 makes of a text, and what the detour through JSON leaves of it."""

import math

import pytest

from schedcfg.document import DefectKind, parse, scalars


def test_a_plain_scalar_is_read_as_go_reads_it(subtests: pytest.Subtests) -> None:
    for text, value in [
        *((word, True) for word in ("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON")),
        *((word, False) for word in ("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "OFF")),
        *((word, None) for word in ("", "~", "null", "Null", "NULL")),
        *((word, word) for word in ("yEs", "tRue", "nULL", "<<", "=", "-", "+", ".", "..", "--5", "0x", "0b2")),
        ("0", 0),
        ("010", 8),
        ("0o17", 15),
        ("0O17", 15),
        ("0x10", 16),
        ("0X1f", 31),
        ("0b11", 3),
        ("-0b11", -3),
        ("+5", 5),
        ("-0", 0),
        ("1_000", 1000),
        ("0x_1f", 31),
        ("1__0", 10),
        ("+0x1F", 31),
        ("00", 0),
        ("9223372036854775807", 2**63 - 1),
        ("-9223372036854775808", -(2**63)),
        ("18446744073709551615", 2**64 - 1),
        ("08", 8.0),
        ("+18446744073709551615", 18446744073709551615.0),
        ("18446744073709551616", 2.0**64),
        ("1.5", 1.5),
        (".5", 0.5),
        ("-.5", -0.5),
        ("1.", 1.0),
        ("1e3", 1000.0),
        ("1_0.5", 10.5),
        (".5_0", 0.5),
        (".5_", ".5_"),
        ("._5", "._5"),
        ("1e400", "1e400"),
        ("1.5.2", "1.5.2"),
        ("1:30", "1:30"),
        ("1e", "1e"),
        ("2020-01-01", "2020-01-01"),
        ("2001-12-14t21:59:43.10-05:00", "2001-12-14t21:59:43.10-05:00"),
        ("0x" + "f" * 17, "0x" + "f" * 17),
        ("1" * 5000, "1" * 5000),
        ("٣", "٣"),
        ("15s", "15s"),
        (".inf", math.inf),
        ("-.Inf", -math.inf),
    ]:
        with subtests.test(text=text, value=value):
            found = scalars.plain(text)
            assert found == value
            assert type(found) is type(value)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("16.0", 16), ("3.0", 3), ("1e1", 10), ("1e20", 10**20), ("1e21", 1e21), ("1.5", 1.5), ("1e-7", 1e-7),
        ("18446744073709551616", 18446744073709552000), ("-0.0", 0), ("1_0", 10),
    ],
)  # fmt: skip
def test_json_leaves_no_fraction_that_go_does_not_print(written, value):
    (document,) = parse(f"a: {written}\n").documents
    assert document.data == {"a": value}
    assert type(document.data["a"]) is type(value)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("!!int '0x10'", 16), ('!!int "5"', 5), ("!!float 3", 3), ("!!float '1.5'", 1.5),
        ("!!bool 'yes'", True),
        ("!!null ''", None), ("!!str 5", "5"), ("!!str", ""), ("!foo 5", "5"), ("! 5", "5"), ("! '5'", "5"),
        ("!!binary aGVsbG8=", "hello"), ("!!binary /+8=", "\ufffd\ufffd"),
        ("!!timestamp 2001-01-01", "2001-01-01"),
        ("!!timestamp 2001-12-14 21:59:43.1", "2001-12-14 21:59:43.1"), ("!!set {b}", {"b": None}),
        ("!foo [1]", [1]),
        ("!<tag:yaml.org,2002:int> 7", 7),
    ],
)  # fmt: skip
def test_an_explicit_tag_rules(written, value):
    (document,) = parse(f"a: {written}\n").documents
    assert document.defects == ()
    assert document.data == {"a": value}
    assert type(document.data["a"]) is type(value)


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("!!int 5.5", "cannot decode !!float `5.5` as a !!int"),
        ("!!int 2001-01-01", "cannot decode !!str `2001-01-01` as a !!int"),
        ("!!bool 1", "cannot decode !!int `1` as a !!bool"),
        ("!!null x", "cannot decode !!str `x` as a !!null"),
        ("!!float 18446744073709551615", "cannot decode !!int `18446744073709551615` as a !!float"),
        ("!!timestamp 2001-02-30", "cannot decode !!str `2001-02-30` as a !!timestamp"),
        ("!!binary x", "!!binary value contains invalid base64 data"),
    ],
)
def test_a_tag_that_does_not_fit_is_a_defect(written, words):
    (document,) = parse(f"a: {written}\n").documents
    (defect,) = document.defects
    assert defect.kind is DefectKind.BAD_TAG
    assert words in defect.message
    assert defect.path == ("a",)
    assert defect.span.start.column == 4


@pytest.mark.parametrize(("written", "name"), [(".nan", "NaN"), (".inf", "+Inf"), ("-.INF", "-Inf")])
def test_json_carries_no_infinite_numbers(written, name):
    (document,) = parse(f"a: [1, {written}]\n").documents
    (defect,) = document.defects
    assert defect.kind is DefectKind.UNSUPPORTED_VALUE
    assert f"json: unsupported value: {name}" in defect.message
    assert defect.path == ("a", 1)


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("yes", "true"), ("off", "false"), ("0x10", "16"), ("1.5", "1.5"), ("1e6", "1e+06"),
        ("123456.0", "123456"),
        ("1234567.5", "1.2345675e+06"), ("0.0001", "0.0001"), ("0.00001", "1e-05"), ("1e39", ".inf"),
        (".nan", ".nan"),
        ("-.inf", "-.inf"), ("16777217.0", "1.6777216e+07"), ("'yes'", "yes"), ("2001-01-01", "2001-01-01"),
    ],
)  # fmt: skip
def test_a_key_becomes_text(written, key):
    (document,) = parse(f"{written}: x\n").documents
    assert document.data == {key: "x"}
    assert document.defects == ()


def test_the_memory_of_plain_scalars_is_bounded():
    memory = scalars.PLAIN_AS_JSON
    for number in range(10_000):
        assert memory[f"x{number}"] == f"x{number}"
    assert memory["9" * 65] == float("9" * 65)
    assert len(memory) <= 4096
    assert "9" * 65 not in memory
