"""What a refusal says: the reason, since when, and what to do."""

import pytest

from schedcfg import IN_TREE_ONLY, validate
from schedcfg.releases import NEWEST
from schedcfg.validation.options import Options

HEAD = "apiVersion: kubescheduler.config.k8s.io/{version}\nkind: KubeSchedulerConfiguration\n"

CASES = [
    # body, release, version, message has, help has
    ("paralelism: 1", "1.29", "v1", "unknown field `paralelism`", "Did you mean `parallelism`?"),
    ("Parallelism: 1", "1.29", "v1", "unknown field `Parallelism`", "field names are case-sensitive"),
    ("schedulerName: a", "1.29", "v1", "unknown field `schedulerName`", "`profiles[0].schedulerName`"),
    ("profiles: [{extenders: []}]", "1.29", "v1", "unknown field `extenders`", "belongs at the top level"),
    ("profiles: [{percentageOfNodesToScore: 1}]", "1.25", "v1", "exists since 1.26", "1.26 or later"),
    ("profiles: [{percentageOfNodesToScore: 1}]", "1.27", "v1beta3", "exists since 1.26, in v1", "--to v1"),
    ("delayCacheUntilActive: true", "1.27", "v1", "exists since 1.28", "1.28 or later"),
    ("healthzBindAddress: ''", "1.29", "v1", "the last version with it was v1beta2", "Remove it"),
    ("xyzzy: 1", "1.29", "v1", "unknown field `xyzzy`", "Known fields: apiVersion, kind"),
    ("parallelism: '16'", "1.29", "v1", 'a whole number, found the string "16"', "Remove the quotes: `16`"),
    ("parallelism: 1.5", "1.29", "v1", "a whole number, found the number 1.5", ""),
    ("enableProfiling: 'true'", "1.29", "v1", "a boolean", "Remove the quotes: `true`"),
    ("profiles: [{schedulerName: yes}]", "1.29", "v1", "a string, found the boolean true", "in quotes"),
    ("profiles: {schedulerName: a}", "1.29", "v1", "a list, found a mapping", "`- `"),
    ("leaderElection: {leaseDuration: 15}", "1.29", "v1", "a duration with a unit", "Write `15s`"),
    ("leaderElection: {leaseDuration: 1d}", "1.29", "v1", 'unknown unit "d"', "`15s`, `1m30s` or `500ms`"),
    ("leaderElection: {leaseDuration: }", "1.29", "v1", "cannot be read from null", "omit the field"),
    ("percentageOfNodesToScore: 50%", "1.29", "v1", "a whole number", "Write the number alone: `50`."),
    ("leaderElection: {leaderElectResourceName: a}", "1.29", "v1", "unknown field", "Did you mean `resourceName`?"),
    ("leaderElection: {leaderElectRetryPeriod: 2s}", "1.29", "v1", "unknown field", "Did you mean `retryPeriod`?"),
    ("profiles: [{name: a}]", "1.29", "v1", "unknown field `name`", "Did you mean `schedulerName`?"),
    ("featureGates: {A: true}", "1.29", "v1", "unknown field `featureGates`", "the flag `--feature-gates`"),
    ("securePort: 10259", "1.29", "v1", "unknown field `securePort`", "the flag `--secure-port`"),
    ("profiles: [{plugins: {score: [{name: A}]}}]", "1.29", "v1", "a mapping, found a list", "Write `enabled:`"),
    (
        "profiles: [{plugins: {score: {enabled: true}}}]",
        "1.29",
        "v1",
        "a list, found the boolean",
        "`- name: <plugin>`",
    ),
    ("profiles: [{plugins: {score: {disabled: [Spread]}}}]", "1.29", "v1", "a mapping", "Write `- name: Spread`."),
    (
        "extenders: [{urlPrefix: http://a.b, managedResources: [example.com/gpu]}]",
        "1.29",
        "v1",
        "a mapping",
        "Write `- name: example.com/gpu`.",
    ),
    (
        "profiles: [{pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: MostAllocated}}]}]",
        "1.29",
        "v1",
        "a mapping",
        "Write `type: MostAllocated`.",
    ),
    (
        "profiles: [{pluginConfig: [{name: InterPodAffinity, args: foo}]}]",
        "1.18",
        "v1alpha2",
        "a mapping",
        "Write one `field: value` per line.",
    ),
    ("profiles: [{plugins: {unreserve: {}}}]", "1.22", "v1beta1", "the last version with it was", "Write `reserve`"),
    (
        "profiles: [{pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: {}}}]}]",
        "1.21",
        "v1beta1",
        "exists since 1.22",
        "1.22 or later",
    ),
    (
        "profiles: [{pluginConfig: [{name: NodeAffinity, args: {apiVersion: kubescheduler.config.k8s.io/v1beta3}}]}]",
        "1.29",
        "v1",
        "the configuration is of `kubescheduler.config.k8s.io/v1`",
        "omit `apiVersion` and `kind`",
    ),
]


@pytest.mark.parametrize(("body", "release", "version", "message", "advice"), CASES)
def test_message_and_help(body: str, release: str, version: str, message: str, advice: str) -> None:
    report = validate(HEAD.format(version=version) + body + "\n", release, options=Options(registry=IN_TREE_ONLY))
    finding = next(one for one in report.documents[0].findings if one.finding_class == "refused")
    assert message in finding.message
    assert advice in (finding.help or "")


@pytest.mark.parametrize(
    ("api_version", "release", "message", "advice"),
    [
        ("kubescheduler.config.k8s.io/v1beta2", "1.29", "served by 1.22 to 1.27", "schedcfg migrate --to v1"),
        (
            "kubescheduler.config.k8s.io/v1",
            "1.24",
            f"does not serve `v1` (served by 1.25 to {NEWEST})",
            "--to v1beta3",
        ),
        ("kubescheduler.config.k8s.io/v1beta9", "1.29", "is not an API version", "apiVersion: kubescheduler"),
        ("kubescheduler.config.k8s.io/v1beta4", "1.29", "is not an API version", "/v1`. If `v1beta3` is meant"),
        ("kubescheduler.config.k8s.io/__internal", "1.29", "internal version", "kubescheduler.config.k8s.io/v1"),
        ("v1", "1.29", "serves v1 of `kubescheduler.config.k8s.io`", "kubescheduler.config.k8s.io/v1"),
    ],
)
def test_api_versions(api_version: str, release: str, message: str, advice: str) -> None:
    report = validate(f"apiVersion: {api_version}\nkind: KubeSchedulerConfiguration\n", release)
    (finding,) = report.documents[0].findings
    assert message in finding.message
    assert advice in (finding.help or "")


def test_a_number_that_wraps_around_is_read_as_1_22_reads_it() -> None:
    text = HEAD.format(version="v1beta2") + "clientConnection: {burst: 10000000000}\n"
    old = validate(text, "1.22").documents[0]
    assert old.verdict == "accepted"
    assert any("silently reads 1410065408" in finding.message for finding in old.findings)
    assert validate(text, "1.23").documents[0].verdict == "refused"
    assert validate(text.replace("10000000000", "4294967296"), "1.22").documents[0].verdict == "refused"
