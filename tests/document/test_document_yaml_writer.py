"""What is written as YAML is read back as it was: by Kubernetes' rules, and by other readers of YAML 1.1 and 1.2."""

import json
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from schedcfg.document import parse, yaml_writer

WORDS = (  # each is something else than text to YAML 1.1, to YAML 1.2 or to Go, or begins or ends something in YAML
    *("yes", "no", "on", "off", "y", "n", "Null", "NULL", "~", "", "true", "False"),
    *(
        "1e3",
        "0x10",
        "0x1F",
        "0o17",
        "017",
        "010",
        "08",
        "1_000",
        "1:30",
        "1:30.5",
        ".5",
        "+1",
        "-0",
        "1.",
        "._1",
        ".1_",
    ),
    *(".inf", "-.Inf", ".nan", "2001-01-01", "2001-1-1 1:02:03", "2001-01-01T00:00:00Z", "=", "<<"),
    *(
        " a",
        "a ",
        "a: b",
        "a:",
        "a #b",
        "#",
        "- a",
        "-",
        "--- a",
        "---",
        "...",
        "?",
        "? a",
        "?a",
        ":",
        ":a",
        "a,b",
        "[",
        "{",
    ),
    *(
        "}",
        "*a",
        "&a",
        "!a",
        "|",
        ">",
        "'",
        '"',
        "it's",
        "%a",
        "@a",
        "`a",
        "\t",
        "a\tb",
        "\ta\nb",
        " a\nb\n",
        "\n",
        "\n\na",
    ),
    *(
        "a\n",
        "a\n\n",
        "a \nb",
        "a\n b\n",
        "a\n\tb\n",
        "a\r\nb",
        "a\n# b\n",
        "a\n--- b\n",
        "a\x85b",
        "a\u2028b\n",
        "\ufeffa",
    ),
    *("\x00", "a\x07\n", "\x7f", "é", "☃\n☃", "😀", "x y " * 60, "k" * 200, "k" * 2000),
)
TEXTS = st.one_of(st.sampled_from(WORDS), st.text(st.characters(exclude_categories=["Cs"]), max_size=12))
LINES = st.lists(st.text(st.sampled_from("ab \t#:-|é"), max_size=6), max_size=5).map("\n".join)
DATA = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**53), 2**53), TEXTS, LINES),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXTS, inner, max_size=4)),
    max_leaves=12,
)


def by_us(text: str) -> object:
    (document,) = parse(text).documents
    assert not document.defects
    return document.data


def by_yaml_1_2(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(text)


@given(st.dictionaries(TEXTS, DATA, max_size=5))
@example({word: word for word in WORDS})
@example({"a": [[word] for word in WORDS], "b": [{word: word} for word in WORDS]})
def test_read_back(data: dict[str, object]) -> None:
    written = yaml_writer.write(data)
    assert written == yaml_writer.write(data)
    assert by_us(written) == json.loads(json.dumps(data))
    assert yaml.safe_load(written) == data
    assert by_yaml_1_2(written) == data


@given(st.lists(DATA, max_size=4))
def test_lists_are_read_back(data: list[object]) -> None:
    assert yaml.safe_load(yaml_writer.write(data)) == data


@given(st.dictionaries(TEXTS, DATA, min_size=1, max_size=5), st.data())
def test_comments_change_nothing(data: dict[str, object], chosen: st.DataObject) -> None:
    paths = chosen.draw(st.lists(st.sampled_from(list(paths_in(data))), unique=True))
    written = yaml_writer.write(data, {path: f"about {number}\nmore" for number, path in enumerate(paths)})
    assert yaml.safe_load(written) == data
    assert [line for line in yaml_writer.write(data).splitlines() if line in written.splitlines()]
    for number, _ in enumerate(paths):
        assert f"# about {number}\n" in written


def paths_in(data: object, path: tuple[str | int, ...] = ()) -> Any:
    yield path
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield from paths_in(value, (*path, key))


def test_keys_keep_their_order_and_lists_are_not_indented() -> None:
    assert yaml_writer.write({"b": [{"d": 1, "c": "yes"}], "a": ""}) == 'b:\n- d: 1\n  c: "yes"\na: ""\n'


def test_what_is_shared_is_written_out() -> None:
    shared = {"x": 1}
    assert yaml_writer.write({"a": shared, "b": shared}) == "a:\n  x: 1\nb:\n  x: 1\n"


def test_only_what_would_be_something_else_is_quoted() -> None:
    plain = (
        "a",
        "0.5s",
        "1h",
        "kube-scheduler:v1.29",
        "/etc/x",
        "127.0.0.1:10259",
        "100m",
        "it's",
        "a b",
        "*.x"[1:],
        "a#b",
    )
    assert yaml_writer.write(list(plain)) == "".join(f"- {text}\n" for text in plain)


def test_several_lines_are_a_block() -> None:
    assert yaml_writer.write({"a": "x: 1\n\n  y\n", "b": "x \ny"}) == "a: |\n  x: 1\n\n    y\nb: |-\n  x \n  y\n"


def test_comments_stand_above_their_entries_and_items() -> None:
    data = {"a": {"b": [{"name": "x", "c": None}, "z"]}, "d": {}}
    comments = {
        (): "All of it.",
        ("a",): "First.",
        ("a", "b"): "A list.",
        ("a", "b", 0): "An item.",
        ("a", "b", 0, "name"): "Its name.",
        ("a", "b", 0, "c"): "Nothing.",
        ("a", "b", 1): "An item, too.",
        ("d",): "\n".join(["word " * 30, "another paragraph"]),
    }
    assert yaml_writer.write(data, comments) == (
        "# All of it.\n# First.\na:\n  # A list.\n  b:\n  # An item.\n  # Its name.\n  - name: x\n    # Nothing.\n"
        f"    c: null\n  # An item, too.\n  - z\n"
        f"# {'word ' * 18}word\n# {'word ' * 10}word\n# another paragraph\nd: {{}}\n"
    )


@pytest.mark.parametrize("path", [("b",), ("a", "c"), ("a", 0), ("l", 1), ("l", "a")])
def test_a_comment_without_a_place_is_an_error(path: tuple[str | int, ...]) -> None:
    with pytest.raises(KeyError):
        yaml_writer.write({"a": {"b": 1}, "l": [1]}, {path: "lost"})
