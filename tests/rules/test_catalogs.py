"""What is said of plugins in the world that a catalog closes; the open world says nothing by their names alone."""

import pytest

from schedcfg import IN_TREE_ONLY, OPEN, Finding, PluginRegistry, Severity, catalog, declared, releases, validate
from schedcfg.plugins.catalog import SCHEDULER_PLUGINS
from schedcfg.validation.options import Options

HEAD = "apiVersion: kubescheduler.config.k8s.io/{version}\nkind: KubeSchedulerConfiguration\nprofiles:\n- "
PLUGINS = catalog("scheduler-plugins")
_UNLIKE = ("unlike-published",)
OTHERS = {"deprecated-api-version", "old-api-version", "outweighed-score", "unused-plugin-args"}
"""Rules that look at other things than what stands behind a plugin's name."""


def findings(body: str, release: str, version: str = "v1", registry: PluginRegistry = PLUGINS) -> list[Finding]:
    report = validate(HEAD.format(version=version) + body, release, options=Options(registry=registry))
    return [finding for document in report.documents for finding in document.findings]


def told(body: str, release: str, version: str = "v1", registry: PluginRegistry = PLUGINS) -> list[tuple[str, str]]:
    found = findings(body, release, version, registry)
    return [(one.rule, one.path) for one in found if one.rule not in OTHERS]


def enabled(name: str, point: str = "score") -> str:
    return f"plugins: {{{point}: {{enabled: [{{name: {name}}}]}}}}\n"


@pytest.mark.parametrize(
    ("name", "release", "registry", "help_"),
    [
        ("TargetLoadPakcing", "1.29", PLUGINS, "Did you mean `TargetLoadPacking`?"),
        ("NodeResourceFit", "1.29", PLUGINS, "Did you mean `NodeResourcesFit`?"),
        ("Peaks", "1.29", PLUGINS, "scheduler-plugins 0.31 to 0.35 have it"),
        ("CrossNodePreemption", "1.29", PLUGINS, "scheduler-plugins 0.19 to 0.22 have it"),
        ("NodeMetadata", "1.29", PLUGINS, "scheduler-plugins 0.35 has it"),
        ("NetworkTraffic", "1.29", PLUGINS, "use `--plugin NetworkTraffic`"),
        ("NetworkTraffic", "1.19", IN_TREE_ONLY, "use `--catalog network-traffic`"),
        ("Coscheduling", "1.29", IN_TREE_ONLY, "use `--catalog scheduler-plugins`"),
        ("MyOwn", "1.29", PLUGINS, "declare it: `--plugin MyOwn`."),
    ],
)
def test_a_name_that_does_not_exist(name: str, release: str, registry: PluginRegistry, help_: str) -> None:
    version = "v1" if release == "1.29" else "v1beta1"
    (one,) = (
        finding for finding in findings(enabled(name), release, version, registry) if finding.rule == "unknown-plugin"
    )
    assert help_ in (one.help or "")


def test_declared_plugins_exist_beside_those_of_a_catalog() -> None:
    both = PLUGINS._replace(declared=frozenset({"MyOwn"}))
    body = "plugins: {score: {enabled: [{name: MyOwn}, {name: PodState}]}}"
    assert told(body, "1.29", registry=both) == []


@pytest.mark.parametrize("registry", [OPEN, PLUGINS])
def test_disabling_a_published_plugin_is_no_misspelling(registry: PluginRegistry) -> None:
    assert told("plugins: {score: {disabled: [{name: PodState}]}}", "1.29", registry=registry) == []
    assert told("plugins: {score: {disabled: [{name: PodStat}]}}", "1.29", registry=registry) == [
        ("ineffective-disable", "profiles[0].plugins.score.disabled[0].name")
    ]


ARGS = "pluginConfig: [{name: Coscheduling, args: {strange: 1, permitWaitingTimeSeconds: -1}}]\n"


def test_args_are_refused_only_where_the_code_behind_the_name_is_known() -> None:
    assert told(ARGS, "1.34", registry=declared(frozenset({"Coscheduling"}))) == []
    assert told(ARGS, "1.34", registry=OPEN) == [("unlike-published", "strange")]
    assert told(ARGS, "1.34") == [("unknown-field", "strange")]


