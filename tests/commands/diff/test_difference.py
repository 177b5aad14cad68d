"""What differs shows, with its reason; what does not matter stays away."""

import textwrap

import pytest

from schedcfg import Difference, Role, Verdict, diff, diff_releases, releases
from schedcfg.commands.diff.results import (
    AnyChange,
    ArgsChange,
    Cause,
    ChangeKind,
    ExtenderChange,
    OrderChange,
    PluginChange,
    ProfileChange,
    SettingChange,
    SharesChange,
)
from schedcfg.commands.diff.rows import heading, rows
from schedcfg.commands.diff.text import in_numbers
from schedcfg.validation.options import Options


def config(body: str = "", version: str = "v1") -> str:
    head = f"apiVersion: kubescheduler.config.k8s.io/{version}\nkind: KubeSchedulerConfiguration\n"
    return head + textwrap.dedent(body)


def profile(body: str, version: str = "v1") -> str:
    return config("profiles:\n- " + textwrap.indent(textwrap.dedent(body), "  ").strip() + "\n", version)


def changes(left: str, right: str, kubernetes: str | None = None) -> list[AnyChange]:
    difference = diff(left, right, kubernetes)
    assert difference.compared, difference
    return list(difference.changes)


FIT = """
pluginConfig:
- name: NodeResourcesFit
  args:
    {fields}
"""


def fit(*fields: str) -> str:
    return profile(FIT.format(fields="\n    ".join(fields)))


TWO_EXTENDERS = """
extenders:
- {{urlPrefix: "http://a", {a}}}
- {{urlPrefix: "http://b", {b}}}
"""

NO_FIT = """
profiles:
- plugins:
    preFilter: {disabled: [{name: NodeResourcesFit}]}
    filter: {disabled: [{name: NodeResourcesFit}]}
"""
MANAGED = """
extenders:
- {{urlPrefix: "http://a", filterVerb: f, managedResources: [{{name: a.b/c{}}}]}}
"""

ALIKE = {
    "comments and spelling": (config("parallelism: 16\n"), config("# as ever\n'parallelism': 0x10\n")),
    "a default written out": (config(), config("parallelism: 16\nleaderElection: {leaseDuration: 15s}\n")),
    "the same duration": (
        config("leaderElection: {leaseDuration: 120s}\n"),
        config("leaderElection: {leaseDuration: 2m}\n"),
    ),
    "the API version alone": (config(version="v1beta3"), config(version="v1")),
    "default Args written out": (config(), fit("scoringStrategy: {type: LeastAllocated}")),
    "the order of resources": (
        fit("scoringStrategy: {type: MostAllocated, resources: [{name: cpu, weight: 2}, {name: memory, weight: 3}]}"),
        fit("scoringStrategy: {resources: [{name: memory, weight: 3}, {name: cpu, weight: 2}], type: MostAllocated}"),
    ),
    "the order of names": (fit("ignoredResources: [a.b/c, a.b/d]"), fit("ignoredResources: [a.b/d, a.b/c]")),
    "an empty list": (config(), fit("ignoredResources: []")),
    "a weight where none counts": (
        profile("plugins: {filter: {enabled: [{name: MyPlugin}]}}"),
        profile("plugins: {filter: {enabled: [{name: MyPlugin, weight: 7}]}}"),
    ),
    "a weight that is the default": (
        profile("plugins: {score: {enabled: [{name: MyPlugin}]}}"),
        profile("plugins: {score: {enabled: [{name: MyPlugin, weight: 1}]}}"),
    ),
    "the order of scores": (
        profile("plugins: {score: {enabled: [{name: A}, {name: B}]}}"),
        profile("plugins: {score: {enabled: [{name: B}, {name: A}]}}"),
    ),
    "a default weight at its point": (
        config(),
        profile("plugins: {score: {enabled: [{name: TaintToleration, weight: 3}]}}"),
    ),
    "multiPoint or its points": (
        profile("plugins: {multiPoint: {disabled: [{name: ImageLocality}]}}"),
        profile("plugins: {score: {disabled: [{name: ImageLocality}]}}"),
    ),
    "Args of a plugin that does not run": (
        config(),
        profile("pluginConfig: [{name: NotThere, args: {foo: 1}}]"),
    ),
    "the order of profiles": (
        config("profiles: [{schedulerName: a}, {schedulerName: b, percentageOfNodesToScore: 5}]\n"),
        config("profiles: [{schedulerName: b, percentageOfNodesToScore: 5}, {schedulerName: a}]\n"),
    ),
    "a percentage said for all or for each": (
        config("percentageOfNodesToScore: 5\n"),
        profile("percentageOfNodesToScore: 5"),
    ),
    "leases of those who elect no leader": (
        config("leaderElection: {leaderElect: false}\n"),
        config("leaderElection: {leaderElect: false, leaseDuration: 99s}\n"),
    ),
    "contention profiling without profiling": (
        config("enableProfiling: false\n"),
        config("enableProfiling: false\nenableContentionProfiling: true\n"),
    ),
    "the weight of an extender that does not rate": (
        config(TWO_EXTENDERS.format(a="filterVerb: f", b="filterVerb: f")),
        config(TWO_EXTENDERS.format(a="filterVerb: f, weight: 3", b="filterVerb: f, httpTimeout: 5s")),
    ),
    "a switch that only newer releases have": (config(), config("delayCacheUntilActive: false\n")),
}


