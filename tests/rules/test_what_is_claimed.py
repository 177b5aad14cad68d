"""What messages claim, and the class of what has them: only a fact is without condition.

Each message of every test is looked at, see `tests/declared_findings.py`; here, that this can fail, and that it does
not in the examples of rules about configurations, whatever the release.
"""

from pathlib import Path

import pytest

from schedcfg import validate
from schedcfg.cards import files
from schedcfg.findings import FileReport, Finding, FindingClass
from schedcfg.rules.registry import every_rule
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options
from tests import declared_findings
from tests.rules.case_files import all_cases

STARTS_NOT = "kube-scheduler does not start: /etc/scheduler is a folder"


def unconditional(findings: list[Finding]) -> list[tuple[str, str]]:
    return [(one.rule, one.message) for one in findings if declared_findings.claims_too_much(one)]


@pytest.mark.parametrize(
    "message",
    [
        STARTS_NOT,
        "up to Kubernetes 1.22, the scheduler does not start: it listens twice on port 10251",
        "the scheduler does not find its kubeconfig: it uses `~` literally",
        "kube-scheduler exits at once",
        "`--leader-elect=no` is refused: the flag takes `true` or `false`",
    ],
)
def test_advice_that_claims_too_much_would_be_noticed(message: str) -> None:
    (finding,) = validate("kind: KubeSchedulerConfiguration\n").documents[0].findings
    made = {"rule": finding.rule, "severity": finding.severity, "start": finding.start, "end": finding.end}
    fact = Finding(finding_class=FindingClass.REFUSED, path="", message=message, help=None, **made)  # type: ignore[arg-type]
    advice = Finding(finding_class=FindingClass.ADVISED, path="", message=message, help=None, **made)  # type: ignore[arg-type]
    despite = Finding(
        finding_class=FindingClass.ADVISED,
        path="",
        message=f"{message}, unless the image contains another program",
        help=None,
        **made,  # type: ignore[arg-type]
    )
    assert unconditional([fact, advice, despite]) == [(finding.rule, message)]


def test_examples_of_rules_about_configurations() -> None:
    examples = [text for rule in every_rule() for example in (rule.bad, rule.good) for text in files(example).values()]
    found = [
        one for text in examples for release in (None, "1.22", "1.37") for one in _findings(validate(text, release))
    ]
    assert len({one.rule for one in found}) > 50
    assert unconditional(found) == []


def test_cases_side_by_side_as_in_a_large_repository(tmp_path: Path) -> None:
    cases = [case for case in all_cases() if case.citations]
    for number, case in enumerate(cases):
        for name, text in case.texts.items():
            path = tmp_path / str(number) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    found = [one for report in validate_files([str(tmp_path)], Options()) for one in _findings(report)]
    assert len(found) > len(cases)
    assert unconditional(found) == []


def _findings(report: FileReport) -> list[Finding]:
    return [finding for document in report.documents for finding in document.findings]
