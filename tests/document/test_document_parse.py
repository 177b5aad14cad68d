"""`parse`: documents, data and defects."""

import pytest

from schedcfg.document import DefectKind, parse


def only(text):
    stream = parse(text)
    assert stream.error is None
    (document,) = stream.documents
    return document


def kinds(text):
    return [defect.kind for defect in only(text).defects]


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n", "\ufeff", "\ufeff# x\n", "  \n\n"])
def test_a_text_without_content_has_no_documents(text):
    stream = parse(text)
    assert stream.documents == ()
    assert stream.error is None


@pytest.mark.parametrize(
    ("text", "data", "lines"),
    [
        ("a: 1\n---\nb: 2\n", [{"a": 1}, {"b": 2}], [1, 3]),
        ("---\na: 1\n", [{"a": 1}], [2]),
        ("# x\n\n---\n# y\n\na: 1\n...\n---\n- b\n", [{"a": 1}, ["b"]], [6, 9]),
        ("---\n---\na: 1\n", [None, {"a": 1}], [1, 3]),
        ("---\n# x\n", [None], [1]),
        ("--- word\n", ["word"], [1]),
        ("a: 1\n---\n", [{"a": 1}, None], [1, 2]),
        ("\ufeffa: 1\r\n---\r\nb: 2\r\n", [{"a": 1}, {"b": 2}], [1, 3]),
        ("%YAML 1.1\n---\na: 1\n", [{"a": 1}], [3]),
    ],
)
def test_documents(text, data, lines):
    stream = parse(text)
    assert stream.error is None
    assert [document.data for document in stream.documents] == data
    assert [document.line for document in stream.documents] == lines
    assert [document.index for document in stream.documents] == list(range(len(data)))


@pytest.mark.parametrize("rest", ["*", "a: b: c\n", "'", "a: [\n", "a: \x07\n", "a: !x,y z\n"])
def test_an_error_in_a_later_document_keeps_the_earlier_ones(rest):
    stream = parse("a: 1\n---\nb: 2\n---\n" + rest)
    assert [document.data for document in stream.documents] == [{"a": 1}, {"b": 2}]
    assert stream.error.kind is DefectKind.SYNTAX
    assert stream.error.span.start.line == 5
    assert stream.documents[1].locate(("b",)).value.start.line == 3


def test_a_document_with_a_forbidden_character_is_not_kept():
    stream = parse("---\na: 1\nb: \x07\n")
    assert stream.documents == ()
    assert stream.error.span.start[:2] == (3, 4)


def test_duplicate_keys_each_have_a_defect_and_the_last_value_counts():
    document = only("a: 1\nb:\n- {x: 1, x: 2}\na: 2\na:\n")
    assert document.data == {"a": None, "b": [{"x": 2}]}
    assert [(defect.kind, defect.path, defect.span.start[:2]) for defect in document.defects] == [
        (DefectKind.DUPLICATE_KEY, ("b", 0, "x"), (3, 10)),
        (DefectKind.DUPLICATE_KEY, ("a",), (4, 1)),
        (DefectKind.DUPLICATE_KEY, ("a",), (5, 1)),
    ]
    assert all("line 1 already sets it" in defect.message for defect in document.defects[1:])
    assert document.locate(("a",)).key.start.line == 5


def test_keys_that_differ_for_go_are_no_duplicates():
    assert kinds("1: a\n'1': b\n1.0: c\ntrue: d\n'true': e\n") == []
    assert kinds("yes: a\ntrue: b\n") == [DefectKind.DUPLICATE_KEY]
    assert kinds("1: a\n0x1: b\n") == [DefectKind.DUPLICATE_KEY]


@pytest.mark.parametrize(
    ("text", "data", "lines"),
    [
        ("- &p {x: 1}\n- <<: *p\n  z: 2\n", {"x": 1, "z": 2}, []),
        ("- &p {x: 1}\n- <<: *p\n  x: 2\n", {"x": 2}, [3]),
        ("- &p {x: 1}\n- x: 2\n  <<: *p\n", {"x": 1}, [3]),
        ("- [&p {x: 1}, &q {z: 2}]\n- <<: [*p, *q]\n", {"x": 1, "z": 2}, []),
        ("- [&p {x: 1}, &q {x: 2}]\n- <<: [*p, *q]\n", {"x": 1}, [2]),
        ("- 0\n- <<: {x: 1}\n  <<: {z: 1}\n", {"x": 1, "z": 1}, []),
        ("- 0\n- '<<': {x: 1}\n", {"<<": {"x": 1}}, []),
        ("- &p {x: 1}\n- &q {<<: *p, z: 2}\n- <<: *q\n", {"x": 1, "z": 2}, []),
    ],
)
def test_merge_keys(text, data, lines):
    document = only(text)
    assert document.data[-1] == data
    assert [defect.span.start.line for defect in document.defects] == lines
    assert {defect.kind for defect in document.defects} <= {DefectKind.DUPLICATE_KEY}


