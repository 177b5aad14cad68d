"""Texts of ConfigMaps that are not indented below their key."""

import pytest

from schedcfg import Finding, validate

HEAD = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: batch}\ndata:\n"
TEXT = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nparalelism: 4\n"


def indented(columns: int) -> str:
    return "".join(f"{' ' * columns}{line}\n" for line in TEXT.splitlines())


def errors(text: str) -> list[Finding]:
    return [one for document in validate(text, "1.31").documents for one in document.findings if one.is_error]


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
    assert [one.rule for one in errors(text)] == ["unknown-field"]