def only(point: str, plugin: str, version: str, rest: str = "") -> str:
    """Run one plugin at a point, and nothing by default."""
    sets = f"{{{point}: {{disabled: [{{name: '*'}}], enabled: [{{name: {plugin}}}]}}}}"
    return profile(f"plugins: {sets}\n{rest}", version)


MOST = "pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: {type: MostAllocated}}}]"

ALIKE_IN = {
    "addresses that nothing is served at": (
        "1.24",
        config("healthzBindAddress: ''\n", "v1beta2"),
        config("healthzBindAddress: 0.0.0.0:0\nmetricsBindAddress: 0.0.0.0:0\n", "v1beta2"),
    ),
    "the ratings of VolumeBinding, which are all 0": (
        "1.29",
        profile("plugins: {score: {enabled: [{name: VolumeBinding, weight: 9}]}}"),
        profile("plugins: {score: {disabled: [{name: VolumeBinding}]}}"),
    ),
    "a strategy that nobody scores by": (
        "1.29",
        profile("plugins: {score: {disabled: [{name: NodeResourcesFit}]}}"),
        profile(f"plugins: {{score: {{disabled: [{{name: NodeResourcesFit}}]}}}}\n{MOST}"),
    ),
    "a plugin that became a strategy": (
        "1.22",
        only("score", "NodeResourcesMostAllocated", "v1beta1"),
        only("score", "NodeResourcesFit", "v1beta2", MOST),
    ),
    "resources that no plugin asks for": (
        "1.21",
        config(NO_FIT + MANAGED.format(""), "v1beta1"),
        config(NO_FIT + MANAGED.format(", ignoredByScheduler: true"), "v1beta1"),
    ),
}


@pytest.mark.parametrize("what", ALIKE_IN)
def test_what_a_release_makes_nothing_of_does_not_show(what: str) -> None:
    release, left, right = ALIKE_IN[what]
    assert changes(left, right, release) == []
    assert changes(right, left, release) == []


def test_a_filter_that_runs_twice_gives_the_same_answer() -> None:
    names = ", ".join(f"{{name: {name}}}" for name in ("NodeName", "NodePorts", "NodeAffinity", "VolumeZone"))
    found = diff_releases(profile(f"plugins: {{filter: {{enabled: [{names}]}}}}", "v1beta3"), "1.25", "1.26").changes
    assert not [one for one in found if isinstance(one, PluginChange) and one.point == "filter"]