@pytest.mark.parametrize(
    ("text", "kind", "place"),
    [
        ("a: &x 1\nb:\n  <<: *x\n", DefectKind.BAD_MERGE, (3, 3)),
        ("b:\n  <<: 5\n", DefectKind.BAD_MERGE, (2, 3)),
        ("a: &x [{b: 1}]\nb:\n  <<: *x\n", DefectKind.BAD_MERGE, (3, 3)),
        ("a: *x\n", DefectKind.UNKNOWN_ANCHOR, (1, 4)),
        ("&a [*a]", DefectKind.RECURSIVE_ANCHOR, (1, 5)),
        ("a: &a\n  b: *a\n", DefectKind.RECURSIVE_ANCHOR, (2, 6)),
        ("a: &a\n  <<: *a\n", DefectKind.RECURSIVE_ANCHOR, (2, 7)),
        ("~: 1\n", DefectKind.UNSUPPORTED_KEY, (1, 1)),
        ("18446744073709551615: 1\n", DefectKind.UNSUPPORTED_KEY, (1, 1)),
        ("? [a]\n: 1\n", DefectKind.UNSUPPORTED_KEY, (1, 3)),
        ("a: {{ x }}\n", DefectKind.UNSUPPORTED_KEY, (1, 5)),
    ],
)
def test_what_leaves_a_tree_is_a_defect(text, kind, place):
    (defect,) = only(text).defects
    assert defect.kind is kind
    assert defect.span.start[:2] == place


def test_aliases_are_written_out():
    document = only("a: &x {k: [1]}\nb: *x\nc: &x 2\nd: *x\n*x : e\n")
    assert document.data == {"a": {"k": [1]}, "b": {"k": [1]}, "c": 2, "d": 2, "2": "e"}
    assert document.data["a"] is not document.data["b"]
    assert document.defects == ()


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ('{"a": 16.0, "b": [1e2, -0, true, null]}', {"a": 16.0, "b": [100.0, 0, True, None]}),
        ('\n\t {"a":\t"\\u00e9\\/\\ud83d\\ude00\\ud800"}\n ', {"a": "é/😀\ufffd"}),
        ("{}", {}),
    ],
)
def test_json(text, data):
    document = only(text)
    assert document.is_json
    assert document.data == data
    assert repr(document.data) == repr(data)
    assert document.defects == ()


@pytest.mark.parametrize(
    ("text", "words", "column"),
    [
        ('{"a": 1,}', "invalid character '}' looking for beginning of object key string", 8),
        ('{"a": 1} x', "invalid character 'x' after top-level value", 10),
        ("{a: 1}", "invalid character 'a' looking for beginning of object key string", 2),
        ('{"a" 1}', "invalid character '1' after object key", 6),
        ('{"a": [1 2]}', "invalid character '2' after array element", 10),
        ('{"a": 01}', "invalid character '1' after object key:value pair", 8),
        ('{"a": NaN}', "invalid character 'N' looking for beginning of value", 7),
        ('{"a": "\t"}', "invalid character '\\t' in string literal", 8),
        ('{"a": "\\x"}', "invalid character 'x' in string escape code", 9),
        ('{"a": "x', "unexpected end of JSON input", 9),
        ("{", "unexpected end of JSON input", 2),
        ("\xa0{}", "looking for beginning of value", 1),
    ],
)
def test_json_that_go_refuses(text, words, column):
    stream = parse(text)
    assert stream.documents == ()
    assert stream.error.kind is DefectKind.SYNTAX
    assert words in stream.error.message
    assert stream.error.span.start.column == column


def test_json_has_duplicate_keys_and_endless_numbers_too():
    document = only('{"a": 1,\n "a": {"b": 1, "b": 1e999}}')
    assert [(defect.kind, defect.path, defect.span.start[:2]) for defect in document.defects] == [
        (DefectKind.DUPLICATE_KEY, ("a",), (2, 2)),
        (DefectKind.DUPLICATE_KEY, ("a", "b"), (2, 16)),
        (DefectKind.UNSUPPORTED_VALUE, ("a", "b"), (2, 21)),
    ]
    assert 'duplicate field "a"' in document.defects[0].message
    assert kinds('{"a": ' + "9" * 5000 + "}") == [DefectKind.UNSUPPORTED_VALUE]


def test_json_behind_a_byte_order_mark_is_yaml():
    document = only('\ufeff{"a": 16.0}')
    assert not document.is_json
    assert document.data == {"a": 16}
    assert only('--- {"a": 1}').is_json is False


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("a: \"it\\'s \\\\\"\nb: 'x\\'\nc: d\\'e\n", {"a": "it's \\", "b": "x\\", "c": "d\\'e"}),
        ("a: 1\n\ufeffb: 2\n", {"a": 1, "\ufeffb": 2}),
        ("a: 'x\ufeff'\nb: \"\\'\"\n", {"a": "x\ufeff", "b": "'"}),
    ],
)
def test_what_the_c_library_reads_otherwise_is_read_as_kubernetes_does(text, data):
    document = only(text)
    assert document.data == data
    for key, value in data.items():
        span = document.locate((key,)).value
        assert str(value)[0] in text[span.start.offset : span.end.offset]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('a: "x\\/y"\n', (1, 6)),
        ("a: [http://x/?b]\n", (1, 14)),
        ("a: {b: c?}\n", (1, 9)),
        ("%YAML 1.2\n---\na: 1\n", (1, 1)),
    ],
)
def test_what_only_newer_yaml_allows_is_refused(text, place):
    stream = parse(text)
    assert stream.documents == ()
    assert stream.error.span.start[:2] == place


def test_the_empty_document():
    document = type(only("a: 1\n")).empty("# only comments\n")
    assert document.data is None
    assert document.line == 1
    assert document.locate(("a",)).path == ()
