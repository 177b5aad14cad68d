"""Each rule that advises: a file with which the scheduler starts, and what is said about it."""

import pytest

from schedcfg import FindingClass, Severity, Verdict, declared, validate
from schedcfg.validation.options import Options

HEAD = "apiVersion: kubescheduler.config.k8s.io/{version}\nkind: KubeSchedulerConfiguration\n"


def advice(body: str, release: str, version: str = "v1") -> list[tuple[str, Severity, str]]:
    report = validate(HEAD.format(version=version) + body, release)
    assert report.verdict is Verdict.ACCEPTED
    findings = report.documents[0].findings
    assert all(finding.finding_class is FindingClass.ADVISED for finding in findings)
    return [(finding.rule, finding.severity, finding.help or "") for finding in findings]


def enabling(name: str) -> str:
    return f"profiles: [{{plugins: {{score: {{enabled: [{{name: {name}}}]}}}}}}]\n"


def test_a_name_of_ones_own_is_a_warning() -> None:
    ((rule, severity, help_),) = advice(enabling("HelloWorldPlugin"), "1.29")
    assert (rule, severity) == ("undeclared-plugin", Severity.WARNING)
    assert "--plugin HelloWorldPlugin" in help_


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("imagelocality", "ImageLocality"),
        ("ImageLocalty", "ImageLocality"),
        ("ImageLoaclity", "ImageLocality"),
        ("NodeResourceFit", "NodeResourcesFit"),
        ("coscheduling", "Coscheduling"),
    ],
)
def test_a_likely_misspelling_is_an_error(name: str, meant: str) -> None:
    ((rule, severity, help_),) = advice(enabling(name), "1.29")
    assert (rule, severity) == ("undeclared-plugin", Severity.ERROR)
    assert f"Did you mean `{meant}`?" in help_


def test_a_removed_plugin_is_an_error_that_names_its_successor() -> None:
    ((rule, severity, help_),) = advice(enabling("NodeResourcesMostAllocated"), "1.29")
    assert (rule, severity) == ("undeclared-plugin", Severity.ERROR)
    assert "1.18 to 1.22" in help_
    assert "NodeResourcesFit" in help_


@pytest.mark.parametrize("name", ["NetworkTraffic", "TargetLoadPacking", "ImageLocality"])
def test_known_names_need_no_declaration(name: str) -> None:
    body = "profiles: [{plugins: {score: {enabled: [{name: " + name + ", weight: 16}]}}}]\n"
    assert [rule for rule, severity, _ in advice(body, "1.29") if severity != Severity.INFO] == []


def test_an_old_api_version_names_the_way_out() -> None:
    ((rule, severity, help_),) = advice("", "1.28", "v1beta3")
    assert (rule, severity) == ("old-api-version", Severity.WARNING)
    assert "schedcfg migrate --to v1" in help_
    assert advice("", "1.28") == []


@pytest.mark.parametrize(
    ("release", "version", "rule"),
    [
        ("1.24", "v1beta2", "old-api-version"),
        ("1.25", "v1beta2", "deprecated-api-version"),
        ("1.26", "v1beta2", "deprecated-api-version"),
        ("1.27", "v1beta2", "old-api-version"),
        ("1.26", "v1beta3", "deprecated-api-version"),
        ("1.28", "v1beta3", "old-api-version"),
    ],
)
def test_either_the_release_warns_itself_or_we_do(release: str, version: str, rule: str) -> None:
    assert [found for found, _, _ in advice("", release, version)] == [rule]


def test_later_documents_are_never_read() -> None:
    text = HEAD.format(version="v1") + "---\n" + HEAD.format(version="v1") + "foo: 1\n"
    from schedcfg import Role

    report = validate(text, "1.29", options=Options(role=Role.CONFIG))
    assert report.verdict is Verdict.ACCEPTED
    assert [finding.rule for finding in report.documents[0].findings] == ["unread-document"]


def test_text_that_cannot_be_read_is_never_read_behind_the_first_document() -> None:
    report = validate(HEAD.format(version="v1") + "...\nextenders: []\n", "1.29")
    [finding] = report.documents[0].findings
    assert report.verdict is Verdict.ACCEPTED
    assert (finding.rule, finding.severity, finding.start.line) == ("unread-document", Severity.ERROR, 4)


def network_traffic(args: str) -> str:
    enabled = "plugins: {score: {enabled: [{name: NetworkTraffic, weight: 16}]}}"
    return f"profiles: [{{{enabled}, pluginConfig: [{{name: NetworkTraffic, args: {{{args}}}}}]}}]\n"


def test_both_variants_of_network_traffic_are_known() -> None:
    assert advice(network_traffic("prometheusAddress: 'http://p:9090', timeRangeInMinutes: 3"), "1.29") == []
    assert advice(network_traffic("ip: 'http://p:9090', deviceName: eth0, timeRange: 60"), "1.29") == []


@pytest.mark.parametrize(
    "args", ["prometheusAddres: x", "timeRangeInMinutes: '5'", "prometheusAddress: x, deviceName: eth0"]
)
def test_args_of_neither_variant_are_advised_against(args: str) -> None:
    ((rule, severity, _),) = advice(network_traffic(args), "1.29")
    assert (rule, severity) == ("unlike-published", Severity.WARNING)


def test_a_declared_network_traffic_is_validated_as_its_code_does() -> None:
    text = HEAD.format(version="v1beta1") + network_traffic("prometheusAddres: x")
    report = validate(text, "1.19", options=Options(registry=declared(frozenset({"NetworkTraffic"}))))
    assert report.verdict is Verdict.REFUSED
    assert [finding.rule for finding in report.documents[0].findings] == ["unknown-field", "old-api-version"][::-1]


def test_v1alpha1_forgives_unknown_fields_with_a_warning() -> None:
    found = advice("foo: 1\n", "1.18", "v1alpha1")
    assert ("unknown-field", Severity.WARNING) in [(rule, severity) for rule, severity, _ in found]
