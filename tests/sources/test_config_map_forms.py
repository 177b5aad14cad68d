"""Every way to write a ConfigMap: findings stand where the file has them."""

import pytest

from schedcfg import FileReport, validate
from schedcfg.document import parse
from schedcfg.sources.configurations import Role
from schedcfg.sources.embedded import configurations_in
from schedcfg.validation.options import Options

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
BAD = HEAD + "parallelism: 0\n"


def indented(text: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}" for line in text.splitlines(keepends=True))


def found(text: str) -> list[tuple[str | None, int, int, str]]:
    """Key, line, column and underlined text of every finding."""
    report: FileReport = validate(text, "1.29")
    return [
        (document.key, finding.start.line, finding.start.column, text[finding.start.offset : finding.end.offset])
        for document in report.documents
        for finding in document.findings
    ]


BLOCK = indented(BAD, 4)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"data:\n  c: |\n{BLOCK}kind: ConfigMap\n", ("c", 5, 18, "0")),
        (f"data:\n  c: &x |\n{BLOCK}kind: ConfigMap\n", ("c", 5, 18, "0")),
        (f"data:\n  c: !!str &x |- # why\n{BLOCK}kind: ConfigMap\n", ("c", 5, 18, "0")),
        (f"data:\n  c:\n    |\n{BLOCK}kind: ConfigMap\n", ("c", 6, 18, "0")),
        (f"kind: ConfigMap\ndata:\n  'c': |+\n{BLOCK}\n\n", ("c", 6, 18, "0")),
        (f"kind: ConfigMap\ndata:\n  c: |\n\n   \n{BLOCK}", ("c", 8, 18, "0")),
        (f"kind: ConfigMap\ndata:\n  c: |2\n{BLOCK}", ("c", 6, 18, "0")),
        (f"kind: ConfigMap\ndata:\n  c: |1\n{BLOCK}", ("c", 6, 18, "0")),
        (f"kind: ConfigMap\ndata:\n  c: |-\n{BLOCK[:-1]}", ("c", 6, 18, "0")),
        (f"kind: ConfigMap\ndata:\n  c: |\n{BLOCK}  # less indented\n  d: e\n", ("c", 6, 18, "0")),
        (f"# before\n---\na: b\n---\nkind: ConfigMap\ndata:\n c: |\n{BLOCK}---\nc: d\n", ("c", 10, 18, "0")),
        (f"kind: ConfigMap\ndata:\n  c: |\n    # only a comment\n    ---\n{BLOCK}", ("c", 8, 18, "0")),
        (f"kind: ConfigMap\ndata:\n  c: |\n    --- # a comment\n{BLOCK}", ("c", 7, 18, "0")),
        (f"kind: ConfigMap\ndata:\n  c: |\n{BLOCK}    # |\n    # ---\n", ("c", 6, 18, "0")),
        ('{"kind": "ConfigMap", "data": {"c": "{}"}}'.replace("{}", BAD.replace("\n", "\\n")), ("c", 1, 129, "0")),
        (f"kind: ConfigMap\ndata: {{c: '{BAD}'}}".replace("\n", "\n\n").replace("Map\n\n", "Map\n"), ("c", 6, 14, "0")),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_finding_stands_where_the_file_has_it(text: str, expected: tuple[str, int, int, str], line_end: str) -> None:
    assert found(text.replace("\n", line_end)) == [expected]


def test_several_keys_and_forms_in_one_config_map() -> None:
    json = '{"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", "parallelism": 0}'
    text = (
        f"kind: ConfigMap\ndata:\n  z: |\n{BLOCK}  note: about KubeSchedulerConfiguration\n"
        f"  j: |\n    {json}\n  p: |\n    {{\n{indented(json[1:], 6)}\n"
    )
    assert found(text) == [("z", 6, 18, "0"), ("j", 9, 107, "0"), ("p", 12, 108, "0")]


@pytest.mark.parametrize(
    "value",
    [
        "see KubeSchedulerConfiguration",
        "apiVersion: v1\\nkind: Pod\\nmetadata: {name: KubeSchedulerConfiguration}\\n",
        "apiVersion: audit.k8s.io/v1\\nkind: Policy\\n",
        "- KubeSchedulerConfiguration\\n",
    ],
)
def test_what_only_mentions_a_configuration_is_none(value: str) -> None:
    assert validate(f'kind: ConfigMap\ndata: {{c: "{value}"}}').documents == ()


def test_a_value_that_does_not_say_what_it_is_is_validated() -> None:
    text = "kind: ConfigMap\ndata:\n  c: |\n    # KubeSchedulerConfiguration\n    parallelism: 1\n"
    (document,) = validate(text).documents
    assert [finding.rule for finding in document.findings] == ["missing-kind"]


def test_markers_deeper_inside_are_text() -> None:
    inner = HEAD + "clientConnection:\n  contentType: |\n    ---\n    ...\nparallelism: 0\n"
    text = f"kind: ConfigMap\ndata:\n  c: |\n{indented(inner, 4)}"
    assert found(text) == [("c", 10, 18, "0")]


@pytest.mark.parametrize("marker", ["---", "...", "--- # next", "...\n---"])
def test_documents_behind_the_first_are_reported_of(marker: str) -> None:
    inner = f"{HEAD}{marker}\n{BAD}"
    text = f"kind: ConfigMap\ndata:\n  c: |\n{indented(inner, 4)}"
    (inside,) = validate(text).documents
    (alone,) = validate(inner, options=Options(role=Role.CONFIG)).documents
    assert [finding.rule for finding in inside.findings] == ["unread-document"]
    assert [finding.message for finding in inside.findings] == [finding.message for finding in alone.findings]


def test_what_can_only_stand_in_the_first_column_has_its_places() -> None:
    text = f"kind: ConfigMap\ndata:\n  c: |\n    %YAML 1.1\n    ---\n{BLOCK}"
    assert found(text) == [("c", 8, 18, "0")]


def test_an_alias_of_a_block_is_meant_as_a_whole() -> None:
    text = f"kind: ConfigMap\ndata:\n  a: &x |\n{BLOCK}  b: *x\n"
    assert found(text) == [("a", 6, 18, "0"), ("b", 7, 6, "*x")]


def test_the_text_ends_with_the_last_line_that_says_something() -> None:
    text = f"kind: ConfigMap\ndata:\n  c: |+\n{BLOCK}  \n\n  d: e\n"
    stream = parse(text)
    (embedded,) = configurations_in(stream.documents[0])
    assert embedded.text.endswith("parallelism: 0\n")
    assert text.startswith(embedded.text[-len(BLOCK) :], len(embedded.text) - len(BLOCK))
