"""Configurations inside ConfigMaps are validated where they stand."""

import pytest

from schedcfg import Verdict, validate
from schedcfg.document import parse
from schedcfg.sources.embedded import configurations_in

LITERAL = """\
# first another document
apiVersion: v1
kind: Pod
---
apiVersion: v1
kind: ConfigMap
metadata: {name: scheduler}
data:
  other: "1"
  config.yaml: |-
    apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    parallelism: 0   # wrong
    profiles:
      - schedulerNam: é
    leaderElection: {leaderElect: false}
  more: |
    text
"""


def test_positions_are_those_of_the_file() -> None:
    (document,) = validate(LITERAL, "1.29").documents
    assert (document.key, document.number, document.verdict) == ("config.yaml", 1, Verdict.REFUSED)
    assert [(one.rule, one.path, one.start.line, one.start.column) for one in document.findings] == [
        ("number-not-allowed", "parallelism", 13, 18),
        ("unknown-field", "profiles[0].schedulerNam", 15, 9),
        ("misspelled-scheduler-name", "profiles[0].schedulerNam", 15, 23),
    ]
    for finding in document.findings:
        assert LITERAL[finding.start.offset : finding.end.offset] in {"0", "schedulerNam", "é"}


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("header", ["|", "|-", "|+", "|2-", "| # a comment"])
def test_every_literal_header(header: str, line_end: str) -> None:
    text = (
        "kind: ConfigMap\napiVersion: v1\ndata:\n"
        f"  c: {header}\n    ---\n    apiVersion: kubescheduler.config.k8s.io/v1\n"
        "    kind: KubeSchedulerConfiguration\n    parallelism: -1\n    ---\n    garbage: [\n"
    ).replace("\n", line_end)
    (document,) = validate(text, "1.29").documents
    (more, finding) = document.findings
    assert (more.rule, more.start.line, more.start.column) == ("unread-document", 6, 5)
    assert (finding.rule, finding.start.line, finding.start.column) == ("number-not-allowed", 8, 18)
    assert text[finding.start.offset : finding.end.offset] == "-1"


@pytest.mark.parametrize(
    "value",
    [
        '"apiVersion: kubescheduler.config.k8s.io/v1\\nkind: KubeSchedulerConfiguration\\nparallelism: 0\\n"',
        ">\n   kind: KubeSchedulerConfiguration\n\n   apiVersion: kubescheduler.config.k8s.io/v1\n\n   parallelism: 0",
        '\'{"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", "parallelism": 0}\'',
    ],
)
def test_a_finding_in_a_quoted_value_has_its_place(value: str) -> None:
    text = f"apiVersion: v1\nkind: ConfigMap\ndata:\n  c: {value}\n"
    (document,) = validate(text, "1.29").documents
    (finding,) = document.findings
    assert finding.rule == "number-not-allowed"
    assert (text[finding.start.offset : finding.end.offset], finding.fix) == ("0", None)
    assert document.line == 4


def test_a_policy_in_a_config_map() -> None:
    text = (
        "apiVersion: v1\nkind: ConfigMap\ndata:\n  policy.cfg: |\n"
        '    {"kind": "Policy", "apiVersion": "v1", "predicates": [{"name": "Nope"}]}\n'
    )
    (document,) = validate(text).documents
    assert (document.kind, document.kubernetes) == ("Policy", "1.22")
    assert [finding.rule for finding in document.findings] == ["old-api-version", "policy-not-allowed"]


def test_other_documents_hold_none() -> None:
    for text in ("kind: ConfigMap\n", "kind: ConfigMap\ndata: [1]\n", "kind: ConfigMap\ndata: {a: b, c: 1}\n", "- 1\n"):
        stream = parse(text)
        assert configurations_in(stream.documents[0]) == []
        assert validate(text).verdict is Verdict.SKIPPED


def test_broken_text_inside_is_placed_too() -> None:
    text = LITERAL.replace("    profiles:\n", "    profiles: [\n")
    (document,) = validate(text, "1.29").documents
    (finding,) = document.findings
    assert finding.rule == "syntax"
    assert 13 <= finding.start.line <= 16
