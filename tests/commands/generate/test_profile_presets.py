"""Each preset does what it says, validated by effective weights, in every release and API version that has profiles."""

import json

import pytest

from schedcfg import OPEN, Verdict, releases, validate
from schedcfg.commands.generate.presets import all_presets, find
from schedcfg.commands.generate.profile_composing import TopLevelSettings
from schedcfg.commands.generate.profile_plan import PresetOptions
from schedcfg.document import parse
from schedcfg.errors import WrongRequest
from schedcfg.models.described import in_api_order
from schedcfg.plugins.catalog import SCHEDULER_PLUGINS
from schedcfg.validation.options import Options as ValidationOptions
from tests.commands.generate.generated_profiles import (
    NEEDED,
    PRESETS,
    TARGETS,
    choosing,
    data,
    generate,
    messages,
    running,
    text,
    view,
)

Target = tuple[str, str]
everywhere = pytest.mark.parametrize("target", TARGETS, ids="-".join)

PUBLISHED = [target for target in TARGETS if SCHEDULER_PLUGINS.has(releases.at(target[0]).number)]
"""Where it is known at which points the plugins of scheduler-plugins run."""

where_published = pytest.mark.parametrize("target", PUBLISHED, ids="-".join)


@everywhere
@pytest.mark.parametrize("preset", PRESETS)
def test_the_release_accepts_it_and_it_does_what_was_planned(preset: str, target: Target) -> None:
    """Its promise, and the plan against what really runs, are checked where it is generated."""
    generation = generate(("p", preset), target=target)
    assert generation.files
    assert generation.report is not None
    assert generation.report.verdict is Verdict.ACCEPTED
    assert data(generation)["apiVersion"].endswith(f"/{target[1]}")


@everywhere
def test_default_changes_nothing(target: Target) -> None:
    nothing = f"apiVersion: kubescheduler.config.k8s.io/{target[1]}\nkind: KubeSchedulerConfiguration\n"
    ours = running(text(generate(("p", "default"), target=target)), target[0])
    assert ours == running(nothing, target[0], name="default-scheduler")


@everywhere
def test_no_scoring_rates_nothing_and_leaves_the_rest(target: Target) -> None:
    ours = running(text(generate(("p", "no-scoring"), target=target)), target[0])
    before = running(text(generate(("p", "default"), target=target)), target[0])
    assert ours == {point: refs for point, refs in before.items() if point not in {"score", "preScore"}}


@everywhere
@pytest.mark.parametrize("strategy", ["MostAllocated", "RequestedToCapacityRatio"])
def test_bin_packing_cannot_be_outweighed(strategy: str, target: Target) -> None:
    made = text(generate(("p", "bin-packing"), target=target, options=PresetOptions(strategy=strategy)))
    scores = running(made, target[0])["score"]
    packer = max(scores, key=lambda name: scores[name])
    assert scores[packer] > sum(scores.values()) - scores[packer]
    assert packer == ("NodeResourcesFit" if target[1] not in {"v1alpha2", "v1beta1"} else _before_fit(strategy))
    against = {"NodeResourcesLeastAllocated", "NodeResourcesBalancedAllocation", "ImageLocality"}
    assert not scores.keys() & (against | {"SelectorSpread", "DefaultPodTopologySpread"})


def _before_fit(strategy: str) -> str:
    return {"MostAllocated": "NodeResourcesMostAllocated"}.get(strategy, strategy)


@everywhere
def test_bin_packing_does_not_spread_pods_that_do_not_ask_for_it(target: Target) -> None:
    (profile,) = view(text(generate(("p", "bin-packing"), target=target)), target[0]).profiles
    spread = next((found for found in profile.args if found.plugin == "PodTopologySpread"), None)
    values = {setting.path: setting.value for setting in spread.settings} if spread else {}
    assert values.get("defaultingType", "List") == "List"
    assert not [path for path in values if path.startswith("defaultConstraints[")]


@everywhere
def test_bin_packing_counts_the_resources_that_are_named(target: Target) -> None:
    options = PresetOptions(resource=(("nvidia.com/gpu", 5), ("cpu", 1)), strategy="RequestedToCapacityRatio")
    made = generate(("p", "bin-packing"), target=target, options=options)
    wanted = [{"name": "cpu", "weight": 1}, {"name": "nvidia.com/gpu", "weight": 5}]
    assert wanted in [
        found.get("resources")
        for entry in data(made)["profiles"][0]["pluginConfig"]
        for found in (entry["args"], entry["args"].get("scoringStrategy", {}))
    ]


def test_bin_packing_says_where_resources_cannot_be_chosen() -> None:
    with pytest.raises(WrongRequest, match="always scores cpu and memory"):
        generate(("p", "bin-packing"), target=("1.18", None), options=PresetOptions(resource=(("cpu", 2),)))