def test_constructors_look_only_at_the_args_of_plugins_that_are_built() -> None:
    bad = "pluginConfig: [{name: NodeResourcesAllocatable, args: {mode: Worst}}]\n"
    path = "profiles[0].pluginConfig[0].args.mode"
    assert told(bad, "1.34") == []
    built = enabled("NodeResourcesAllocatable")
    assert told(f"{built}  {bad}", "1.34") == [("plugin-args", path)]


def test_a_field_that_is_refused_is_not_said_to_be_thrown_away() -> None:
    body = "pluginConfig: [{name: NodeResourceTopologyMatch, args: {kubeconfigpath: /a, namespaces: [b]}}]\n"
    args = "profiles[0].pluginConfig[0].args"
    assert set(told(body, "1.22", "v1beta1")) == {
        ("discarded-args", f"{args}.kubeconfigpath"),
        ("unknown-field", f"{args}.namespaces"),
    }
    gone = "pluginConfig: [{name: Coscheduling, args: {kubeConfigPath: /a}}]\n"
    assert "discarded-args" not in {rule for rule, _ in told(gone, releases.NEWEST)}


@pytest.mark.parametrize(
    ("body", "release", "version", "path"),
    [
        (enabled("TopologicalSort", "score"), "1.26", "v1beta2", "profiles[0].plugins.score.enabled[0].name"),
        (
            enabled("PreemptionToleration", "postFilter"),
            "1.22",
            "v1beta1",
            "profiles[0].plugins.postFilter.enabled[0].name",
        ),
        (enabled("CapacityScheduling", "reserve"), "1.22", "v1beta1", "profiles[0].plugins.reserve.enabled[0].name"),
        ("pluginConfig: [{name: CapacityScheduling}]", "1.22", "v1beta1", "profiles[0].pluginConfig[0].name"),
    ],
)
def test_api_versions_that_lack_the_args(body: str, release: str, version: str, path: str) -> None:
    assert ("untyped-args", path) in told(body, release, version)


@pytest.mark.parametrize(
    ("body", "release", "version"),
    [
        ("pluginConfig: [{name: TopologicalSort, args: {any: thing}}]", "1.26", "v1beta2"),
        (enabled("CapacityScheduling", "reserve"), "1.22", "v1beta2"),
        (enabled("CapacityScheduling", "reserve"), "1.21", "v1beta1"),
    ],
)
def test_others_are_fine(body: str, release: str, version: str) -> None:
    assert told(body, release, version) == []


@pytest.mark.parametrize(
    ("address", "refused"),
    [
        ("http://prometheus:9090", False),
        ("prometheus:9090", False),
        ("", False),
        ("10.0.0.1:9090", True),
        ("http://[::1", True),
        ("http://a b/", True),
        ("http://a:x", True),
        ("http://a/%zz", True),
        ("http://a/?q=%zz", False),
        ("http://user:pass word@a", True),
        ("http://[fe80::1%25en0]:9090", False),
    ],
)
@pytest.mark.parametrize("release", ["1.26", "1.34"])
def test_prometheus_addresses_are_those_that_go_can_read(address: str, refused: bool, release: str) -> None:
    body = (
        f"{enabled('TargetLoadPacking')}  pluginConfig:\n  - name: TargetLoadPacking\n    args:\n"
        f"      metricProvider: {{type: Prometheus, address: '{address}'}}\n"
    )
    path = "profiles[0].pluginConfig[0].args.metricProvider.address"
    assert told(body, release) == ([("plugin-args", path)] if refused else [])


@pytest.mark.parametrize("text", ["1.5", "NaN", "-1", "Infinity", "0x1p-2", "1_0.5"])
def test_multipliers_that_go_can_read(text: str) -> None:
    assert told(multiplier(text), "1.30") == []


@pytest.mark.parametrize("text", ["", " 1", "1,5", "1e400", "+nan", "0x1", "_1", "1__0"])
def test_multipliers_that_go_cannot_read(text: str) -> None:
    assert told(multiplier(text), "1.30") == [
        ("plugin-args", "profiles[0].pluginConfig[0].args.defaultRequestsMultiplier")
    ]


def multiplier(text: str) -> str:
    entry = f"{{name: TargetLoadPacking, args: {{watcherAddress: x, defaultRequestsMultiplier: '{text}'}}}}"
    return f"{enabled('TargetLoadPacking')}  pluginConfig: [{entry}]\n"


