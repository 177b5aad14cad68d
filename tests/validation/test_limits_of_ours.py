"""Configurations that are nested deeper than this program reads; numbers that Go rounds, or that overflow there."""

import pytest

from schedcfg import IN_TREE_ONLY, releases, validate
from schedcfg.configuration.effective.written import written
from schedcfg.findings import FindingClass, Severity, Verdict
from tests.conformance.completions import completed

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
DEEP = "[" * 9000 + "]" * 9000
ARGS = '{{"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", "profiles": [{}]}}'


@pytest.mark.parametrize(
    "text",
    [
        ARGS.format(f'{{"pluginConfig": [{{"name": "Own", "args": {{"x": {DEEP}}}}}]}}'),
        HEAD + f"profiles: [{{pluginConfig: [{{name: Own, args: {{x: {DEEP[8700:9300]}}}}}]}}]\n",
        HEAD + f"profiles: [{{pluginConfig: [{{name: Own, args: {{x: {DEEP}}}}}]}}]\n",
    ],
    ids=["json", "yaml", "yaml deeper than its reader goes"],
)
def test_args_that_nobody_reads_may_be_nested_deep(text: str) -> None:
    (document,) = validate(text, "1.29").documents
    assert document.verdict is Verdict.ACCEPTED
    found = [finding for finding in document.findings if finding.rule == "too-deep"]
    assert [finding.finding_class for finding in found] == [FindingClass.ADVISED]
    assert found[0].severity in {Severity.ERROR, Severity.WARNING}


def test_what_has_another_type_is_refused_however_deep_it_is() -> None:
    report = validate(HEAD + f"profiles: {DEEP[8700:9300]}\n", "1.29")
    assert report.verdict is Verdict.REFUSED


@pytest.mark.parametrize(("qps", "rate"), [("1e-50", 50), ("0", 50), ("1e-45", 1e-45), ("16777217", 16777216)])
def test_a_rate_is_a_float_of_32_bits(qps: str, rate: float) -> None:
    configuration = completed(HEAD + f"clientConnection: {{qps: {qps}}}\n", releases.at("1.29"))
    assert written(configuration, IN_TREE_ONLY)["clientConnection"]["qps"] == rate  # type: ignore[index]


@pytest.mark.parametrize(
    ("retry", "verdict"),
    [
        ("2200000h", Verdict.ACCEPTED),
        ("2000000h", Verdict.REFUSED),
        ("8333ms", Verdict.ACCEPTED),
        ("8334ms", Verdict.REFUSED),
    ],
)
def test_a_retry_period_with_its_jitter_may_overflow(retry: str, verdict: Verdict) -> None:
    report = validate(HEAD + f"leaderElection: {{retryPeriod: {retry}}}\n", "1.29")
    assert report.verdict is verdict