@everywhere
def test_spread_cannot_be_outweighed_and_prefers_empty_nodes(target: Target) -> None:
    made = text(
        generate(("p", "spread"), target=target, options=PresetOptions(topology_key=("zone", "rack"), max_skew=2))
    )
    scores = running(made, target[0])["score"]
    assert scores["PodTopologySpread"] > sum(scores.values()) - scores["PodTopologySpread"]
    assert "ImageLocality" not in scores
    assert scores.keys() & {"NodeResourcesFit", "NodeResourcesLeastAllocated"}
    (entry,) = parse(made).documents[0].data["profiles"][0]["pluginConfig"]
    assert [(one["topologyKey"], one["maxSkew"]) for one in entry["args"]["defaultConstraints"]] == [
        ("rack", 2),
        ("zone", 2),
    ]
    assert ("defaultingType" in entry["args"]) == (releases.at(target[0]).number >= 20)


@everywhere
def test_network_traffic_alone_scores(target: Target) -> None:
    made = generate(("p", "network-traffic"), target=target)
    ours = running(text(made), target[0])
    assert ours["score"] == {"NetworkTraffic": 1}
    assert "preScore" not in ours
    (entry,) = data(made)["profiles"][0]["pluginConfig"]
    assert entry["args"] == {
        "prometheusAddress": "http://10.96.0.42:9090",
        "networkInterface": "ens192",
        "timeRangeInMinutes": 5,
    }
    assert "NetworkTraffic" in "".join(made.remarks)


@where_published
def test_gang_sorts_the_queue_and_runs_where_it_implements_something(target: Target) -> None:
    made = generate(("p", "gang"), target=target)
    ours = running(text(made), target[0])
    assert ours["queueSort"] == {"Coscheduling": 0}
    number = releases.at(target[0]).number
    points = {"queueSort", "preFilter", "permit"}
    if number > 18:
        points |= {"postFilter", "reserve"} | ({"postBind"} if number < 26 else set())
    assert {point for point, plugins in ours.items() if "Coscheduling" in plugins} == points
    assert ("unreserve" in data(made)["profiles"][0]["plugins"]) == (number == 18)


@where_published
def test_all_profiles_of_a_file_share_the_queue(target: Target) -> None:
    profiles = [("default-scheduler", "default"), ("p", "gang"), ("q", "bin-packing")]
    made = text(generate(*profiles, target=target))
    for name, _ in profiles:
        assert running(made, target[0], name=name)["queueSort"] == {"Coscheduling": 0}
    assert running(made, target[0])["permit"] == {"Coscheduling": 0}
    assert "permit" not in running(made, target[0], name="q")


@everywhere
def test_an_extender_is_there_as_asked_for(target: Target) -> None:
    made = text(generate(("p", "extender"), target=target))
    (extender,) = view(made, target[0]).configuration["extenders"]
    assert (extender["urlPrefix"], extender["filterVerb"], extender["prioritizeVerb"], extender["weight"]) == (
        "http://127.0.0.1:8888/x",
        "filter",
        "rate",
        1,
    )
    assert running(made, target[0]) == running(text(generate(("p", "default"), target=target)), target[0])


@everywhere
def test_an_extender_that_knows_the_nodes_is_sent_names(target: Target) -> None:
    for node_cache_capable in (True, False):
        options = PresetOptions(extender_url="http://x", filter_verb="f", node_cache_capable=node_cache_capable)
        made = text(generate(("p", "extender"), target=target, options=options))
        (extender,) = view(made, target[0]).configuration["extenders"]
        assert extender.get("nodeCacheCapable", False) is node_cache_capable


def test_two_profiles_with_the_same_extender_share_it() -> None:
    assert len(data(generate(("p", "extender"), ("q", "extender")))["extenders"]) == 1


@pytest.mark.parametrize(
    ("preset", "options", "said"),
    [
        ("network-traffic", PresetOptions(), "address of Prometheus is missing"),
        ("network-traffic", PresetOptions(prometheus_address="x", time_range_minutes=0), "0 minutes"),
        ("bin-packing", PresetOptions(strategy="LeastAllocated"), "is not a bin-packing strategy"),
        ("bin-packing", PresetOptions(max_skew=3), "--max-skew has no effect for bin-packing"),
        ("default", PresetOptions(ignorable=True), "--ignorable has no effect for default"),
        ("extender", PresetOptions(), "URL of the extender is missing"),
        ("extender", PresetOptions(extender_url="http://x"), "never called"),
        ("extender", PresetOptions(extender_url="http://x", filter_verb="f", extender_weight=2), "needs no weight"),
        ("extender", PresetOptions(extender_url="http://x", filter_verb="f", extender_timeout=0), "within 0 seconds"),
    ],
)
def test_options_that_cannot_be_meant(preset: str, options: PresetOptions, said: str) -> None:
    with pytest.raises(WrongRequest, match=said):
        generate(("p", preset), options=options)