def test_what_1_18_does_by_itself_is_no_other_behavior() -> None:
    found = changes(config("bindTimeoutSeconds: 300\n", "v1alpha2"), config(version="v1beta1"))
    plugins = {one.plugin for one in found if isinstance(one, PluginChange)}
    assert not plugins & {"VolumeBinding", "DefaultPreemption"}
    assert not any(one.path == "bindTimeoutSeconds" for one in found if type(one) is SettingChange)
    (timeout,) = (one for one in found if isinstance(one, ArgsChange) and one.plugin == "VolumeBinding")
    assert timeout.before is not None
    assert timeout.after is not None
    assert (timeout.path, timeout.before.value, timeout.after.value) == ("bindTimeoutSeconds", 300, 600)
    assert str(timeout.reason.left) == "line 3"


def test_preemption_that_1_18_was_reported_not_to_do_comes_with_its_plugin() -> None:
    found = changes(config("disablePreemption: true\n", "v1alpha2"), config(version="v1beta1"))
    (come,) = (one for one in found if isinstance(one, PluginChange) and one.plugin == "DefaultPreemption")
    assert (come.point, come.kind, come.reason.cause) == ("postFilter", ChangeKind.ADDED, Cause.FILE)
    assert str(come.reason.left) == "line 3"


def test_a_plugin_of_ones_own_shows_what_it_is_kept_from() -> None:
    enabled = "multiPoint: {enabled: [{name: Mine}]}"
    one, other = (
        profile(f"plugins: {{{enabled}}}"),
        profile(f"plugins: {{{enabled}, filter: {{disabled: [{{name: Mine}}]}}}}"),
    )
    (change,) = changes(one, other)
    assert isinstance(change, PluginChange)
    assert change.after is not None
    assert (change.point, change.after.kept_from) == ("multiPoint", ("filter",))


def test_whether_a_policy_has_every_predicate_asked() -> None:
    policy = "kind: Policy\napiVersion: v1\npredicates: [{name: PodFitsResources}]\n"
    (change,) = changes(policy, f"{policy}alwaysCheckAllPredicates: true\n")
    assert isinstance(change, SettingChange)
    assert (change.path, change.before, change.reason.cause) == ("alwaysCheckAllPredicates", None, Cause.FILE)


@pytest.mark.parametrize("what", ALIKE)
def test_what_does_not_matter_does_not_show(what: str) -> None:
    left, right = ALIKE[what]
    assert changes(left, right) == []
    assert changes(right, left) == []


def test_a_setting() -> None:
    (change,) = changes(config(), config("parallelism: 32\n"))
    assert isinstance(change, SettingChange)
    assert change.before is not None
    assert change.after is not None
    assert (change.path, change.before.value, change.after.value) == ("parallelism", 16, 32)
    assert change.reason.cause is Cause.FILE
    assert str(change.reason.left) == "default of v1"
    assert str(change.reason.right) == "line 3"
    assert change.reason.source is not None
    assert change.reason.source.url.startswith(
        f"https://github.com/kubernetes/kubernetes/blob/{releases.at(releases.NEWEST).source_version}/staging/"
    )


def own(args: str) -> str:
    return profile(f"plugins: {{filter: {{enabled: [{{name: Mine}}]}}}}\npluginConfig: [{{name: Mine, args: {args}}}]")


def test_true_is_not_one() -> None:
    (change,) = changes(own("{limit: 1}"), own("{limit: true}"))
    assert isinstance(change, ArgsChange)


def test_lists_in_args_that_nobody_knows_keep_their_order() -> None:
    (change,) = changes(
        own("{rules: [{a: 1}, {a: 2}], apiVersion: v1}"), own("{rules: [{a: 3}, {a: 2}], apiVersion: v2}")
    )
    assert isinstance(change, ArgsChange)
    assert change.path == "rules[0].a"
    one, other = (own(f"{{rules: [{rules}]}}") for rules in ("{name: a}, {name: b}", "{name: b}, {name: a}"))
    assert [change.subject[-1] for change in changes(one, other)] == ["rules[0].name", "rules[1].name"]
    assert len(changes(own("{names: [a, b]}"), own("{names: [b, a]}"))) == 1


