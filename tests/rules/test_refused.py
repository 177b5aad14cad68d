"""Each rule that says "refused": a file that breaks it, where, and the same file without the mistake."""

import pkgutil

import pytest

from schedcfg import IN_TREE_ONLY, FindingClass, Role, Severity, Verdict, declared, validate
from schedcfg.rules import advised, manifests, refused
from schedcfg.rules.cards import reading_cards
from schedcfg.rules.registry import every_rule, refused_rules
from schedcfg.validation.options import Options

HEAD = "apiVersion: kubescheduler.config.k8s.io/{version}\nkind: KubeSchedulerConfiguration\n"

CASES = [
    # rule, release, API version, broken, path, fixed
    # 1.37 completes no Args of a plugin that only the point for groups of Pods names.
    (
        "plugin-args",
        "1.37",
        "v1",
        "profiles: [{plugins: {multiPoint: {disabled: [{name: DefaultPreemption}]}, "
        "podGroupPostFilter: {enabled: [{name: DefaultPreemption}]}}}]",
        "profiles[0].plugins.podGroupPostFilter.enabled[0].name",
        "profiles: [{plugins: {multiPoint: {disabled: [{name: DefaultPreemption}]}, "
        "podGroupPostFilter: {enabled: [{name: DefaultPreemption}]}}, pluginConfig: [{name: DefaultPreemption}]}]",
    ),
    (
        "score-overflow",
        "1.36",
        "v1",
        "profiles: [{plugins: {placementScore: {enabled: [{name: PodGroupPodsCount, weight: -1}]}}}]",
        "profiles[0].plugins.placementScore.enabled[0].name",
        "profiles: [{plugins: {placementScore: {enabled: [{name: PodGroupPodsCount, weight: 1}]}}}]",
    ),
    (
        "wrong-extension-point",
        "1.36",
        "v1",
        "profiles: [{plugins: {reserve: {enabled: [{name: GangScheduling}]}}}]",
        "profiles[0].plugins.reserve.enabled[0].name",
        "profiles: [{plugins: {permit: {enabled: [{name: GangScheduling}]}}}]",
    ),
    (
        "plugin-args",
        "1.36",
        "v1",
        "profiles: [{pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: "
        "{type: LeastAllocated, requestedToCapacityRatio: {}}}}]}]",
        "profiles[0].pluginConfig[0].args.scoringStrategy.requestedToCapacityRatio",
        "profiles: [{pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: {type: LeastAllocated}}}]}]",
    ),
    ("number-not-allowed", "1.29", "v1", "parallelism: 0", "parallelism", "parallelism: 1"),
    (
        "number-not-allowed",
        "1.29",
        "v1",
        "clientConnection: {burst: -1}",
        "clientConnection.burst",
        "clientConnection: {burst: 1}",
    ),
    (
        "number-not-allowed",
        "1.29",
        "v1",
        "percentageOfNodesToScore: 101",
        "percentageOfNodesToScore",
        "percentageOfNodesToScore: 100",
    ),
    (
        "number-not-allowed",
        "1.29",
        "v1",
        "profiles: [{percentageOfNodesToScore: -1}]",
        "profiles[0].percentageOfNodesToScore",
        "profiles: [{percentageOfNodesToScore: 0}]",
    ),
    (
        "number-not-allowed",
        "1.29",
        "v1",
        "podInitialBackoffSeconds: 20",
        "podMaxBackoffSeconds",
        "podInitialBackoffSeconds: 10",
    ),
    (
        "leader-election-timing",
        "1.29",
        "v1",
        "leaderElection: {leaseDuration: 10s}",
        "leaderElection.leaseDuration",
        "leaderElection: {leaseDuration: 11s}",
    ),
    (
        "leader-election-timing",
        "1.29",
        "v1",
        "leaderElection: {retryPeriod: 9s}",
        "leaderElection.renewDeadline",
        "leaderElection: {retryPeriod: 8s}",
    ),
    (
        "leader-election-lock",
        "1.29",
        "v1",
        "leaderElection: {resourceLock: endpoints}",
        "leaderElection.resourceLock",
        "leaderElection: {resourceLock: endpoints, leaderElect: false}",
    ),
    (
        "leader-election-lock",
        "1.24",
        "v1beta3",
        "leaderElection: {resourceLock: configmaps}",
        "leaderElection.resourceLock",
        "leaderElection: {resourceLock: configmapsleases}",
    ),
    (
        "bind-address",
        "1.22",
        "v1beta2",
        "healthzBindAddress: foo",
        "healthzBindAddress",
        "healthzBindAddress: 127.0.0.1",
    ),
    (
        "bind-address",
        "1.23",
        "v1beta2",
        "metricsBindAddress: 0.0.0.0:10251",
        "metricsBindAddress",
        "metricsBindAddress: 0.0.0.0:0",
    ),
    (
        "profile-name",
        "1.29",
        "v1",
        "profiles: [{schedulerName: a}, {}]",
        "profiles[1].schedulerName",
        "profiles: [{schedulerName: a}, {schedulerName: b}]",
    ),
    (
        "profile-name",
        "1.29",
        "v1",
        "profiles: [{schedulerName: a}, {schedulerName: a}]",
        "profiles[1].schedulerName",
        "profiles: [{}]",
    ),
    ("profile-name", "1.18", "v1alpha1", "schedulerName: ''", "profiles[0].schedulerName", "schedulerName: a"),
    (
        "duplicate-plugin-config",
        "1.20",
        "v1beta1",
        "profiles: [{pluginConfig: [{name: A}, {name: A}]}]",
        "profiles[0].pluginConfig[1]",
        "profiles: [{pluginConfig: [{name: A}, {name: B}]}]",
    ),
    (
        "common-queue-sort",
        "1.29",
        "v1",
        "profiles: [{schedulerName: a}, {schedulerName: b, plugins: {queueSort: {disabled: [{name: x}]}}}]",
        "profiles[1].plugins.queueSort",
        "profiles: [{schedulerName: a}, {schedulerName: b, plugins: {queueSort: {}}}]",
    ),
    (
        "removed-plugin",
        "1.22",
        "v1beta2",
        "profiles: [{plugins: {filter: {enabled: [{name: NodeLabel}]}}}]",
        "profiles[0].plugins.filter.enabled[0].name",
        "profiles: [{plugins: {filter: {disabled: [{name: NodeLabel}]}}}]",
    ),
    (
        "conflicting-score-plugins",
        "1.22",
        "v1beta1",
        "profiles: [{plugins: {score: {enabled: [{name: NodeResourcesFit}]}}}]",
        "profiles[0].plugins.score.enabled[0].name",
        "profiles: [{plugins: {score: {enabled: [{name: NodeResourcesFit}], "
        "disabled: [{name: NodeResourcesLeastAllocated}]}}}]",
    ),
    (
        "unknown-plugin",
        "1.29",
        "v1",
        "profiles: [{plugins: {multiPoint: {enabled: [{name: Nope}]}}}]",
        "profiles[0].plugins.multiPoint.enabled[0].name",
        "profiles: [{plugins: {multiPoint: {disabled: [{name: Nope}]}}}]",
    ),
    (
        "wrong-extension-point",
        "1.29",
        "v1",
        "profiles: [{plugins: {score: {enabled: [{name: NodeName}]}}}]",
        "profiles[0].plugins.score.enabled[0].name",
        "profiles: [{plugins: {filter: {enabled: [{name: NodeName}]}}}]",
    ),
    (
        "plugin-enabled-twice",
        "1.21",
        "v1beta1",
        "profiles: [{plugins: {score: {enabled: [{name: ImageLocality}]}}}]",
        "profiles[0].plugins.score.enabled[0].name",
        "profiles: [{plugins: {score: {enabled: [{name: ImageLocality}], disabled: [{name: ImageLocality}]}}}]",
    ),
    (
        "plugin-enabled-twice",
        "1.29",
        "v1",
        "profiles: [{plugins: {multiPoint: {enabled: [{name: NodeName}, {name: NodeName}]}}}]",
        "profiles[0].plugins.multiPoint.enabled[0].name",
        "profiles: [{plugins: {multiPoint: {enabled: [{name: NodeName}]}}}]",
    ),
    (
        "required-plugin",
        "1.29",
        "v1",
        "profiles: [{plugins: {bind: {disabled: [{name: '*'}]}}}]",
        "profiles[0].plugins.bind.disabled[0]",
        "profiles: [{plugins: {bind: {disabled: [{name: '*'}], enabled: [{name: DefaultBinder}]}}}]",
    ),
    (
        "required-plugin",
        "1.29",
        "v1",
        "profiles: [{plugins: {multiPoint: {disabled: [{name: PrioritySort}]}}}]",
        "profiles[0].plugins.multiPoint.disabled[0]",
        "profiles: [{plugins: {multiPoint: {disabled: [{name: PrioritySort}]}, "
        "queueSort: {enabled: [{name: PrioritySort}]}}}]",
    ),
    (
        "score-overflow",
        "1.29",
        "v1",
        "profiles: [{plugins: {score: {enabled: [{name: ImageLocality, weight: -1}]}}}]",
        "profiles[0].plugins.score.enabled[0].name",
        "profiles: [{plugins: {multiPoint: {enabled: [{name: ImageLocality, weight: -1}]}}}]",
    ),
    (
        # What does not score is added up, too: `pluginsNeeded` of 1.21.
        "score-overflow",
        "1.21",
        "v1beta1",
        "profiles: [{plugins: {filter: {disabled: [{name: NodeName}], enabled: [{name: NodeName, weight: -50000}]}}}]",
        "profiles[0].plugins.filter.enabled[0].name",
        "profiles: [{plugins: {filter: {disabled: [{name: NodeName}], enabled: [{name: NodeName, weight: 50000}]}}}]",
    ),
    (
        "plugin-args",
        "1.29",
        "v1",
        "profiles: [{pluginConfig: [{name: InterPodAffinity, args: {hardPodAffinityWeight: 101}}]}]",
        "profiles[0].pluginConfig[0].args.hardPodAffinityWeight",
        "profiles: [{pluginConfig: [{name: InterPodAffinity, args: {hardPodAffinityWeight: 100}}]}]",
    ),
    (
        "extender-not-allowed",
        "1.29",
        "v1",
        "extenders: [{prioritizeVerb: p}]",
        "extenders[0].weight",
        "extenders: [{prioritizeVerb: p, weight: 1}]",
    ),
    (
        "extender-not-allowed",
        "1.29",
        "v1",
        "extenders: [{bindVerb: b}, {bindVerb: b}]",
        "extenders[1].bindVerb",
        "extenders: [{bindVerb: b}]",
    ),
    (
        "extender-not-allowed",
        "1.29",
        "v1",
        "extenders: [{managedResources: [{name: cpu}]}]",
        "extenders[0].managedResources[0].name",
        "extenders: [{managedResources: [{name: example.com/gpu}]}]",
    ),
    (
        "extender-tls",
        "1.29",
        "v1",
        "extenders: [{tlsConfig: {insecure: true, caFile: /ca}}]",
        "extenders[0].tlsConfig.insecure",
        "extenders: [{tlsConfig: {insecure: true}}]",
    ),
    (
        "ignored-resources",
        "1.29",
        "v1",
        "extenders: [{managedResources: [{name: a.b/c, ignoredByScheduler: true}]}]\n"
        "profiles: [{plugins: {multiPoint: {disabled: [{name: NodeResourcesFit}]}}}]",
        "extenders[0].managedResources[0].ignoredByScheduler",
        "extenders: [{managedResources: [{name: a.b/c, ignoredByScheduler: true}]}]",
    ),
    (
        "leader-election-lock",
        "1.18",
        "v1alpha1",
        "leaderElection: {lockObjectName: a, resourceName: b}",
        "leaderElection.resourceName",
        "leaderElection: {lockObjectName: a, resourceName: a}",
    ),
    (
        "number-not-allowed",
        "1.18",
        "v1alpha1",
        "hardPodAffinitySymmetricWeight: 101",
        "hardPodAffinitySymmetricWeight",
        "hardPodAffinitySymmetricWeight: 100",
    ),
    (
        "algorithm-provider",
        "1.18",
        "v1alpha1",
        "algorithmSource: {provider: Nope}",
        "algorithmSource.provider",
        "algorithmSource: {provider: ClusterAutoscalerProvider}",
    ),
    (
        "algorithm-provider",
        "1.18",
        "v1alpha1",
        "algorithmSource: {provider: default}",
        "algorithmSource.provider",
        "algorithmSource: {provider: ''}",
    ),
    ("unknown-field", "1.29", "v1", "foo: 1", "foo", ""),
    (
        "unknown-field",
        "1.25",
        "v1",
        "profiles: [{percentageOfNodesToScore: 5}]",
        "profiles[0].percentageOfNodesToScore",
        "percentageOfNodesToScore: 5",
    ),
    ("wrong-type", "1.29", "v1", "parallelism: '16'", "parallelism", "parallelism: 16.0"),
    (
        "invalid-format",
        "1.29",
        "v1",
        "leaderElection: {leaseDuration: 15}",
        "leaderElection.leaseDuration",
        "leaderElection: {leaseDuration: 15s}",
    ),
    ("number-out-of-range", "1.29", "v1", "parallelism: 2147483648", "parallelism", "parallelism: 2147483647"),
    ("duplicate-key", "1.29", "v1", "parallelism: 1\nparallelism: 1", "parallelism", "parallelism: 1"),
    (
        "wrong-args-type",
        "1.29",
        "v1",
        "profiles: [{pluginConfig: [{name: NodeAffinity, args: {kind: InterPodAffinityArgs}}]}]",
        "profiles[0].pluginConfig[0].args.kind",
        "profiles: [{pluginConfig: [{name: NodeAffinity, args: {kind: NodeAffinityArgs}}]}]",
    ),
]


