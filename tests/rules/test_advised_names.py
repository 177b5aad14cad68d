"""Advice about scheduler names, profiles that belong together, and affinity that is added."""

import pytest

from schedcfg import Severity
from tests.rules.advice_about import advice, fixed


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Default-Scheduler", "default-scheduler"),
        ("defaut-scheduler", "default-scheduler"),
        ("default_scheduler", "default-scheduler"),
        ("' batch '", "batch"),
        ("\u201cbatch\u201d", "batch"),
        ("\"'batch'\"", "batch"),
    ],
)
def test_names_that_are_nearly_right(name: str, meant: str) -> None:
    profiles = f"profiles: [{{schedulerName: {name}}}]\n"
    (said,) = advice("misspelt-scheduler-name", profiles)
    assert (said.fix, said.is_safe) == (f'Write "{meant}"', False)
    assert advice("misspelt-scheduler-name", fixed("misspelt-scheduler-name", profiles)) == []


@pytest.mark.parametrize("name", ["default-scheduler", "default-scheduler-2", "my-scheduler", "MyScheduler", "batch"])
def test_names_of_ones_own(name: str) -> None:
    assert advice("misspelt-scheduler-name", f"profiles: [{{schedulerName: {name}}}]\n") == []


@pytest.mark.parametrize("name", ["my scheduler", "scheduler:v2", "-batch", "größe"])
def test_names_that_events_cannot_have(name: str) -> None:
    (said,) = advice("misspelt-scheduler-name", f"profiles: [{{schedulerName: '{name}'}}]\n")
    assert "no event says why" in said.text


def test_v1alpha1_has_its_name_at_the_top() -> None:
    (said,) = advice("misspelt-scheduler-name", "schedulerName: default-schedular\n", "1.18", "v1alpha1")
    assert said.path == "schedulerName"


HALVES = """\
profiles:
  - schedulerName: default-scheduler
    plugins: {{score: {{enabled: [{{name: InterPodAffinity, weight: {weight}}}]}}}}
    pluginConfig: [{with_weight}]
  - schedulerName: other
    plugins: {{{other}}}
    pluginConfig: [{{name: InterPodAffinity, args: {{hardPodAffinityWeight: 5}}}}]
"""


def test_args_and_weight_in_two_profiles() -> None:
    (said,) = advice("args-apart-from-weight", HALVES.format(weight=10, with_weight="", other=""))
    assert said.path == "profiles[1].pluginConfig[0].name"
    assert 'profile "default-scheduler"' in said.text


@pytest.mark.parametrize(
    ("weight", "with_weight", "other"),
    [
        (1, "", ""),
        (10, "{name: InterPodAffinity, args: {hardPodAffinityWeight: 7}}", ""),
        (10, "", "score: {disabled: [{name: ImageLocality}]}"),
    ],
)
def test_profiles_that_are_set_up_on_their_own(weight: int, with_weight: str, other: str) -> None:
    profiles = HALVES.format(weight=weight, with_weight=with_weight, other=other)
    assert advice("args-apart-from-weight", profiles) == []


TERMS = "nodeSelectorTerms: [{matchExpressions: [{key: pool, operator: Exists}]}]"


def test_added_affinity_is_worth_knowing() -> None:
    added = f"addedAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: {{{TERMS}}}}}"
    profiles = f"profiles: [{{pluginConfig: [{{name: NodeAffinity, args: {{{added}}}}}]}}]\n"
    (said,) = advice("added-affinity", profiles)
    assert said.severity is Severity.INFO
    without_filter = profiles.replace(
        "[{pluginConfig", "[{plugins: {filter: {disabled: [{name: NodeAffinity}]}}, pluginConfig"
    )
    assert advice("added-affinity", without_filter) == []
    assert advice("added-affinity", "profiles: [{pluginConfig: [{name: NodeAffinity, args: {}}]}]\n") == []


@pytest.mark.parametrize(("name", "other", "found"), [("batch", "default-scheduler", 0), ("default-scheduler", "b", 1)])
def test_pods_that_ask_for_added_affinity_get_it(name: str, other: str, found: int) -> None:
    args = f"addedAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: {{{TERMS}}}}}"
    adding = f"{{schedulerName: {name}, pluginConfig: [{{name: NodeAffinity, args: {{{args}}}}}]}}"
    assert len(advice("added-affinity", f"profiles: [{{schedulerName: {other}}}, {adding}]\n")) == found


MOST = "profiles: [{plugins: {score: {enabled: [{name: NodeResourcesMostAllocated, weight: %d}]}}}]\n"


def test_packing_and_spreading_cancel_each_other_out() -> None:
    (said,) = advice("opposing-scores", MOST % 1, "1.21", "v1beta1")
    assert not said.is_safe
    assert "disabled: [{name: NodeResourcesLeastAllocated}]" in fixed("opposing-scores", MOST % 1, "1.21", "v1beta1")
    assert advice("opposing-scores", MOST % 5, "1.21", "v1beta1") == []