def test_weights_and_the_shares_that_follow() -> None:
    found = changes(config(), profile("plugins: {score: {enabled: [{name: ImageLocality, weight: 16}]}}"))
    weight, shares = found
    assert isinstance(weight, PluginChange)
    assert isinstance(shares, SharesChange)
    assert weight.kind is ChangeKind.CHANGED
    assert weight.stays
    assert (weight.before and weight.before.weight, weight.after and weight.after.weight) == (1, 16)
    assert weight.after is not None
    assert weight.after.share == pytest.approx(16 / 30)
    assert sum(one.share for one in shares.before) == pytest.approx(14 / 15)
    assert sum(one.share for one in shares.after) == pytest.approx(14 / 30)
    assert "ImageLocality" not in {one.plugin for one in shares.after}


def test_a_plugin_that_goes_points_at_the_line_that_disables_it() -> None:
    right = profile("plugins: {multiPoint: {disabled: [{name: NodePorts}]}}")
    found = changes(config(), right)
    assert {(change.plugin, change.point) for change in found if isinstance(change, PluginChange)} == {
        ("NodePorts", "preFilter"),
        ("NodePorts", "filter"),
    }
    for change in found:
        assert change.reason.cause is Cause.FILE
        assert change.reason.right is not None
        assert change.reason.right.path == "profiles[0].plugins.multiPoint.disabled[0]"


def test_a_plugin_of_ones_own_at_multi_point_shows_although_nobody_knows_its_points() -> None:
    (come,) = changes(config(), profile("plugins: {multiPoint: {enabled: [{name: Coscheduling}]}}"))
    assert isinstance(come, PluginChange)
    assert (come.kind, come.plugin, come.point) == (ChangeKind.ADDED, "Coscheduling", "multiPoint")


def test_order_shows_where_it_means_something_and_says_what() -> None:
    def binders(*names: str) -> str:
        enabled = ", ".join(f"{{name: {name}}}" for name in names)
        return profile(f"plugins: {{bind: {{enabled: [{enabled}]}}, filter: {{enabled: [{enabled}]}}}}")

    binding, filtering = sorted(
        changes(binders("A", "B", "C"), binders("B", "C", "A")), key=lambda change: change.subject
    )
    assert isinstance(binding, OrderChange)
    assert isinstance(filtering, OrderChange)
    assert (binding.point, binding.decides) == ("bind", True)
    assert (filtering.point, filtering.decides) == ("filter", False)
    assert binding.moved == filtering.moved == ("A",)
    assert binding.reason.cause is Cause.FILE


def test_a_plugin_that_comes_where_the_first_decides_says_its_place() -> None:
    (come,) = changes(config(), profile("plugins: {bind: {enabled: [{name: Mine}]}}"))
    assert isinstance(come, PluginChange)
    assert come.after is not None
    assert come.after.place == 2


def test_multi_point_orders_anew() -> None:
    found = changes(config(version="v1beta2"), config(version="v1beta3"), "1.24")
    (order,) = (change for change in found if isinstance(change, OrderChange))
    assert order.point == "preFilter"
    assert order.reason.cause is Cause.MULTI_POINT
    assert order.reason.source is not None
    assert order.reason.source.path.endswith("framework/runtime/framework.go")


def test_args_of_a_plugin_that_comes_are_reported_as_far_as_they_are_written() -> None:
    left = profile("plugins: {multiPoint: {disabled: [{name: NodeResourcesFit}]}}")
    found = changes(left, fit("ignoredResources: [a.b/c]"))
    assert [(one.path, one.kind) for one in found if isinstance(one, ArgsChange)] == [("ignoredResources", "added")]