def refusals(body: str, release: str, version: str) -> list[tuple[str, str]]:
    report = validate(
        HEAD.format(version=version) + body + "\n", release, options=Options(registry=IN_TREE_ONLY, role=Role.CONFIG)
    )
    found = [
        (finding.rule, finding.path)
        for document in report.documents
        for finding in document.findings
        if finding.finding_class is FindingClass.REFUSED
    ]
    assert (report.verdict is Verdict.REFUSED) == bool(found)
    return found


@pytest.mark.parametrize(("rule", "release", "version", "broken", "path", "mended"), CASES)
def test_rule(rule: str, release: str, version: str, broken: str, path: str, mended: str) -> None:
    found = refusals(broken, release, version)
    assert found
    assert {name for name, _ in found} == {rule} or rule == "invalid-format"
    assert path in {place for _, place in found}
    assert refusals(mended, release, version) == []


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("podInitialBackoffSeconds: 20\n", 3),
        ("podInitialBackoffSeconds: 20\npodMaxBackoffSeconds: 10\n", 4),
        ("leaderElection:\n  leaderElect: true\n  retryPeriod: 9s\n", 5),
        ("leaderElection:\n  leaderElect: true\n  renewDeadline: 20s\n", 5),
        ("leaderElection:\n  renewDeadline: 10s\n  leaseDuration: 10s\n", 5),
    ],
)
def test_a_relation_between_fields_is_reported_at_one_that_the_user_wrote(body: str, line: int) -> None:
    (document,) = validate(HEAD.format(version="v1") + body, "1.33").documents
    assert [finding.start.line for finding in document.findings] == [line]


