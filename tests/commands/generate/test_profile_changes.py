"""Plugins enabled, disabled and re-weighted, and Args set: what runs is what was asked for, or nothing is written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schedcfg import releases
from schedcfg.commands.generate.presets import find
from schedcfg.commands.generate.profile_changes import ArgsValue, ProfileChanges, RequestedPlugin
from schedcfg.commands.generate.profile_composing import ProfileRequest
from schedcfg.configuration.effective.plugin_sets import POINTS
from schedcfg.errors import WrongRequest
from tests.commands.generate.generated_profiles import TARGETS, args, choosing, data, generate, messages, running, text
from tests.searching import IS_SEARCHING

Target = tuple[str, str]
everywhere = pytest.mark.parametrize("target", TARGETS, ids="-".join)


@everywhere
def test_another_weight(target: Target) -> None:
    """Up to v1beta1 the default has to be disabled first; later it is overridden."""
    made = choosing("default", target, weights=["TaintToleration=7"])
    before = running(text(choosing("default", target)), target[0])
    assert running(text(made), target[0]) == before | {"score": before["score"] | {"TaintToleration": 7}}
    plugins = data(made)["profiles"][0]["plugins"]
    assert ("disabled" in plugins.get("score", {})) == (target[1] in {"v1alpha2", "v1beta1"})
    assert ("multiPoint" in plugins) == (target[1] in {"v1beta3", "v1"})


@everywhere
def test_a_plugin_disabled_at_one_point_or_at_all(target: Target) -> None:
    before = running(text(choosing("default", target)), target[0])
    at_score = running(text(choosing("default", target, disable=["InterPodAffinity@score"])), target[0])
    everything = running(text(choosing("default", target, disable=["InterPodAffinity"])), target[0])
    for point, plugins in before.items():
        rest = {name: weight for name, weight in plugins.items() if name != "InterPodAffinity"}
        assert at_score[point] == (rest if point == "score" else plugins)
        assert everything[point] == rest


@everywhere
def test_a_plugin_of_ones_own(target: Target) -> None:
    ours = running(
        text(choosing("default", target, enable=["Mine@score=4", "Mine@filter", "Mine@permit"])),
        target[0],
        plugins=frozenset({"Mine"}),
    )
    assert ours["score"]["Mine"] == 4
    assert list(ours["filter"])[-1] == "Mine"


@everywhere
def test_a_plugin_of_which_nothing_is_known_runs_by_multi_point(target: Target) -> None:
    if target[1] not in {"v1beta3", "v1"}:
        with pytest.raises(WrongRequest, match="has no `multiPoint`"):
            choosing("default", target, enable=["Mine=4"])
        return
    made = choosing("default", target, enable=["Mine=4"])
    assert data(made)["profiles"][0]["plugins"] == {"multiPoint": {"enabled": [{"name": "Mine", "weight": 4}]}}


@everywhere
def test_only_one_scorer(target: Target) -> None:
    made = choosing("default", target, disable=["*@score"], enable=["TaintToleration@score=3"])
    assert running(text(made), target[0])["score"] == {"TaintToleration": 3}


def test_args_are_set_and_merged() -> None:
    made = choosing(
        "bin-packing",
        args=["NodeResourcesFit.scoringStrategy.resources=[{name: cpu, weight: 3}]", "NodeAffinity.addedAffinity={}"],
    )
    assert args(text(made), None, "NodeResourcesFit")["scoringStrategy"] == {
        "type": "MostAllocated",
        "resources": [{"name": "cpu", "weight": 3}],
    }


def test_the_last_of_two_values_counts() -> None:
    made = choosing("default", args=["VolumeBinding.bindTimeoutSeconds=1", "VolumeBinding.bindTimeoutSeconds=2"])
    assert args(text(made), None, "VolumeBinding")["bindTimeoutSeconds"] == 2


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"enable": [""]}, "does not name a plugin"),
        ({"enable": ["A@b@c"]}, "does not name a plugin"),
        ({"enable": ["*"]}, "not enabled"),
        ({"enable": ["ImageLocality@nowhere"]}, "`nowhere` is not an extension point"),
        ({"enable": ["ImageLocality=0"]}, "`0` in `ImageLocality=0` is not a weight"),
        ({"enable": ["NodeName=3"]}, "where weights have no effect"),
        ({"enable": ["Mine@filter=3"]}, "where weights have no effect"),
        ({"disable": ["Mine"]}, "does not run anywhere"),
        ({"disable": ["ImageLocality@filter"]}, "does not run at `filter`"),
        ({"disable": ["ImageLocality=3"]}, "with a weight"),
        ({"disable": ["*"]}, "would leave no plugins"),
        ({"weights": ["NodeName=3"]}, "does not score"),
        ({"weights": ["ImageLocality"]}, "does not set a weight"),
        ({"weights": ["ImageLocality@filter=3"]}, "does not set a weight"),
        ({"args": ["NodeName"]}, "does not name a field"),
        ({"args": ["NodeName..x=1"]}, "does not name a field"),
        ({"args": ["VolumeBinding.a=[1"]}, "not one YAML value"),
        ({"args": ["VolumeBinding.a=1", "VolumeBinding.a.b=2"]}, "which is not a mapping"),
    ],
)
def test_options_that_mean_nothing(said: dict[str, list[str]], message: str) -> None:
    with pytest.raises(WrongRequest, match=message):
        choosing("default", **said)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"enable": ["NodeResourceFit@score"]}, "looks like a misspelling"),
        ({"enable": ["NodeLabel"]}, f"does not exist in Kubernetes {releases.NEWEST}"),
        ({"enable": ["ImageLocality@filter"]}, "does not run at `filter`"),
        ({"disable": ["PrioritySort"]}, "no queueSort plugin"),
        ({"args": ["VolumeBinding.bindTimeoutSeconds=-1"]}, "it must be 0 or more"),
        ({"args": ["Mine.field=1"]}, "does not run in this profile"),
    ],
)
def test_options_that_are_refused(said: dict[str, list[str]], message: str) -> None:
    generation = choosing("default", **said)
    assert not generation.files
    assert any(message in one for one in messages(generation)), messages(generation)


@pytest.mark.parametrize("target", [("1.23", "v1beta3"), (releases.NEWEST, "v1")], ids="-".join)
def test_what_multi_point_does_not_bring_is_written_at_the_point(target: Target) -> None:
    """A new weight stands at `multiPoint`; it enables nothing where the plugin does not run by itself."""
    generation = choosing(
        "default", target, enable=["NodeAffinity@reserve", "Mine", "Mine@score=3"], weights=["NodeAffinity=3"]
    )
    assert any("`NodeAffinity` does not run at `reserve`" in message for message in messages(generation))
    made = choosing("default", target, enable=["Mine", "Mine@score=3"])
    assert data(made)["profiles"][0]["plugins"] == {
        "multiPoint": {"enabled": [{"name": "Mine"}]},
        "score": {"enabled": [{"name": "Mine", "weight": 3}]},
    }


def test_a_name_that_looks_like_a_misspelling_can_be_meant() -> None:
    made = choosing("default", enable=["NodeResourcesFitt@score"], compiled_in=["NodeResourcesFitt"])
    assert "NodeResourcesFitt" in text(made)


def test_what_is_written_without_effect_is_found() -> None:
    """v1beta3 takes `preEnqueue`, and never merges it."""
    generation = choosing("default", ("1.27", "v1beta3"), enable=["Mine@preEnqueue"])
    assert not generation.files
    assert any("v1beta3 ignores this field" in message for message in messages(generation))


scorers = st.sampled_from(["TaintToleration", "NodeAffinity", "ImageLocality", "InterPodAffinity", "PodTopologySpread"])
others = st.sampled_from(["NodeResourcesFit", "NodeName", "VolumeBinding", "DefaultPreemption", "NodeResourceLimits"])
out_of_tree = st.sampled_from(["Mine", "Yours", "NetworkTraffic"])
scored = st.none() | st.integers(1, 2**31 - 1)
enabled = (
    st.builds(RequestedPlugin, scorers | out_of_tree, st.none() | st.just("score"), scored)
    | st.builds(RequestedPlugin, out_of_tree, st.sampled_from([*POINTS]), st.none())
    | st.builds(RequestedPlugin, others | scorers, st.none() | st.sampled_from([*POINTS]), st.none())
)
disabled = (
    st.builds(RequestedPlugin, scorers, st.none() | st.just("score"), st.none())
    | st.builds(RequestedPlugin, others, st.none() | st.just("filter"), st.none())
    | st.builds(
        RequestedPlugin, st.just("*"), st.sampled_from(["score", "preScore", "filter", "postFilter"]), st.none()
    )
)
arguments = st.builds(
    ArgsValue,
    scorers | others,
    st.sampled_from(
        [("hardPodAffinityWeight",), ("bindTimeoutSeconds",), ("scoringStrategy", "type"), ("any", "thing")]
    ),
    st.none() | st.integers(-1, 200) | st.sampled_from(["MostAllocated", "LeastAllocated", "x"]),
)
chosen_options = st.builds(
    ProfileChanges,
    enable=st.lists(enabled, max_size=3).map(tuple),
    disable=st.lists(disabled, max_size=2).map(tuple),
    weights=st.lists(st.builds(RequestedPlugin, scorers, st.none(), st.integers(1, 2**31 - 1)), max_size=2).map(tuple),
    args=st.just(()) | st.lists(arguments, max_size=2).map(tuple),
    compiled_in=st.just(()),
)


@settings(max_examples=1000 if IS_SEARCHING else 150)
@given(
    st.sampled_from(TARGETS),
    st.sampled_from(["default", "bin-packing", "spread", "gang", "no-scoring"]),
    chosen_options,
)
def test_any_options_are_met_or_refused(target: Target, preset: str, wanted: ProfileChanges) -> None:
    request = ProfileRequest("p", find(preset), wanted)
    try:
        generation = generate(request, target=target)
    except WrongRequest:
        return
    assert (not generation.files) == any(
        finding.is_error for document in generation.report.documents for finding in document.findings
    )
    if generation.files:
        _is_met(wanted, text(generation), target)


def _is_met(wanted: ProfileChanges, made: str, target: Target) -> None:
    ours = running(made, target[0], plugins=frozenset({"Mine", "Yours", "NetworkTraffic", "Coscheduling"}))
    asked = {option.plugin: option.weight for option in (*wanted.enable, *wanted.weights) if option.weight is not None}
    for name in asked.keys() & ours.get("score", {}).keys():
        assert ours["score"][name] == asked[name]
    again = {option.plugin for option in wanted.enable}
    for option in wanted.disable:
        gone = {*(ours.get(option.point or "", {}) if option.plugin == "*" else [option.plugin])} - again
        for point in POINTS if option.point is None else [option.point]:
            assert not gone & ours.get(point, {}).keys()
    for option in wanted.enable:
        if option.point is not None:
            assert option.plugin in ours[option.point]


@given(st.text(alphabet="A.@=*: [{'\"#&!%\n1", max_size=12), st.sampled_from(["enable", "disable", "weights", "args"]))
def test_any_text_is_a_option_or_said_to_be_none(written: str, kind: str) -> None:
    try:
        wanted = ProfileChanges.read(**{kind: [written]})
    except WrongRequest:
        return
    assert len(getattr(wanted, kind)) == 1


@given(st.text(alphabet="a: [{'\"#&!%\n1.-~", max_size=8))
def test_any_value_of_args_ends_in_a_text_or_a_finding(written: str) -> None:
    try:
        generation = choosing("default", args=[f"VolumeBinding.bindTimeoutSeconds={written}"])
    except WrongRequest:
        return
    assert generation.files or messages(generation)