def test_items_of_lists_are_named_by_what_tells_them_apart() -> None:
    one, other = (
        fit(f"scoringStrategy: {{type: MostAllocated, resources: [{names}]}}")
        for names in (
            "{name: cpu, weight: 1}, {name: memory, weight: 1}",
            "{name: gpu, weight: 5}, {name: cpu, weight: 2}",
        )
    )
    found = {change.path: change.kind for change in changes(one, other) if isinstance(change, ArgsChange)}
    assert found == {
        "scoringStrategy.resources[cpu].weight": "changed",
        "scoringStrategy.resources[gpu].weight": "added",
        "scoringStrategy.resources[memory].weight": "removed",
    }


def test_selector_terms_are_compared_by_content() -> None:
    def added(*zones: str) -> str:
        terms = "".join(
            f"""
          - matchExpressions:
            - {{key: zone, operator: In, values: [{zone}, x]}}"""
            for zone in zones
        )
        return profile(f"""
pluginConfig:
- name: NodeAffinity
  args:
    addedAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:{terms}
""")

    assert changes(added("a", "b"), added("b", "a")) == []
    (change,) = changes(added("a", "b"), added("c", "a"))
    assert isinstance(change, ArgsChange)
    assert change.path.endswith("nodeSelectorTerms[#2].matchExpressions[zone].values")


def test_a_single_profile_renamed() -> None:
    (change,) = changes(profile("schedulerName: a"), profile("schedulerName: b"))
    assert isinstance(change, ProfileChange)
    assert (change.before, change.after) == ("a", "b")


def test_profiles_that_come_and_go() -> None:
    one = config("profiles: [{schedulerName: a}, {schedulerName: b, percentageOfNodesToScore: 50}]\n")
    other = config("profiles: [{schedulerName: c}, {schedulerName: a, percentageOfNodesToScore: 9}]\n")
    found = changes(one, other)
    assert [(change.profile, change.kind) for change in found] == [("b", "removed"), ("c", "added"), ("a", "changed")]


BATCH = """
- schedulerName: {name}
  percentageOfNodesToScore: {share}
  plugins: {{score: {{disabled: [{{name: ImageLocality}}, {{name: TaintToleration}}]}}}}
"""


def renamed(before: str, after: str) -> dict[str | None, str | None]:
    found = changes(config(f"profiles:{before}"), config(f"profiles:{after}"))
    return {change.before: change.after for change in found if isinstance(change, ProfileChange)}


def test_a_profile_among_others_is_renamed() -> None:
    usual = "\n- schedulerName: default-scheduler"
    before = usual + BATCH.format(name="batch", share=50) + "- schedulerName: plain"
    after = "\n- schedulerName: simple" + BATCH.format(name="jobs", share=60) + usual.strip()
    assert renamed(before, after) == {"batch": "jobs", "plain": "simple"}
    found = changes(config(f"profiles:{before}"), config(f"profiles:{after}"))
    assert [(change.profile, change.subject) for change in found if not isinstance(change, ProfileChange)] == [
        ("jobs", ("setting", "percentageOfNodesToScore"))
    ]


def test_a_profile_that_does_something_else_is_another_one() -> None:
    """What comes by default in both does not make them similar."""
    usual = "\n- schedulerName: default-scheduler"
    fit = "\n- {schedulerName: gpu, plugins: {score: {disabled: [{name: InterPodAffinity}]}}}"
    assert renamed(usual + BATCH.format(name="batch", share=50), usual + fit) == {"batch": None, None: "gpu"}


def test_of_very_many_profiles_those_that_do_the_same_are_found() -> None:
    before, after = (
        "".join(f"\n- {{schedulerName: {name}-{share}, percentageOfNodesToScore: {share}}}" for share in range(1, 61))
        for name in ("a", "b")
    )
    assert renamed(before, after) == {f"a-{share}": f"b-{share}" for share in range(1, 61)}


