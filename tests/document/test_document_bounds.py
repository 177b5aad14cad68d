"""Texts made to blow up: the reader answers, and without recursion in C."""

import pytest

from schedcfg import limits
from schedcfg.document import DefectKind, parse


def laughs(levels):
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, levels)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        "- " * 200_000,
        "? " * 200_000,
        "x: " + "{a: " * 200_000,
        '{"a":' * 200_000,
        '{"a": ' + "[" * 5000,
    ],
    ids=["brackets", "dashes", "questions", "braces", "json objects", "json arrays"],
)
def test_deep_nesting(text):
    stream = parse(text)
    # JSON is read up to the depth at which Go stops; beyond, it is none.
    assert stream.error.kind is (DefectKind.SYNTAX if text.startswith("{") else DefectKind.TOO_DEEP)
    assert stream.documents == ()


@pytest.mark.parametrize("text", ["a: 1\n" * 99, "{" + ", ".join(['"a": 1'] * 99) + "}", "? {}\n" * 99])
def test_objections_end_where_a_text_is_refused_for_their_number(text, monkeypatch):
    monkeypatch.setattr(limits, "VALUES", limits.Bound("X", 20))
    assert len(parse(text).documents[0].defects) == 21


@pytest.mark.parametrize(("depth", "is_read"), [(100, True), (101, False)])
@pytest.mark.parametrize("opening", ["", "a: &b 1\n---\n", '{"a":'])
def test_a_hundred_levels_are_read(depth, is_read, opening):
    inner = depth - 1 if opening.startswith("{") else depth
    text = opening + "[" * inner + "]" * inner + ("}" if opening.startswith("{") else "")
    stream = parse(text)
    assert stream.error is None
    kinds = [defect.kind for defect in stream.documents[-1].defects]
    assert kinds == ([] if is_read else [DefectKind.TOO_DEEP])


@pytest.mark.parametrize(
    "text", ["a: 1\nb: " + "[" * 900 + "]" * 900, '{"a": 1, "b": ' + "[" * 9000 + "]" * 9000 + "}"]
)
def test_what_is_not_nested_that_deep_is_read(text):
    (document,) = parse(text).documents
    assert document.data["a"] == 1
    (defect,) = document.defects
    assert (defect.kind, defect.path[0]) == (DefectKind.TOO_DEEP, "b")


def test_aliases_and_merges_count_as_levels():
    chain = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 200))
    (document,) = parse(chain).documents
    assert [defect.kind for defect in document.defects] == [DefectKind.TOO_DEEP]
    merges = "a0: &a0 {x: 1}\n" + "".join(f"a{n}: &a{n} {{<<: *a{n - 1}}}\n" for n in range(1, 5000))
    assert parse(merges).error.kind is DefectKind.TOO_MANY_ALIASES


def test_a_billion_laughs():
    error = parse(laughs(12)).error
    assert error.kind is DefectKind.TOO_MANY_ALIASES
    assert "excessive aliasing" in error.message
    assert parse(laughs(3)).error is None


def test_merges_count_as_aliases():
    text = "a: &a {" + ", ".join(f"k{n}: {n}" for n in range(100)) + "}\n"
    text += "b: [" + ", ".join(["{<<: *a}"] * 100) + "]\n"
    assert parse(text).error is None
    doubling = "a0: &a0 {x: 1}\n" + "".join(f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}]}}\n" for n in range(1, 60))
    assert parse(doubling).error.kind is DefectKind.TOO_MANY_ALIASES


@pytest.mark.parametrize(
    "text",
    [
        "a: '" + "x" * 4_000_000,
        "{{" * 2_000_000,
        "a: b\n" + "{{" * 2_000_000,
        "a: b\n" + "<%" * 2_000_000 + ": x: y",
        '{"a": "' + "x" * 4_000_000,
        "#" * 4_000_000 + "\n*",
        "x" * 4_000_000 + ": 1",
        "a: [" + "?," * 1_000_000,
    ],
    ids=["quote", "template as json", "template", "erb", "json string", "comment", "long key", "questions"],
)
def test_large_broken_texts_have_an_error(text):
    # Which of both errors of a text is met first depends on the release of libyaml.
    assert parse(text).error.kind in {DefectKind.SYNTAX, DefectKind.TOO_DEEP}


def test_a_large_text_is_read():
    stream = parse("- {name: x, weight: 1}\n" * 20_000 + "# end\n")
    (document,) = stream.documents
    assert len(document.data) == 20_000
    assert document.locate((19_999, "weight")).value.start.line == 20_000
    assert [comment.text for comment in stream.comments] == ["end"]
