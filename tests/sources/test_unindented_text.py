"""Texts of ConfigMaps that are not indented below their key."""

import pytest

from schedcfg import Finding, validate

HEAD = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: batch}\ndata:\n"
TEXT = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nparalelism: 4\n"


def indented(columns: int) -> str:
    return "".join(f"{' ' * columns}{line}\n" for line in TEXT.splitlines())


def errors(text: str) -> list[Finding]:
    return [
        finding for document in validate(text, "1.31").documents for finding in document.findings if finding.is_error
    ]


@pytest.mark.parametrize("mark", ["|", "|-", ">", "| # the scheduler's"])
@pytest.mark.parametrize("before", ["", "  other: text\n"])
def test_lines_that_are_keys_of_the_config_map(mark: str, before: str) -> None:
    found = errors(f"{HEAD}{before}  config.yaml: {mark}\n{indented(2)}")
    line = 5 + before.count("\n")
    assert [(one.rule, one.start.line) for one in found] == [("unindented-text", line), ("unknown-field", line + 3)]


def test_lines_in_the_first_column() -> None:
    found = errors(f"{HEAD}  config.yaml: |\n{TEXT}")
    assert [one.start.line for one in found if one.rule == "unindented-text"] == [5]


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}  config.yaml: |\n{indented(4)}",
        f"{HEAD}  config.yaml: |\n{indented(3)}",
        f"{HEAD}  empty: |\n  config.yaml: |\n{indented(4)}",
        f"{HEAD}  empty: ''\n  config.yaml: |\n{indented(4)}",
    ],
)
def test_lines_that_are_indented(text: str) -> None:
    assert [error.rule for error in errors(text)] == ["unknown-field"]


@pytest.mark.parametrize("before", ["", "  other: text\n"])
def test_a_mapping_in_the_place_of_a_text(before: str) -> None:
    found = errors(f"{HEAD}{before}  config.yaml:\n{indented(4)}")
    line = 5 + before.count("\n")
    assert [(one.rule, one.start.line) for one in found] == [("config-map-value", line), ("unknown-field", line + 3)]


def test_other_mappings_are_none_of_ours() -> None:
    assert errors(f"{HEAD}  other:\n    kind: Other\n  config.yaml: |\n{indented(4)}")[0].rule == "unknown-field"


@pytest.mark.parametrize("mark", [">", ">-", ">2"])
def test_a_folded_text_whose_lines_are_joined(mark: str) -> None:
    (found,) = errors(f"{HEAD}  config.yaml: {mark}\n{indented(4)}")
    assert (found.rule, found.start.line, found.help) == ("syntax", 7, "Write `config.yaml: |`.")
    assert "joins the lines" in found.message