def test_a_declared_name_says_nothing_of_the_code_behind_it() -> None:
    """Koordinator's Coscheduling runs at preScore, that of scheduler-plugins does not."""
    body = "plugins: {preScore: {enabled: [{name: Coscheduling}]}}\n"
    assert told(body, "1.29", registry=declared(frozenset({"Coscheduling"}))) == []
    assert [rule for rule, _ in told(body, "1.29")] == ["wrong-extension-point"]


def test_in_1_18_args_are_no_kinds_that_could_be_missing() -> None:
    body = "plugins: {permit: {enabled: [{name: Coscheduling}]}}\n"
    assert told(body, "1.18", "v1alpha2") == []


def unchecked(plugins: str, release: str, version: str = "v1", registry: PluginRegistry = OPEN) -> list[Finding]:
    found = findings(f"plugins: {{{plugins}}}\n", release, version, registry)
    return [one for one in found if one.rule == "presumed-catalog"]


@pytest.mark.parametrize(
    ("plugins", "release", "version", "option"),
    [
        ("score: {enabled: [{name: TargetLoadPacking}]}", "1.29", "v1", "--catalog scheduler-plugins"),
        (
            "permit: {enabled: [{name: Coscheduling}, {name: Own}]}",
            "1.27",
            "v1beta3",
            "--catalog scheduler-plugins --plugin Own",
        ),
        # There is none for this release yet.
        ("permit: {enabled: [{name: Coscheduling}]}", "1.37", "v1", "--catalog scheduler-plugins@0.35"),
        # A misspelled name is none to declare.
        (
            "score: {enabled: [{name: TargetLoadPacking}, {name: ImageLocalty}]}",
            "1.29",
            "v1",
            "--catalog scheduler-plugins",
        ),
        # This release of the catalog has dropped it, which the catalog reports.
        ("postFilter: {enabled: [{name: CrossNodePreemption}]}", "1.29", "v1", "--catalog scheduler-plugins"),
    ],
)
def test_a_catalog_that_would_check_is_named(plugins: str, release: str, version: str, option: str) -> None:
    (one,) = unchecked(plugins, release, version)
    assert one.severity is Severity.INFO
    assert f"`{option}`" in (one.help or "")


def test_a_catalog_is_named_once_with_all_its_plugins() -> None:
    twice = "multiPoint: {enabled: [{name: Coscheduling}, {name: PodState}]}"
    (one,) = unchecked(f"permit: {{enabled: [{{name: Coscheduling}}]}}, {twice}", "1.29")
    assert "all 2 plugins that are not part of Kubernetes belong to scheduler-plugins" in one.message
    assert "`Coscheduling`, `PodState`;" in one.message
    assert '`catalogs = ["scheduler-plugins"]`' in (one.help or "")


@pytest.mark.parametrize("registry", [IN_TREE_ONLY, PLUGINS, declared(frozenset({"Coscheduling"}))])
def test_where_plugins_are_chosen_no_catalog_is_named(registry: PluginRegistry) -> None:
    assert unchecked("permit: {enabled: [{name: Coscheduling}]}", "1.29", registry=registry) == []


@pytest.mark.parametrize("name", ["NetworkTraffic", "Own", "ImageLocality"])
def test_what_no_catalog_would_check_better_is_left_alone(name: str) -> None:
    assert unchecked(f"score: {{enabled: [{{name: {name}}}]}}", "1.29") == []


@pytest.mark.parametrize(
    ("plugins", "release", "begin"),
    [
        ("score: {enabled: [{name: Coscheduling}]}", "1.29", "plugin `Coscheduling` does not run at `score`"),
        # Dropped before this release; what is of nobody's catalog is assumed to be compiled in.
        (
            "postFilter: {enabled: [{name: CrossNodePreemption}, {name: Own}]}",
            "1.29",
            "plugin `CrossNodePreemption` does not",
        ),
    ],
)
def test_what_does_not_fit_the_presumed_catalog_is_advice(plugins: str, release: str, begin: str) -> None:
    (one,) = (one for one in findings(f"plugins: {{{plugins}}}\n", release, registry=OPEN) if one.rule in _UNLIKE)
    assert (one.finding_class, one.severity) == ("advised", Severity.WARNING)
    assert one.message.startswith(f"if the scheduler is built from scheduler-plugins 0.29: {begin}")


