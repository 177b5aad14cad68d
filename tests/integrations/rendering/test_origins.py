"""Where lines of a rendered text come from."""

import pytest

from schedcfg.document.span import Lines
from schedcfg.integrations.rendering_origins import LineOrigin, Origins
from schedcfg.integrations.rendering_tools import SourceFile, template_of, values_of


def origin(rendered: str, words: str, *sources: str) -> LineOrigin | None:
    """Return where some words of a rendered text come from, which are there once."""
    offset = rendered.index(words)
    span = Lines(rendered).span(offset, offset + len(words))
    return Origins(rendered).find(span, [SourceFile(f"{number}.yaml", one) for number, one in enumerate(sources)])


def written(found: LineOrigin | None) -> str | None:
    """Return what is written there."""
    if found is None:
        return None
    start, end = found.span
    return f"{found.file.path}:{start.line}: {found.file.text[start.offset : end.offset]}"


@pytest.mark.parametrize(
    ("rendered", "words", "sources", "expected"),
    [
        ("a: 1\nb: 2\n", "2", ["a: 1\nb: 2\n"], "0.yaml:2: 2"),
        ("data:\n  x: |\n    b: 2\n", "2", ["# first\nb: 2\n"], "0.yaml:2: 2"),
        ("- c: 1\n  b: 2\n", "2", ["- b: 2\n  c: 1\n"], "0.yaml:1: 2"),
        ("- - b: 2\n", "2", ["  b: 2\n"], "0.yaml:1: 2"),
        ("a: 1\nb: 2\n", "2", ["a: 1\nb: {{ .Values.b }}\n"], "0.yaml:2: {{ .Values.b }}"),
        ("a: 1\nb: 2\n", "b", ["a: 1\nb: {{ .Values.b }}\n"], "0.yaml:2: b: {{ .Values.b }}"),
        ("a: 1\nb: 2\n", "2", ["a: 1\n{{- if .Values.b }}\n# why\nb: 2\n{{- end }}\n"], "0.yaml:4: 2"),
        ("a: 1\r\nb: 2\r\n", "2", ["a: 1\r\nb: 2\r\n"], "0.yaml:2: 2"),
        # The neighbors decide.
        ("x: 1\nw: 0\n", "0", ["y: 1\nw: 0\n---\nx: 1\nw: 0\n"], "0.yaml:5: 0"),
        ("x: 1\nw: 0\n", "0", ["w: 0\n", "x: 1\nw: 0\n"], "1.yaml:2: 0"),
        ("w: 0\n", "0", ["w: {{ .Values.w }}\n", "w: 0\n"], "1.yaml:1: 0"),
        # Nothing is guessed.
        ("w: 0\n", "0", ["w: 0\n---\nw: 0\n"], None),
        ("w: 0\n", "0", ["w: {{ .Values.w }}\n"], None),
        ("w: 0\n", "0", ["v: 0\n"], None),
        ("w: 0\n", "0", [], None),
        ("-\n", "-", ["-\n"], None),
    ],
)
def test_where_lines_come_from(rendered: str, words: str, sources: list[str], expected: str | None) -> None:
    assert written(origin(rendered, words, *sources)) == expected


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("{{ .Values.a.b }}", ("a", "b")),
        ("{{- .Values.a | default 3 | quote -}}", ("a",)),
        ("{{ .Release.Name }}", ()),
        ("{{ add .Values.a .Values.b }}", ()),
        ("{{ .Values.a }}-{{ .Values.b }}", ()),
    ],
)
def test_the_value_that_an_action_puts_in(action: str, expected: tuple[str, ...]) -> None:
    found = origin("k: 1\nname: 7-7\n", "7-7", f"k: 1\nname: {action}\n")
    assert found is not None
    assert found.value == expected


def test_many_lines_alike_take_no_time() -> None:
    rendered = "".join(f"a: {number}\n" for number in range(2000))
    source = "a: {{ a }}{{ b }}{{ c }}{{ d }}\n" * 2000
    assert origin(rendered, "1777", source) is None


def test_files_of_values_in_their_order() -> None:
    source = template_of("# Source: batch/charts/second/charts/third/templates/x.yaml")
    assert source is not None
    found = [(one.path, one.prefix) for one in values_of("chart", ("a.yaml", "b.yaml"), source)]
    assert found == [
        ("b.yaml", ("second", "third")),
        ("a.yaml", ("second", "third")),
        ("chart/values.yaml", ("second", "third")),
        ("chart/charts/second/values.yaml", ("third",)),
        ("chart/charts/second/charts/third/values.yaml", ()),
    ]


@pytest.mark.parametrize("path", ["x/../../secret.yaml", "../x/templates/a.yaml", "x", "x//etc/passwd", "x/./a.yaml"])
def test_a_template_is_in_its_chart(path: str) -> None:
    assert template_of(f"# Source: {path}") is None
    assert template_of("# Source: x/templates/a.yaml") == ("x", "templates", "a.yaml")