def test_ids_are_unique_words() -> None:
    ids = [one.id for one in (*every_rule(), *reading_cards())]
    assert len(set(ids)) == len(ids)
    assert all(one.replace("-", "").isalpha() and one == one.lower() for one in ids)


def test_each_rule_says_what_why_and_who() -> None:
    for rule in every_rule():
        assert rule.title, rule.id
        assert rule.why, rule.id
        assert rule.source, rule.id


def test_each_refusal_has_a_case() -> None:
    assert {rule.id for rule in refused_rules() if not rule.bad} <= {case[0] for case in CASES}


def test_everything_wrong_is_said_at_once_in_order_and_once() -> None:
    body = "parallelism: '16'\nprofiles:\n- schedulerName: ''\n  plugins: {score: {enabled: [{name: Nope}]}}\nfoo: 1\n"
    report = validate(HEAD.format(version="v1") + body, "1.29", options=Options(registry=IN_TREE_ONLY))
    findings = report.documents[0].findings
    assert [finding.rule for finding in findings] == ["wrong-type", "profile-name", "unknown-plugin", "unknown-field"]
    assert len(set(findings)) == len(findings)
    assert [finding.start.line for finding in findings] == [3, 5, 6, 7]


def test_what_could_not_be_read_hides_nothing_and_causes_nothing() -> None:
    body = (
        "profiles:\n- schedulerNam: a\n  plugins: {score: {enabled: [{name: 5}, {name: Nope}]}}\n"
        "- schedulerName: default-scheduler\n"
    )
    report = validate(HEAD.format(version="v1") + body, "1.29", options=Options(registry=IN_TREE_ONLY))
    assert [(finding.rule, finding.path) for finding in report.documents[0].findings] == [
        ("unknown-field", "profiles[0].schedulerNam"),
        ("wrong-type", "profiles[0].plugins.score.enabled[0].name"),
        ("unknown-plugin", "profiles[0].plugins.score.enabled[1].name"),
    ]


