"""What differs in what two configurations make the scheduler do, and what follows from it."""

import textwrap

import pytest

from schedcfg import OPEN
from schedcfg.configuration.effective.equivalence import FactDifference, compare
from schedcfg.configuration.effective.impact import Effect
from schedcfg.configuration.effective.model import Configuration
from schedcfg.document import parse
from schedcfg.releases import at
from schedcfg.sources.configurations import Role
from schedcfg.validation.document import DocumentValidator

CONFIG = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"


def completed(body: str, version: str, kubernetes: str) -> Configuration:
    text = CONFIG.format(version) + textwrap.dedent(body)
    document = DocumentValidator(at(kubernetes), OPEN).first(parse(text), Role.CONFIG)
    assert document.configuration is not None
    assert document.report.verdict == "accepted", document.report.findings
    return document.configuration


def differences(before: str, after: str, version: str = "v1", kubernetes: str = "1.30") -> list[FactDifference]:
    one, other = (completed(body, version, kubernetes) for body in (before, after))
    return list(compare(one, other, OPEN))


def effects(before: str, after: str, version: str = "v1", kubernetes: str = "1.30") -> dict[str, Effect]:
    found = differences(before, after, version, kubernetes)
    back = differences(after, before, version, kubernetes)
    assert sorted(one.impact.effect for one in found) == sorted(one.impact.effect for one in back)
    return {".".join(map(str, one.key)): one.impact.effect for one in found}


FIT = """
profiles:
- pluginConfig:
  - name: NodeResourcesFit
    args: {}
"""
TWO = 'extenders: [{{urlPrefix: "http://a", filterVerb: f{}}}, {{urlPrefix: "http://b", filterVerb: f}}]\n'
OTHER_WAY = 'extenders: [{urlPrefix: "http://b", filterVerb: f}, {urlPrefix: "http://a", filterVerb: f}]\n'

SAME = {
    "the order of resources": (
        FIT.format(
            "{scoringStrategy: {type: MostAllocated, resources: [{name: cpu, weight: 2}, {name: memory, weight: 3}]}}"
        ),
        FIT.format(
            "{scoringStrategy: {type: MostAllocated, resources: [{name: memory, weight: 3}, {name: cpu, weight: 2}]}}"
        ),
    ),
    "the curve of another strategy": (
        FIT.format("{scoringStrategy: {type: LeastAllocated}}"),
        FIT.format(
            "{scoringStrategy: {type: LeastAllocated, requestedToCapacityRatio: {shape: [{utilization: 0, score: 1}]}}}"
        ),
    ),
    "the order of profiles": (
        "profiles: [{schedulerName: a}, {schedulerName: b}]\n",
        "profiles: [{schedulerName: b}, {schedulerName: a}]\n",
    ),
    "the weight of an extender that does not rate": (TWO.format(""), TWO.format(", weight: 7")),
    "leases where no leader is elected": (
        "leaderElection: {leaderElect: false}\n",
        "leaderElection: {leaderElect: false, resourceName: other}\n",
    ),
}


@pytest.mark.parametrize("what", SAME)
def test_what_nothing_reads_is_no_difference(what: str) -> None:
    assert effects(*SAME[what]) == {}


def test_extenders_in_another_order_change_only_whose_objection_comes_first() -> None:
    assert effects(TWO.format(""), OTHER_WAY) == {"extenders.order": Effect.OBJECTION}


def test_an_extender_that_comes_moves_no_other() -> None:
    one = 'extenders: [{urlPrefix: "http://b", filterVerb: f}]\n'
    found = [
        difference for difference in differences(one, TWO.format(", nodeCacheCapable: true")) if difference.has_effect
    ]
    assert {(one.extender, one.before) for one in found} == {("http://a", None)}


def test_lists_in_args_that_nobody_knows_keep_their_order() -> None:
    own = "profiles: [{{plugins: {{filter: {{enabled: [{{name: Mine}}]}}}}, pluginConfig: [{}]}}]\n"
    one, other = (own.format(f"{{name: Mine, args: {{names: {names}}}}}") for names in ("[a, b]", "[b, a]"))
    assert effects(one, other) == {"default-scheduler.args.Mine.names": Effect.BEHAVIOR}


def test_a_rating_that_is_always_0_has_no_effect() -> None:
    off = "profiles: [{plugins: {multiPoint: {disabled: [{name: VolumeBinding}]}, filter: {enabled: [{name: X}]}}}]\n"
    on = "profiles: [{plugins: {score: {disabled: [{name: VolumeBinding}]}, filter: {enabled: [{name: X}]}}}]\n"
    assert effects("profiles: [{plugins: {filter: {enabled: [{name: X}]}}}]\n", on) == {
        "default-scheduler.score.VolumeBinding": Effect.NONE,
        "default-scheduler.score.order": Effect.FOLLOWS,
    }
    assert effects(on, off)["default-scheduler.filter.VolumeBinding"] is Effect.BEHAVIOR


def test_args_go_along_with_what_reads_them() -> None:
    unscored = "profiles: [{plugins: {score: {disabled: [{name: NodeResourcesFit}]}}}]\n"
    found = effects("", unscored)
    assert found.pop("default-scheduler.score.NodeResourcesFit") is Effect.BEHAVIOR
    assert set(found.values()) == {Effect.FOLLOWS}
    assert "default-scheduler.args.NodeResourcesFit.scoringStrategy.type" in found


def test_every_difference_that_reaches_less_far_says_why() -> None:
    unscored = "profiles: [{plugins: {score: {disabled: [{name: NodeResourcesFit}]}}}]\n"
    for difference in differences("", unscored):
        assert bool(difference.impact.reason) != difference.matters
