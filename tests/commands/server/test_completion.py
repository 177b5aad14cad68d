"""What is offered while somebody types: what fits the place, in the release, and is not there yet."""

from pathlib import Path

import pytest

from schedcfg import Verdict, catalog, releases, validate
from schedcfg.commands.server.analysis import Analysis
from schedcfg.commands.server.completion import CompletionKind, complete_at
from schedcfg.configuration.effective.registry import IN_TREE_ONLY, DeclaredPlugin, chosen
from schedcfg.document import parse
from schedcfg.patterns import pattern
from schedcfg.rules.context_cache import ContextCache
from schedcfg.validation.options import DEFAULT, Options
from tests.commands.server.marked_text import V1, accepting, complete

PROFILE = f"{V1}profiles:\n  - schedulerName: a\n"
PLACEHOLDER = pattern(r"\$\{\d+:([^}]*)\}")


def test_fields_that_are_not_there_yet_are_offered() -> None:
    found = complete(f"{V1}parallelism: 3\n¦\nextenders: []\n")
    assert {"leaderElection", "profiles"} <= found.keys()
    assert not {"apiVersion", "kind", "parallelism", "extenders"} & found.keys()


def test_what_is_half_typed_is_replaced() -> None:
    assert accepting(f"{V1}para¦\nextenders: []\n", "parallelism") == f"{V1}parallelism: \nextenders: []\n"
    assert accepting(f"{V1}par¦am: 3\n", "parallelism") == f"{V1}parallelism: 3\n"


def test_what_is_broken_behind_the_line_does_not_count() -> None:
    assert "leaseDuration" in complete(f"{V1}leaderElection:\n  ¦\nprofiles: [}}\n: x\n")


def test_structs_and_lists_continue_in_the_next_line() -> None:
    assert complete(f"{V1}¦")["leaderElection"].insert == "leaderElection:\n  "
    assert complete(f"{PROFILE}    ¦")["pluginConfig"].insert == "pluginConfig:\n      - "
    assert complete(f"{V1}profiles:\n  - ¦")["plugins"].insert == "plugins:\n      "
    assert complete(f"{V1}profiles:\n  ¦")["plugins"].insert == "- plugins:\n      "
    assert complete(f"{V1}leaderElection: {{¦")["resourceName"].insert == "resourceName: "


def test_fields_are_those_of_the_release_and_api_version() -> None:
    assert "delayCacheUntilActive" in complete(f"{V1}¦", "1.28")
    assert "delayCacheUntilActive" not in complete(f"{V1}¦", "1.27")
    points = complete(f"{PROFILE}    plugins:\n      ¦", "1.29")
    assert points["multiPoint"].kind is CompletionKind.POINT
    assert "placementScore" not in points
    assert "healthzBindAddress" in complete(f"{V1.replace('v1', 'v1beta1')}¦", "1.19")


def test_plugins_fit_the_extension_point_and_are_not_enabled_yet() -> None:
    text = (
        f"{PROFILE}    plugins:\n      score:\n        enabled:\n          - name: NodeAffinity\n          - name: ¦\n"
    )
    found = complete(text, options=Options(registry=IN_TREE_ONLY))
    assert "ImageLocality" in found
    assert not {"NodeAffinity", "NodeName", "Coscheduling"} & found.keys()
    assert accepting(text.replace("name: ¦", "¦"), "ImageLocality").endswith("- name: ImageLocality\n")


def test_names_that_are_none_take_nothing_away() -> None:
    text = f"{PROFILE}    plugins:\n      score:\n        enabled:\n          - name: [a]\n          - name: ¦\n"
    assert "ImageLocality" in complete(text)


def test_an_old_release_has_other_plugins() -> None:
    text = f"{PROFILE.replace('v1', 'v1beta1')}    plugins:\n      score:\n        enabled:\n          - name: ¦"
    assert "SelectorSpread" in complete(text, "1.20")
    assert "SelectorSpread" not in complete(text.replace("v1beta1", "v1"), "1.30")


def test_plugins_are_those_that_exist() -> None:
    text = f"{PROFILE}    plugins:\n      queueSort:\n        enabled:\n          - name: ¦"
    own = chosen(frozenset({"Mine", "Other"}), (), (DeclaredPlugin("Mine", ("queueSort",)),))
    assert complete(text, "1.30", Options(registry=IN_TREE_ONLY)).keys() == {"PrioritySort"}
    assert complete(text, "1.30", Options(registry=own)).keys() == {"Mine", "Other", "PrioritySort"}
    assert "Coscheduling" in complete(text, "1.30", Options(registry=catalog("scheduler-plugins")))
    open_world = list(complete(text, "1.30"))
    assert open_world.index("PrioritySort") < open_world.index("Coscheduling")