def test_extenders() -> None:
    left = config(TWO_EXTENDERS.format(a="filterVerb: f, bindVerb: b", b="prioritizeVerb: p, weight: 1"))
    right = config("""
        extenders:
        - {urlPrefix: "http://c", filterVerb: f}
        - {urlPrefix: "http://b", prioritizeVerb: p, weight: 2, nodeCacheCapable: true}
        """)
    found = {
        (change.url_prefix, change.path, change.kind)
        for change in changes(left, right)
        if isinstance(change, ExtenderChange)
    }
    assert found == {
        ("http://a", "", "removed"),
        ("http://c", "", "added"),
        ("http://b", "weight", "changed"),
        ("http://b", "nodeCacheCapable", "added"),
    }


def test_the_order_of_extenders() -> None:
    a, b = '{urlPrefix: "http://a", filterVerb: f}', '{urlPrefix: "http://b", filterVerb: f}'
    (change,) = changes(config(f"extenders: [{a}, {b}]\n"), config(f"extenders: [{b}, {a}]\n"))
    assert isinstance(change, OrderChange)
    assert (change.point, change.before, change.decides) == ("extenders", ("http://a", "http://b"), False)


def test_both_are_validated_by_the_newest_release_that_reads_both() -> None:
    difference = diff(config(version="v1beta2"), config(version="v1"))
    assert difference.left.kubernetes == difference.right.kubernetes == "1.27"
    difference = diff(config(version="v1beta1"), config(version="v1"))
    assert (difference.left.kubernetes, difference.right.kubernetes) == ("1.22", releases.NEWEST)


def refused(difference: Difference) -> tuple[bool, bool]:
    assert not difference.compared
    assert difference.changes == ()
    return not difference.left.compared, not difference.right.compared


def test_a_side_that_is_refused_is_named_with_the_reason() -> None:
    broken = config("parallelism: -1\n")
    assert refused(diff(config(), broken)) == (False, True)
    assert refused(diff(broken, config())) == (True, False)
    assert refused(diff(broken, broken)) == (True, True)
    (finding,) = diff(config(), broken).right.report.documents[0].findings
    assert finding.path == "parallelism"


def test_a_release_that_does_not_read_the_file_is_refused_and_names_migrate() -> None:
    difference = diff_releases(config(version="v1beta3"), "1.24", "1.29")
    assert refused(difference) == (False, True)
    (finding,) = difference.right.report.documents[0].findings
    assert "schedcfg migrate --to v1" in (finding.help or "")


def test_a_text_without_any_configuration() -> None:
    difference = diff(config(), "a: b\n")
    assert refused(difference) == (False, True)
    assert difference.right.report.verdict is Verdict.SKIPPED
    assert refused(diff(config(), "a: b\n", options=Options(role=Role.CONFIG))) == (False, True)


def test_only_the_first_configuration_is_compared() -> None:
    difference = diff(config(), config("---\n") + config("parallelism: 3\n"))
    assert difference.compared
    assert difference.changes == ()
    assert len(difference.right.report.documents) == 2


def test_what_a_release_makes_of_the_same_file() -> None:
    shifted = profile(
        "plugins: {score: {enabled: [{name: NodeResourcesFit, weight: 2}, {name: ImageLocality, weight: 2}, "
        "{name: TaintToleration, weight: 2}]}}"
    )
    found = [one for one in diff_releases(shifted, "1.25", "1.26").changes if isinstance(one, PluginChange)]
    assert found
    # Up to 1.25 a fault runs one of three overriding plugins twice.
    assert {change.before and change.before.times for change in found if change.point == "score"} == {2}
    for change in found:
        assert change.reason.cause is Cause.RELEASE
        assert change.reason.step is not None
        assert change.reason.step.newer.kubernetes == "1.26"


def test_a_step_leads_over_releases_that_refuse_the_file() -> None:
    # To 1.25 it may be the user's own plugin; from 1.26 on it is in-tree, but scores only since 1.35.
    text = profile("plugins: {score: {enabled: [{name: DynamicResources}]}}")
    found = diff_releases(text, "1.25", "1.35")
    assert found.compared
    assert found.changes
    for change in found.changes:
        if change.reason.cause is not Cause.FOLLOWS:
            assert change.reason.step is not None
            step = change.reason.step
            assert [step.older.kubernetes, step.newer.kubernetes] == ["1.25", "1.35"]


