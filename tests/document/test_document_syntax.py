"""Syntax errors: where, and in plain words."""

import pytest

from schedcfg.document import DefectKind, parse


@pytest.mark.parametrize(
    ("text", "place", "plain", "own"),
    [
        ("a:\n\tb: 1\n", (2, 1), "tab", "found character that cannot start any token"),
        ("- name: *\n", (1, 9), "unquoted *", "did not find expected alphabetic or numeric character"),
        ("a: &\n", (1, 4), "unquoted &", "did not find expected alphabetic or numeric character"),
        ("a: b: c\n", (1, 5), "second `: `", "mapping values are not allowed in this context"),
        ("a:b\nc: 1\n", (2, 2), "space is missing after `a:`", "mapping values are not allowed"),
        ("a:b\r\nc: 1\r\n", (2, 2), "space is missing after `a:`", "mapping values are not allowed"),
        ("a: 1\nb:2\nc: 3\n", (2, 1), "space is missing after `b:`", "could not find expected ':'"),
        ("a: 1\n  b: 2\n", (2, 4), "indented more", "mapping values are not allowed"),
        ("a:\n  b: 1\n c: 2\n", (3, 2), "does not match the lines around it", "did not find expected key"),
        ("a: 1\n- b\n", (2, 1), "list item", "did not find expected key"),
        ("a: - b\n", (1, 4), "list cannot start", "block sequence entries are not allowed"),
        ("a: 'it's'\n", (1, 8), "after the closing quote", "did not find expected key"),
        ("a: 'x\nb: 1\n", (1, 4), "is not closed", "found unexpected end of stream"),
        ("a: [1, 2\nb: 3\n", (2, 2), "closing bracket", "did not find expected ',' or ']'"),
        ("a: {x: 1\n", (1, 4), "closing bracket", "did not find expected ',' or '}'"),
        ("a: @x\n", (1, 4), "start with @", "found character that cannot start any token"),
        ("a: {{ .V }}\nb: {{- if }}\n", (2, 6), "template", "did not find expected node content"),
        ("{{- if .x }}\na: 1\n{{- end }}\n", (1, 2), "template", "invalid character '{'"),
        ("a: |x\n  y\n", (1, 5), "line must end", "did not find expected comment or line break"),
        ('a: "\\d"\n', (1, 5), "unknown escape", "found unknown escape character"),
        ("a: 1\n...\nb: 2\n", (3, 1), "after the line `...`", "did not find expected <document start>"),
        ("a: \x07\n", (1, 4), "U+0007", "control characters are not allowed"),
        ("a: \ud800\n", (1, 4), "U+D800", "control characters are not allowed"),
        ("a: !x,y z\n", (1, 6), "starts a tag", "did not find expected whitespace or line break"),
        ("%x\n", (1, 3), "directive", "found unknown directive name"),
        (": 1\n", (1, 1), "key is missing", "did not find expected key"),
        ("a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> x\n", (2, 1), "conflict", "could not find expected ':'"),
        ("a: 1\n=======\nb: 2\n>>>>>>> x\n", (2, 1), "conflict", "could not find expected ':'"),
        ('{"a": 1,\n<<<<<<< HEAD\n"b": 1}', (2, 1), "conflict", "looking for beginning of object key string"),
        ('{\n  // why\n  "a": 1}', (2, 3), "no comments", "invalid character '/'"),
        ('{"a": 1\n"b": 2}', (2, 1), "comma is missing", "after object key:value pair"),
        ('{"a": [{} {}]}', (1, 11), "comma is missing", "after array element"),
        ("{'a': 1}", (1, 2), "single quotes", "looking for beginning of object key string"),
    ],
)
def test_a_syntax_error_is_explained(text, place, plain, own):
    error = parse(text).error
    assert error.kind is DefectKind.SYNTAX
    assert error.span.start[:2] == place
    assert error.span.end >= error.span.start
    assert plain in error.message
    assert own in error.message
    assert error.path == ()


def test_the_line_is_right_behind_odd_line_breaks():
    error = parse("a: 'x\u2028y'\r\nb: 1\rc: *\n").error
    assert error.span.start[:2] == (3, 4)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"a": [1, 2,]}', (1, 12)),
        ('{"a": 1,\n}', (1, 8)),
        ('{"a": [{"b": 1} ,\n\n  ]}', (1, 17)),
    ],
)
def test_a_comma_behind_the_last_item_of_json(text: str, place: tuple[int, int]) -> None:
    error = parse(text).error
    assert error is not None
    assert (error.span.start.line, error.span.start.column) == place
    assert "does not allow a comma after the last item" in error.message
    assert error.help == "Remove the comma."


@pytest.mark.parametrize("text", ['{"a": [1 2]}', '{"a": [1,,2]}'])
def test_other_commas_of_json(text: str) -> None:
    error = parse(text).error
    assert error is not None
    assert error.help != "Remove the comma."
