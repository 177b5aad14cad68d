"""What `migrate` relies on: an edit at an offset of an embedded text is the same edit of the file around it."""

import re

from hypothesis import given
from hypothesis import strategies as st

from schedcfg.document import parse
from schedcfg.sources.embedded import Embedded, configurations_in

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"

LINES = st.sampled_from(
    [
        "parallelism: 1",
        "# a comment",
        "",
        "   ",
        "profiles:   ",
        "- schedulerName: é  # ü",
        "  plugins: {score: {enabled: [{name: A}]}}",
        "    \ttab: inside",
        "text: |",
        "  ---",
        '"{": "}"',
        "\U0001f600: '#'",
    ]
)
INNER = st.lists(LINES, max_size=8).map(lambda lines: HEAD + "".join(f"{line}\n" for line in lines))
BEFORE = st.sampled_from(["", "  a: b\n", "  s: |\n    other\n    ---\n\n", "  q: 'x\n\n    y'\n", "  # [\n", "\n"])
BEHIND = st.sampled_from(["", "  z: 1\n", "  # less\n", "---\nkind: Pod\n", "binaryData: {}\n", "...\n"])
HEADER = st.sampled_from(["|", "|-", "|+", "| # why", "&anchor |-", "!!str |"])
LINE_END = st.sampled_from(["\n", "\r\n", "\r"])


@st.composite
def manifests(draw: st.DrawFn) -> tuple[str, str]:
    """A ConfigMap around a configuration, and that configuration as the YAML reader gives it."""
    indentation = draw(st.integers(3, 9))
    header = draw(HEADER)
    if draw(st.booleans()):
        header = re.sub(r"\|", f"|{indentation - 2}", header)
    inner, behind, end = draw(INNER), draw(BEHIND), draw(LINE_END)
    block = "".join(f"{' ' * indentation}{line}" if line.strip() else line for line in inner.splitlines(keepends=True))
    if not behind and draw(st.booleans()):
        block = block.rstrip("\n")
    text = f"kind: ConfigMap\ndata:\n{draw(BEFORE)}  config: {header}\n{block}{behind}"
    return text.replace("\n", end), draw(st.sampled_from(["", "# more\n", "a: b\n---\n"])).replace("\n", end)


def embedded_in(text: str) -> tuple[Embedded, str]:
    """Find the one configuration, and the value as the YAML reader gives it."""
    stream = parse(text)
    assert stream.error is None
    for document in stream.documents:
        for embedded in configurations_in(document):
            assert isinstance(document.data, dict)
            return embedded, document.data["data"]["config"]
    raise AssertionError(text)


def indentation_of(embedded: Embedded) -> int:
    line = next(line for line in re.split(r"[\r\n]", embedded.text) if "apiVersion" in line)
    return len(line) - len(line.lstrip(" "))


def value_of(embedded: Embedded) -> str:
    """What the value says: the text without its indentation, from its first line on, line ends as YAML reads them."""
    text = re.sub(r"\r\n|\r", "\n", embedded.text)
    lines = text[text.index(HEAD[:10]) :].split("\n")
    by = indentation_of(embedded)
    return "\n".join([lines[0], *(line[by:] for line in lines[1:])])


@given(manifests())
def test_offsets_are_those_of_the_file(made: tuple[str, str]) -> None:
    text = made[1] + made[0]
    embedded, value = embedded_in(text)
    assert embedded.span is None
    begin = embedded.text.index("apiVersion")
    assert text[begin : len(embedded.text)] == embedded.text[begin:]
    assert not embedded.text[:begin].strip()
    assert re.sub(r"[^\r\n]", " ", text[:begin]) == embedded.text[:begin]
    assert value.startswith(HEAD.rstrip())
    assert value_of(embedded).rstrip("\n") == value.rstrip("\n")


@given(manifests(), st.integers(0, 20), st.sampled_from(["inserted: 1", "# inserted", "  deeper: - x", "é: ''"]))
def test_a_line_put_in_is_put_into_the_value(made: tuple[str, str], nth: int, line: str) -> None:
    text = made[1] + made[0]
    embedded, value = embedded_in(text)
    end = next((end for end in ("\r\n", "\n", "\r") if end in text), "\n")
    begin = embedded.text.index("apiVersion")
    starts = [begin - indentation_of(embedded), *(found.end() for found in re.finditer(re.escape(end), embedded.text))]
    starts = [start for start in starts if start > begin and start <= len(embedded.text)]
    number = nth % len(starts)
    at = starts[number]
    edited = f"{text[:at]}{' ' * indentation_of(embedded)}{line}{end}{text[at:]}"
    lines = value_of(embedded).split("\n")
    lines.insert(number + 1, line)
    _, changed = embedded_in(edited)
    assert changed.rstrip("\n") == "\n".join(lines).rstrip("\n")
    assert changed != value


@given(
    manifests(),
    st.sampled_from(["apiVersion", "KubeSchedulerConfiguration", "kind"]),
    st.text("aé\"'#:{|-", max_size=9),
)
def test_what_is_replaced_is_replaced_in_the_value(made: tuple[str, str], word: str, by: str) -> None:
    text = made[1] + made[0]
    embedded, value = embedded_in(text)
    at = embedded.text.index(word)
    edited = text[:at] + f"x{by}x" + text[at + len(word) :]
    (value_after,) = [
        document.data["data"]["config"]
        for document in parse(edited).documents
        if isinstance(document.data, dict) and "data" in document.data
    ]
    assert value_after == value.replace(word, f"x{by}x", 1)


def test_a_line_behind_the_last_one_that_has_no_end() -> None:
    text = f"kind: ConfigMap\ndata:\n  config: |-\n    {HEAD.strip().replace(chr(10), chr(10) + '    ')}"
    embedded, value = embedded_in(text)
    assert len(embedded.text) == len(text)
    _, changed = embedded_in(f"{text}\n    parallelism: 1")
    assert changed == f"{value}\nparallelism: 1"


@given(
    st.integers(0, 4),
    st.integers(1, 5),
    st.sampled_from(["", "- kind: Pod\n", "- kind: Pod\n  note: |\n    - x\n\n# c\n"]),
    st.sampled_from(["", "- kind: Pod  # c\n", "# c\n---\na: b\n"]),
    st.sampled_from(["inserted: 1", "inserted: {b: [c]}  # d", "inserted: |"]),
    LINE_END,
)
def test_a_line_put_into_an_item_is_put_into_the_configuration(
    dash: int, gap: int, before: str, behind: str, line: str, end: str
) -> None:
    column = dash + 1 + gap
    inner = f"{HEAD}parallelism: 1  # e\nprofiles:\n- schedulerName: f\n"
    shifted = "".join(f"{' ' * column}{one}" for one in inner.splitlines(keepends=True))
    item = f"{' ' * dash}-{shifted[dash + 1 :]}"
    around = [re.sub("(?m)^(?=[- ]+k?)(?!---)", " " * dash, part) for part in (before, behind)]
    text = f"kind: List\nitems:\n{around[0]}{item}{around[1]}".replace("\n", end)
    (embedded,) = configurations_in(parse(text).documents[0])
    assert (embedded.key, embedded.span) == (None, None)
    for found in re.finditer(f"{end} {{{column}}}(?=[kp])", embedded.text):
        at = found.start() + len(end)
        edited = f"{text[:at]}{' ' * column}{line}{end}{text[at:]}"
        (after,) = configurations_in(parse(edited).documents[0])
        data = after.stream.documents[0].data
        assert isinstance(data, dict)
        assert {**data, "inserted": None} == {**parse(inner).documents[0].data, "inserted": None}
        assert "inserted" in data