def test_a_wrong_field_of_presumed_args_has_its_place() -> None:
    body = (
        "plugins: {permit: {enabled: [{name: Coscheduling}]}}\n"
        "  pluginConfig: [{name: Coscheduling, args: {permitWaitingTime: 3}}]\n"
    )
    (one,) = (one for one in findings(body, "1.33", registry=OPEN) if one.rule in _UNLIKE)
    assert (one.start.line, one.path) == (5, "permitWaitingTime")
    assert "permitWaitingTimeSeconds" in (one.help or "")


@pytest.mark.parametrize("registry", [IN_TREE_ONLY, PLUGINS, declared(frozenset({"Coscheduling"}))])
def test_where_plugins_are_chosen_nothing_is_presumed(registry: PluginRegistry) -> None:
    found = findings("plugins: {score: {enabled: [{name: Coscheduling}]}}\n", "1.29", registry=registry)
    assert [one for one in found if one.rule in _UNLIKE] == []


def test_a_mistake_that_any_scheduler_refuses_is_said_once() -> None:
    body = "plugins: {permit: {enabled: [{name: Coscheduling}, {name: Coscheduling}]}}\n"
    found = findings(body, "1.29", registry=OPEN)
    assert [one.finding_class for one in found if one.rule != "presumed-catalog"] == ["refused"]


TRAFFIC = enabled("NetworkTraffic") + "  pluginConfig: [{name: NetworkTraffic, args: {networkInterface: eth0}}]\n"


@pytest.mark.parametrize("name", ["network-traffic", "network-traffic@0.19"])
def test_no_advice_about_a_catalog_leads_to_another_refusal(name: str) -> None:
    (one,) = (
        finding for finding in findings(TRAFFIC, "1.29", registry=catalog(name)) if finding.finding_class == "refused"
    )
    assert "`--plugin NetworkTraffic`" in (one.help or "")
    assert "--catalog network-traffic@0.19`" not in (one.help or "")
    accepted = findings(TRAFFIC, "1.29", registry=declared(frozenset({"NetworkTraffic"})))
    assert [one for one in accepted if one.finding_class == "refused"] == []


def test_the_release_of_a_catalog_that_fits_is_advised() -> None:
    (one,) = (
        finding
        for finding in findings(TRAFFIC, "1.22", "v1beta1", catalog("network-traffic"))
        if finding.finding_class == "refused"
    )
    assert "`--catalog network-traffic@0.19`" in (one.help or "")
    again = findings(TRAFFIC, "1.22", "v1beta1", catalog("network-traffic@0.19"))
    assert [one for one in again if one.finding_class == "refused"] == []


GANG = "plugins: {multiPoint: {enabled: [{name: Coscheduling}]}}\n"


def validated_by(registry: PluginRegistry, release: str | None = None) -> tuple[str | None, list[str]]:
    (document,) = validate(HEAD.format(version="v1") + GANG, release, options=Options(registry=registry)).documents
    return document.kubernetes, [finding.rule for finding in document.findings if finding.rule == "unknown-plugin"]


def test_without_a_release_the_newest_validates_for_which_the_catalog_was_published() -> None:
    """Catalogs follow Kubernetes by some months: none is published for the newest release that is known."""
    last = f"1.{SCHEDULER_PLUGINS.last}"
    assert validated_by(PLUGINS) == (last, [])
    assert validated_by(catalog("scheduler-plugins@0.30")) == (releases.NEWEST, [])
    assert validated_by(PLUGINS, releases.NEWEST) == (
        releases.NEWEST,
        [] if last == releases.NEWEST else ["unknown-plugin"],
    )


def test_a_catalog_that_fits_no_release_of_the_version_has_no_say() -> None:
    assert catalog("network-traffic").newest_serving("v1") == releases.NEWEST
    assert catalog("network-traffic").newest_serving("v1beta1") == "1.19"
    assert PLUGINS.newest_serving("v1beta3") == "1.28"
    assert PLUGINS.newest_serving("v9") is None


def test_a_file_of_several_configurations_is_offered_a_catalog_once() -> None:
    one = HEAD.format(version="v1") + GANG
    report = validate(f"{one}---\n{one}", "1.29")
    found = [[finding.rule for finding in document.findings] for document in report.documents]
    assert [rules.count("presumed-catalog") for rules in found] == [1, 0]