def test_profiles_that_cannot_share_a_file() -> None:
    with pytest.raises(WrongRequest, match="two profiles have the name `p`"):
        generate(("p", "default"), ("p", "gang"))
    with pytest.raises(WrongRequest, match="needs a name"):
        generate(("", "default"))
    with pytest.raises(WrongRequest, match="there is no preset `nope`"):
        find("nope")


@pytest.mark.parametrize(
    ("preset", "said", "broken"),
    [
        ("bin-packing", {"weights": ["TaintToleration=100"]}, "the others together 109"),
        ("bin-packing", {"enable": ["Mine=12"]}, "can outweigh it"),
        ("bin-packing", {"args": ["NodeResourcesFit.scoringStrategy.type=LeastAllocated"]}, "prefers fuller nodes"),
        ("spread", {"args": ["PodTopologySpread.defaultConstraints=[]"]}, "no constraints"),
        ("spread", {"args": ["NodeResourcesFit.scoringStrategy.type=MostAllocated"]}, "prefers emptier nodes"),
        ("spread", {"weights": ["PodTopologySpread=1"]}, "can outweigh it"),
        ("no-scoring", {"enable": ["ImageLocality"]}, "`ImageLocality` would run at `score`"),
        ("network-traffic", {"enable": ["ImageLocality"]}, "would score in addition to `NetworkTraffic`"),
        ("network-traffic", {"disable": ["NetworkTraffic"]}, "`NetworkTraffic` would not score"),
        ("network-traffic", {"args": ["NetworkTraffic.timeRangeInMinutes=0"]}, "must be 1 or more"),
        ("network-traffic", {"args": ["NetworkTraffic.prometheusAddress=''"]}, "no `prometheusAddress`"),
        ("gang", {"disable": ["Coscheduling@permit"]}, "would not run at `permit`"),
    ],
)
def test_options_that_break_the_promise_are_found(preset: str, said: dict[str, list[str]], broken: str) -> None:
    generation = choosing(preset, **said)
    assert not generation.files
    assert any(broken in message for message in messages(generation))


def test_the_advice_about_outvoting_helps() -> None:
    assert "--weight NodeResourcesFit=110" in "".join(
        messages(choosing("bin-packing", weights=["TaintToleration=100"]))
    )
    made = choosing("bin-packing", weights=["TaintToleration=100", "NodeResourcesFit=110"])
    assert running(text(made), None)["score"]["NodeResourcesFit"] == 110


@pytest.mark.parametrize("preset", PRESETS)
def test_the_text_is_the_same_each_time_and_has_comments(preset: str) -> None:
    first, second = text(generate(("p", preset))), text(generate(("p", preset)))
    assert first == second
    assert f"# {all_presets()[preset].summary}" in first


def test_options_whose_order_means_nothing_give_the_same_text() -> None:
    one = PresetOptions(resource=(("cpu", 1), ("memory", 2)))
    other = PresetOptions(resource=(("memory", 2), ("cpu", 1)))
    assert text(generate(("p", "bin-packing"), options=one)) == text(generate(("p", "bin-packing"), options=other))
    names = ["ImageLocality", "NodeResourcesBalancedAllocation"]
    assert text(choosing("default", disable=names)) == text(choosing("default", disable=names[::-1]))
    weights = ["TaintToleration=7", "NodeAffinity=5"]
    assert text(choosing("default", weights=weights)) == text(choosing("default", weights=weights[::-1]))


@pytest.mark.parametrize("preset", [name for name in PRESETS if not all_presets()[name].plugins])
def test_in_tree_presets_need_no_other_image(preset: str) -> None:
    generation = generate(("p", preset), options=NEEDED.get(preset))
    assert generation.remarks == ()
    assert validate(text(generation), options=ValidationOptions(registry=OPEN)).documents[0].findings == ()


@everywhere
@pytest.mark.parametrize("preset", PRESETS)
def test_keys_come_in_the_order_of_the_api(preset: str, target: Target) -> None:
    settings = TopLevelSettings("/k", leader_elect=True, lease="l", retry_period="2s")
    made = text(generate(("p", preset), target=target, settings=settings))
    data = parse(made).documents[0].data
    assert isinstance(data, dict)
    assert json.dumps(data) == json.dumps(in_api_order(data, target[1]))
    assert all(next(iter(profile)) == "schedulerName" for profile in data["profiles"])


def test_presets_say_what_they_are_for() -> None:
    for preset in all_presets().values():
        assert preset.summary.endswith(".")
        assert preset.explanation.endswith(".")
        assert preset.options <= set(PresetOptions.__dataclass_fields__)