def test_disabled_offers_what_runs_by_default_and_all() -> None:
    text = f"{PROFILE}    plugins:\n      bind:\n        disabled:\n          - name: ¦"
    assert {label: one.insert for label, one in complete(text).items()} == {
        "*": '"*"',
        "DefaultBinder": "DefaultBinder",
    }
    assert complete(text.replace("¦", '"¦"'))["*"].insert == "*"


def test_args_have_the_fields_of_the_plugin_beside() -> None:
    text = f"{PROFILE}    pluginConfig:\n      - name: NodeResourcesFit\n        args:\n          ¦"
    found = complete(text)
    assert {"scoringStrategy", "ignoredResources"} == found.keys() - {"ignoredResourceGroups"}
    assert complete(text.replace("NodeResourcesFit", "Unknown")) == {}
    types = complete(text.replace("¦", "scoringStrategy:\n            type: ¦"))
    assert list(types) == ["LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"]


def test_plugin_config_names_plugins_with_args_that_have_none_yet() -> None:
    text = f"{PROFILE}    pluginConfig:\n      - name: InterPodAffinity\n      - name: ¦\n"
    found = complete(text, options=Options(registry=IN_TREE_ONLY))
    assert "NodeResourcesFit" in found
    assert not {"InterPodAffinity", "NodeName"} & found.keys()


def test_values_are_what_is_allowed_the_default_and_examples() -> None:
    assert list(complete(f"{V1}leaderElection:\n  leaderElect: ¦\n")) == ["true", "false"]
    assert "15s" in complete(f"{V1}leaderElection:\n  leaseDuration: ¦\n")
    locks = f"{V1}leaderElection:\n  resourceLock: ¦\n"
    assert "endpointsleases" in complete(locks, "1.26")
    assert list(complete(locks, "1.29")) == ["leases"]


def test_served_api_versions_come_first() -> None:
    found = list(complete("apiVersion: ¦\nkind: KubeSchedulerConfiguration\n", "1.27"))
    assert [one.rpartition("/")[2] for one in found[:3]] == ["v1", "v1beta3", "v1beta2"]
    assert found.index("kubescheduler.config.k8s.io/v1beta1") > found.index("kubescheduler.config.k8s.io/v1beta2")
    assert list(complete("kind: ¦")) == ["KubeSchedulerConfiguration"]


@pytest.mark.parametrize("kubernetes", releases.names())
def test_snippets_are_accepted_by_each_release(kubernetes: str) -> None:
    whole = PLACEHOLDER.sub(r"\1", accepting("¦", "KubeSchedulerConfiguration", kubernetes))
    assert validate(whole, kubernetes).verdict is Verdict.ACCEPTED
    for item in ("  ¦", "  - ¦"):
        second = PLACEHOLDER.sub(r"\1", accepting(f"{whole}{item}", "profile", kubernetes))
        assert validate(second, kubernetes).verdict is Verdict.ACCEPTED
        assert len(parse(second).documents[0].data["profiles"]) == 2  # type: ignore[index, call-overload]


def test_a_configuration_within_a_config_map_is_completed() -> None:
    inner = f"{PROFILE}    ¦".replace("\n", "\n    ")
    text = f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  config.yaml: |\n    {inner}"
    assert complete(text)["plugins"].insert == "plugins:\n          "


def test_pods_are_offered_the_profiles_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "scheduler.yaml").write_text(PROFILE)
    text = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  schedulerName: "
    analysis = Analysis(parse(text), DEFAULT, str(tmp_path / "pod.yaml"), ContextCache())
    found = {one.label: one.detail for one in complete_at(analysis, len(text))}
    assert found == {"a": "scheduler.yaml", "default-scheduler": "default scheduler"}


@pytest.mark.parametrize(
    "text",
    [
        "apiVersion: apps/v1\nkind: Deployment\nspec:\n  ¦\n",
        f"{V1}# lead¦\n",
        f"{V1}profiles:\n  -¦\n",
        f"{V1}leaderElection:\n ¦ leaderElect: true\n",
        f"{V1}profiles:\n  - schedulerName: a ¦b\n    x: [\n",
        f"{V1}unknown:\n  ¦\n",
        '{"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", ¦}',
        "apiVersion: {{ .x }}\nkind: KubeSchedulerConfiguration\n¦",
        "[¦",
    ],
)
def test_elsewhere_nothing_is_offered(text: str) -> None:
    assert complete(text) == {}