@pytest.mark.parametrize(
    "body",
    [
        "profiles: [{plugins: {multiPoint: {enabled: [{name: MyOwn}]}}}]",
        "profiles: [{plugins: {multiPoint: {enabled: [{name: MyOwn}], disabled: [{name: '*'}]}}}]",
        "profiles: [{plugins: {queueSort: {enabled: [{name: MyOwn}], disabled: [{name: '*'}]}}}]",
    ],
)
def test_a_plugin_of_which_nothing_is_known_is_given_the_benefit_of_the_doubt(body: str) -> None:
    report = validate(HEAD.format(version="v1") + body + "\n", "1.29")
    assert report.verdict is Verdict.ACCEPTED
    findings = [finding for finding in report.documents[0].findings if finding.severity is not Severity.INFO]
    assert [finding.rule for finding in findings] == ["undeclared-plugin"]


def test_a_second_sort_plugin_is_refused_whoever_wrote_it() -> None:
    body = "profiles: [{plugins: {queueSort: {enabled: [{name: Coscheduling}]}}}]\n"
    report = validate(HEAD.format(version="v1") + body, "1.29")
    (finding,) = (one for one in report.documents[0].findings if one.finding_class is FindingClass.REFUSED)
    assert finding.rule == "required-plugin"
    assert "`Coscheduling`" in finding.message
    assert finding.help == "Disable the default: `queueSort: {disabled: [{name: PrioritySort}]}`."


def test_a_rule_is_named_like_its_file() -> None:
    folders = (advised, refused, manifests)
    files = [module.name for folder in folders for module in pkgutil.iter_modules(folder.__path__)]
    assert sorted(one.id.replace("-", "_") for one in every_rule()) == sorted(files)


SEVERAL = """\
profiles:
- plugins:
    placementGenerate:
      enabled: [{name: TopologyPlacementGenerator}, {name: Mine}]
"""


def test_one_plugin_finds_placements() -> None:
    options = Options(registry=declared(frozenset({"Mine"})))
    report = validate(HEAD.format(version="v1") + SEVERAL, "1.36", options=options)
    assert [
        (finding.rule, finding.path) for finding in report.documents[0].findings if finding.rule == "required-plugin"
    ] == [("required-plugin", "profiles[0].plugins.placementGenerate.enabled[1]")]
    alone = SEVERAL.replace("{name: TopologyPlacementGenerator}, ", "")
    assert validate(HEAD.format(version="v1") + alone, "1.36", options=options).verdict is Verdict.ACCEPTED