def test_an_order_of_the_defaults_is_not_laid_to_a_file_that_adds_a_plugin() -> None:
    body = "plugins: {preFilter: {enabled: [{name: Mine}]}}"
    found = changes(profile(body, "v1beta2"), profile(body, "v1beta3"), "1.24")
    (order,) = (change for change in found if isinstance(change, OrderChange))
    assert "Mine" in order.before
    assert order.reason.cause is Cause.MULTI_POINT
    assert [str(origin) for origin in (order.reason.left, order.reason.right)] == [
        "default of v1beta2",
        "default of v1beta3",
    ]


def test_a_name_always_comes_from_a_file() -> None:
    left = config("schedulerName: mine\n", "v1alpha1")
    renamed = next(change for change in changes(left, config(version="v1beta1")) if isinstance(change, ProfileChange))
    assert (renamed.before, renamed.after) == ("mine", "default-scheduler")
    assert renamed.reason.cause is Cause.FILE


TWO_WEIGHTS = """
plugins:
  score: {enabled: [{name: X, weight: 6}]}
  permit: {enabled: [{name: X, weight: 3}]}
"""


@pytest.mark.parametrize(("before", "after", "weights"), [("1.21", "1.22", (3, 6)), ("1.22", "1.19", (6, 3))])
def test_a_weight_that_is_read_at_another_point(before: str, after: str, weights: tuple[int, int]) -> None:
    difference = diff_releases(profile(TWO_WEIGHTS, "v1beta1"), before, after)
    (change,) = (one for one in difference.changes if isinstance(one, PluginChange) and one.plugin == "X")
    assert change.before is not None
    assert change.after is not None
    assert (change.before.weight, change.after.weight) == weights
    assert (change.reason.cause, change.reason.source and change.reason.source.path) == (
        Cause.WEIGHT_POINT,
        "pkg/scheduler/framework/runtime/framework.go",
    )


ONE_OF_TWO = """
profiles:
- schedulerName: a
- schedulerName: b
- schedulerName: unscored
  plugins: {score: {disabled: [{name: "*"}]}, preScore: {disabled: [{name: "*"}]}}
"""


def test_a_score_that_begins_to_count_is_named_with_its_gate() -> None:
    difference = diff_releases(config(ONE_OF_TWO), "1.36", "1.37")
    found = [one for one in difference.changes if "VolumeBinding" in one.subject]
    assert all(isinstance(one, PluginChange) and one.begins_to_count for one in found)
    assert [(one.profile, one.subject, one.reason.cause) for one in found] == [
        (profile, ("plugin", "score", "VolumeBinding"), Cause.FEATURE_GATE) for profile in ("a", "b")
    ]


def test_what_several_profiles_have_in_common_is_shown_and_counted_once() -> None:
    difference = diff_releases(config(ONE_OF_TWO), "1.36", "1.37")
    assert {heading(row) for row in rows(difference.changes)} == {"profiles a, b and unscored", "profiles a and b"}
    assert in_numbers(difference.changes) == "3 plugins at other points, 1 score begins to count, 1 order changed"


def test_a_plugin_that_only_prepares_a_score_which_does_not_count_is_no_change() -> None:
    difference = diff_releases(config(), "1.29", "1.30")
    assert not any("VolumeBinding" in one.subject for one in difference.changes)


BALANCE = """
pluginConfig:
- name: NodeResourcesBalancedAllocation
  args:
    resources: [{}]
"""


def test_a_balance_of_one_resource_does_not_count_whichever_it_is() -> None:
    one, other, both = (
        profile(BALANCE.format(", ".join(f"{{name: {name}, weight: 1}}" for name in names)))
        for names in (["cpu"], ["memory"], ["cpu", "memory"])
    )
    assert changes(one, other) == []
    (counted, *_) = changes(one, both)
    assert isinstance(counted, PluginChange)
    assert (counted.begins_to_count, counted.reason.cause) == (True, Cause.FILE)
