"""From names as people write them to explanations, and what is said of names that nothing has."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schedcfg import UnknownTarget, explain, models, plugins, releases, validate
from schedcfg.commands.explain import explanation_text, fields
from schedcfg.commands.explain.explanation import (
    FieldExplanation,
    Homes,
    PluginExplanation,
    PresetExplanation,
    RuleExplanation,
    Subfield,
)
from schedcfg.commands.explain.periods import cells
from schedcfg.commands.explain.places import places_named
from schedcfg.commands.generate.presets import all_presets
from schedcfg.findings import Verdict
from schedcfg.rules.cards import cards

STRATEGY = "profiles.pluginConfig.NodeResourcesFit.scoringStrategy"


def field(name: str, api_version: str | None = None, kubernetes: str | None = None) -> FieldExplanation:
    found = explain(name, api_version=api_version, kubernetes=kubernetes)
    assert isinstance(found, FieldExplanation)
    return found


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("leaderElection.leaseDuration", "leaderElection.leaseDuration"),
        ("leaseDuration", "leaderElection.leaseDuration"),
        (".leaderElection.leaseDuration", "leaderElection.leaseDuration"),
        ("KubeSchedulerConfiguration.leaderElection.leaseDuration", "leaderElection.leaseDuration"),
        ("extenders[0].httpTimeout", "extenders.httpTimeout"),
        ("extenders.0.httpTimeout", "extenders.httpTimeout"),
        ("profiles[*].plugins.score.enabled[2].weight", "profiles.plugins.score.enabled.weight"),
        (STRATEGY, STRATEGY),
        ("profiles.pluginConfig.NodeResourcesFit.args.scoringStrategy", STRATEGY),
        ("profiles[0].pluginConfig[1].args.scoringStrategy", STRATEGY),
        ("pluginConfig.NodeResourcesFit.scoringStrategy", STRATEGY),
        ("NodeResourcesFit.scoringStrategy", STRATEGY),
        ("NodeResourcesFitArgs.scoringStrategy", STRATEGY),
        ("scoringStrategy", STRATEGY),
        ("profiles.pluginConfig.args", "profiles.pluginConfig.args"),
        ("score", "profiles.plugins.score"),
        ("multiPoint", "profiles.plugins.multiPoint"),
        ("enabled", "profiles.plugins.score.enabled"),
        ("percentageOfNodesToScore", "percentageOfNodesToScore"),
        ("KubeSchedulerConfiguration", "KubeSchedulerConfiguration"),
    ],
)
def test_paths(name: str, path: str) -> None:
    assert field(name).path == path


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("MostAllocated", f"{STRATEGY}.type"),
        ("RequestedToCapacityRatio", None),
        ("System", "profiles.pluginConfig.PodTopologySpread.defaultingType"),
        ("configmapsleases", "leaderElection.resourceLock"),
        ("BalancedAllocation", "profiles.pluginConfig.NodeResourceTopologyMatch.scoringStrategy.type"),
        ("strategies", f"{STRATEGY}.type"),
        ("points", "profiles.plugins"),
        ("Extension points", "profiles.plugins"),
        ("extension-points", "profiles.plugins"),
        ("extender", "extenders"),
    ],
)
def test_words_for_fields_and_their_values(name: str, path: str | None) -> None:
    found = explain(name)
    if path is None:
        assert isinstance(found, PluginExplanation)  # it was one before it became a strategy
    else:
        assert isinstance(found, FieldExplanation)
        assert found.path == path


def test_a_value_is_that_of_the_release_that_is_asked_about() -> None:
    assert field("MostAllocated", kubernetes="1.24").path == f"{STRATEGY}.type"
    with pytest.raises(UnknownTarget, match="`MostAllocated` is not a field"):
        explain("MostAllocated", kubernetes="1.19")


@pytest.mark.parametrize("name", all_presets())
def test_presets(name: str) -> None:
    found = explain(name)
    assert isinstance(found, PresetExplanation | FieldExplanation)
    if isinstance(found, PresetExplanation):
        shown = "".join(explanation_text.render(found, colored=False))
        assert found.summary in shown
        assert f"`schedcfg generate profile {name}`" in shown
    else:
        assert name == "extender"


@pytest.mark.parametrize("name", ["1.33", "v1beta3"])
def test_releases_and_versions_are_listed_elsewhere(name: str) -> None:
    with pytest.raises(UnknownTarget) as refused:
        explain(name)
    assert "`schedcfg list releases`" in str(refused.value.help)


def test_other_fields_of_the_name_are_reported() -> None:
    assert field("percentageOfNodesToScore").also == ("profiles.percentageOfNodesToScore",)
    homes = explain("resources")
    assert isinstance(homes, Homes)
    assert [home.path for home in homes.places] == [
        "profiles.pluginConfig.NodeResourcesBalancedAllocation.resources",
        "profiles.pluginConfig.NodeResourcesFit.scoringStrategy.resources",
    ]
    assert all(isinstance(explain(home.path), FieldExplanation) for home in homes.places)


@pytest.mark.parametrize(
    ("name", "api_version", "kubernetes", "expected"),
    [
        ("leaseDuration", None, None, "v1"),
        ("leaseDuration", "v1alpha1", None, "v1alpha1"),
        ("leaseDuration", None, "1.22", "v1beta2"),
        ("healthzBindAddress", None, None, "v1beta2"),
        ("unreserve", None, None, "v1alpha2"),
        ("delayCacheUntilActive", None, "v1.28.4", "v1"),
        (STRATEGY, "v1beta3", None, "v1beta3"),
        ("NodeLabel.presentLabels", None, None, "v1beta1"),
    ],
)
def test_api_versions(name: str, api_version: str | None, kubernetes: str | None, expected: str) -> None:
    found = field(name, api_version, kubernetes)
    assert found.api_version == expected
    assert found.kubernetes == (None if kubernetes is None else releases.at(kubernetes).name)
    assert any(expected in known.api_versions for known in found.known)


def test_the_facts_of_a_field() -> None:
    found = field("hardPodAffinityWeight", "v1beta3")
    assert (found.type_name, found.minimum, found.maximum) == ("int32", 0, 100)
    assert [(known.since, known.until) for known in found.known] == [("1.18", None)]
    (default,) = found.defaults
    assert default == (1, ("v1beta3",), "1.23", "1.28")
    assert field("NodeResourcesFit.scoringStrategy.type").allowed[0] == "LeastAllocated"


def test_locks_are_those_of_the_release() -> None:
    assert field("resourceLock", kubernetes="1.27").allowed == ("leases",)
    assert field("resourceLock", "v1", "1.26").allowed == ("leases", "endpointsleases", "configmapsleases")
    assert field("resourceLock", "v1").allowed == ("leases", "endpointsleases", "configmapsleases")


def test_fields_that_a_release_does_not_know_are_left_out() -> None:
    for kubernetes, known in (("1.25", False), ("1.26", True)):
        names = {sub.name for sub in field("profiles", "v1", kubernetes).fields}
        assert ("percentageOfNodesToScore" in names) == known


def test_depth() -> None:
    def levels(fields: tuple[Subfield, ...]) -> int:
        return 1 + max(levels(sub.fields) for sub in fields) if fields else 0

    whole = explain("KubeSchedulerConfiguration", depth=99)
    assert isinstance(whole, FieldExplanation)
    assert levels(whole.fields) == len(["profiles", "plugins", "score", "enabled", "name"])
    assert levels(field("profiles").fields) == 1


def test_extension_points_tell_their_plugins() -> None:
    point = field("score", kubernetes="1.22").point
    assert point is not None
    assert ("NodeResourcesFit", 1) in point.default
    assert "NodeResourcesLeastAllocated" in point.others
    assert set(dict(point.default)).isdisjoint(point.others)
    older = field("plugins.postFilter", "v1alpha1").point
    assert older is not None
    assert older.default == field("preScore", "v1alpha2").point.default  # type: ignore[union-attr]
    assert field("leaderElection").point is None


def test_plugins() -> None:
    for plugin in plugins.all_plugins():
        found = explain(plugin.name)
        assert isinstance(found, PluginExplanation)
        assert found.reference.plugins[0].name == plugin.name
        assert (found.example is not None) == (plugin.args is not None) == bool(found.fields)
        assert explain(f"profiles.pluginConfig.{plugin.name}") == found


@pytest.mark.parametrize("plugin", [one for one in plugins.all_plugins() if one.args and one.in_tree])
def test_every_release_takes_the_example_of_args(plugin: plugins.Plugin) -> None:
    shown = 0
    for cell in cells():
        example = fields.plugin_document(plugin, cell)
        if example is not None and plugin.name in cell.release.plugins:
            shown += 1
            report = validate("\n".join(explanation_text.yaml_block(example)), cell.release.name)
            assert report.verdict is Verdict.ACCEPTED, (cell, report.documents[0].findings)
    assert shown


@pytest.mark.parametrize(
    ("name", "api_version", "kubernetes", "message", "advice"),
    [
        ("leaderElection.leaseduration", None, None, "is not a field", "`leaderElection.leaseDuration`"),
        ("NodeResourcesFit.scoringStrateg", None, None, "is not a field", f"`{STRATEGY}`"),
        ("profiles.plugin.score", None, None, "is not a field", "`profiles.plugins.score`"),
        ("NodeResourceFit", None, None, "is not a field", "`NodeResourcesFit`"),
        ("xyzzy", None, None, "is not a field", "KubeSchedulerConfiguration"),
        ("", None, None, "is not a field", "KubeSchedulerConfiguration"),
        ("[0]", None, None, "is not a field", "KubeSchedulerConfiguration"),
        ("...", None, None, "is not a field", "KubeSchedulerConfiguration"),
        ("healthzBindAddress", "v1", None, "not a field of v1", "--api-version v1beta2"),
        ("multiPoint", None, "1.22", "not a field of any API version in Kubernetes 1.22", "1.23"),
        ("leaseDuration", "v3", None, "unknown API version `v3`", "v1beta3"),
        ("leaseDuration", "v1beta2", "1.29", "does not serve `v1beta2`; 1.22 to 1.27 do", "serves v1"),
        ("NodeLabel", None, "1.29", "not compiled into Kubernetes 1.29", "addedAffinity"),
        ("Peaks", None, "1.29", "scheduler-plugins has no `Peaks` for Kubernetes 1.29", "which releases have it"),
        ("unknown-field", None, "1.29", "for all releases", "Omit"),
        ("syntax", "v1", None, "for all releases", "Omit"),
        ("unknown-fields", None, None, "no rule", "`unknown-field`"),
        ("no-such-thing-at-all", None, None, "no rule", "schedcfg list rules"),
        ("sintax", None, None, "a plugin, a rule or a preset", "`syntax`"),
    ],
)
def test_unknown_names(name: str, api_version: str | None, kubernetes: str | None, message: str, advice: str) -> None:
    with pytest.raises(UnknownTarget, match=message) as error:
        explain(name, api_version=api_version, kubernetes=kubernetes)
    assert advice in str(error.value.help)


@given(
    st.lists(
        st.sampled_from(
            ["profiles", "[0]", "plugins", "score", "pluginConfig", "args", "NodeName", "NodeResourcesFit", "Args", ""]
        )
        | st.text(max_size=4),
        max_size=6,
    ),
    st.sampled_from([None, "v1alpha1", "v1"]),
    st.sampled_from([None, "1.18", releases.NEWEST]),
)
def test_whatever_is_asked_there_is_an_answer(
    steps: list[str], api_version: str | None, kubernetes: str | None
) -> None:
    with suppress(UnknownTarget):
        found = explain(".".join(steps), api_version=api_version, kubernetes=kubernetes)
        assert len("".join(explanation_text.render(found, colored=False)).splitlines()) > 3


def test_rules_explain_themselves() -> None:
    for name, card in cards().items():
        found = explain(name)
        assert isinstance(found, RuleExplanation)
        assert found.card is card


def test_no_rule_is_called_like_a_field_or_a_plugin() -> None:
    for name in cards():
        assert not any(places_named((name,), version, None) for version in models.API_VERSIONS)
        assert plugins.find(name) is None
