"""Properties over random texts and random values."""

import json
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schedcfg.document import DefectKind, json_plain, json_reader, parse, values, yaml_nodes, yaml_plain
from schedcfg.document.plain import NeedsFullParser
from schedcfg.document.span import Lines

PIECES = st.sampled_from([
    *("a", "b: ", "- ", "? ", ": ", "\n", "\n  ", "\n\t", "[", "]", "{", "}"),
    *(", ", "'", '"', "#", " # c", "*x", "&x ", "a?", "a&b", "!a"),
    *("!", "!!int ", "!foo ", "|\n", ">-\n", "%YAML 1.1\n", "---\n", "...\n"),
    *("~", "yes", "010", "1.5", ".inf", "<<: *x"),
    *("\\", '\\"', "\\'", "\\/", "\u2028", "\x85", "\r\n", "\r", "\ufeff", "é"),
    *("😀", "\ud800", "\0", "\x07", "{{ x }}"),
])  # fmt: skip
YAMLISH = st.lists(PIECES, max_size=25).map("".join)
WORDS = st.text(string.ascii_letters + string.digits + "#'\":,[]{}&*!|>%@-?/\\ \t\né日😀\u2028", max_size=12)
LEAVES = st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(-1e15, 1e15) | WORDS
TREES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4))
OBJECTS = st.dictionaries(WORDS, TREES, max_size=4)
PLAIN_WORDS = st.text(string.ascii_letters, min_size=1, max_size=8).map(lambda word: "w" + word)


def block(value, indent=0):
    """Write a value as block YAML; scalars and keys as JSON, which is YAML too."""
    pad = "\n" + "  " * indent
    if isinstance(value, dict) and value:
        return "".join(f"{pad}? {dump(key)}{pad}: {block(inner, indent + 1)}" for key, inner in value.items())
    if isinstance(value, list) and value:
        return "".join(f"{pad}- {block(inner, indent + 1)}" for inner in value)
    return dump(value)


def dump(value):
    return json.dumps(value, ensure_ascii=False).replace("\u2028", "\\u2028")


def same(one, other):
    """Compare as JSON does after the detour: 16.0 is 16, but True is not 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def paths(value, path=()):
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, part in inner:
        yield from paths(part, (*path, step))


@given(st.text(max_size=200) | YAMLISH | YAMLISH.map(lambda text: "{" + text))
@settings(max_examples=400, deadline=None)
def test_no_text_makes_parse_raise(text):
    stream = parse(text)
    assert stream.text == text
    for found in (stream.error, *(defect for document in stream.documents for defect in document.defects)):
        if found is not None:
            assert 0 <= found.span.start.offset <= found.span.end.offset <= len(text)
            assert found.message
    for document in stream.documents:
        assert document.line >= 1
        for path in list(paths(document.data))[:20]:
            assert document.locate(path).path == path
    assert all(text[comment.span.start.offset] == "#" for comment in stream.comments)


@given(YAMLISH | TREES.map(block))
@settings(max_examples=300, deadline=None)
def test_the_quick_and_the_careful_reading_agree(text):
    try:
        quick = yaml_plain.read(text)
    except NeedsFullParser:
        return
    lines = Lines(text)
    careful = [(start, values.decode(root, values.YAML, lines)) for start, root in yaml_nodes.read(text)]
    assert [(start, (data, [])) for start, data in quick] == careful


@pytest.mark.parametrize("text", ["a: b? c&d!\n", "a: [b, 'c']\nd: {}\ne: f?\n", "a: '[?]'\nb: [c]\n", "a: 2>&1\n"])
def test_signs_within_words_are_read_quickly(text):
    assert yaml_plain.read(text) == [(0, parse(text).documents[0].data)]


@pytest.mark.parametrize(
    "text", ["a: [b?]\n", "a: {b: ']', c: d?}\n", "a: [[], b?]\n", "a: [b, # ]\n  c?]\n", "a: &b c\n"]
)
def test_signs_that_may_mean_something_are_read_carefully(text):
    with pytest.raises(NeedsFullParser):
        yaml_plain.read(text)


@given(OBJECTS)
@settings(deadline=None)
def test_json_is_read_as_python_reads_it(value):
    text = json.dumps(value)
    (document,) = parse(text).documents
    assert document.is_json
    assert document.defects == ()
    assert json.dumps(document.data) == text
    ((start, root),) = json_reader.read(text)
    assert json.dumps(values.decode(root, values.JSON, Lines(text))[0]) == text
    if "\\u" not in text:
        assert json_plain.read(text) == (start, document.data)


@given(TREES)
@settings(max_examples=200, deadline=None)
def test_block_yaml_gives_the_value_back(value):
    text = "---\n" + block(value)
    stream = parse(text)
    assert stream.error is None
    (document,) = stream.documents
    assert document.defects == ()
    assert same(document.data, value)


@given(st.recursive(PLAIN_WORDS, lambda inner: st.lists(inner) | st.dictionaries(PLAIN_WORDS, inner), max_leaves=15))
@settings(deadline=None)
def test_every_path_leads_to_its_source(value):
    text = "# é😀\r\n---\r\n" + block(value).replace("\n", "\r\n").replace('"', "")
    (document,) = parse(text).documents
    assert document.data == value
    for path in paths(value):
        place = document.locate(path)
        assert place.path == path
        leaf = value
        for step in path:
            leaf = leaf[step]
        written = text[place.value.start.offset : place.value.end.offset]
        if isinstance(leaf, str):
            assert written == leaf
        assert written == written.rstrip()
        if path and isinstance(path[-1], str):
            assert text[place.key.start.offset : place.key.end.offset] == path[-1]


@given(st.lists(st.tuples(PLAIN_WORDS, st.integers(0, 9)), max_size=12))
@settings(deadline=None)
def test_every_repeated_key_is_found(pairs):
    text = "---\n" + "".join(f"{key}: {value}\n" for key, value in pairs)
    (document,) = parse(text).documents
    assert (document.data or {}) == dict(pairs)
    names = [key for key, _ in pairs]
    repeated = [line for line, key in enumerate(names, 2) if key in names[: line - 2]]
    assert [defect.span.start.line for defect in document.defects] == repeated
    assert all(defect.kind is DefectKind.DUPLICATE_KEY for defect in document.defects)
