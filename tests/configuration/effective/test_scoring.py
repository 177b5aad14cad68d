"""Which scores count, by feature gates and Args."""

import pytest

from schedcfg.commands.effective.effective import effective_configuration
from schedcfg.configuration.effective.view import Point
from schedcfg.validation.options import Options

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
BALANCED = """\
profiles:
- pluginConfig:
  - name: NodeResourcesBalancedAllocation
    args: {{resources: [{}]}}
"""


def scoring(kubernetes: str, body: str = "", version: str = "v1", gates: dict[str, bool] | None = None) -> Point:
    text = HEAD.format(version) + body
    view = effective_configuration(text, kubernetes, options=Options(feature_gates=gates)).view
    assert view is not None
    return next(point for point in view.profiles[0].points if point.name == "score")


@pytest.mark.parametrize(
    ("kubernetes", "gates", "idle"),
    [
        ("1.29", None, {"VolumeBinding": "VolumeCapacityPriority"}),
        ("1.29", {"VolumeCapacityPriority": True}, {}),
        ("1.36", None, {"VolumeBinding": "StorageCapacityScoring"}),
        ("1.36", {"StorageCapacityScoring": True}, {}),
        ("1.37", None, {}),
        ("1.37", {"StorageCapacityScoring": False}, {"VolumeBinding": "StorageCapacityScoring"}),
        (
            "1.35",
            {"DRAPrioritizedList": False},
            {"VolumeBinding": "StorageCapacityScoring", "DynamicResources": "DRAPrioritizedList"},
        ),
    ],
)
def test_a_gate_that_is_off_leaves_a_score_without_a_share(
    kubernetes: str, gates: dict[str, bool] | None, idle: dict[str, str]
) -> None:
    score = scoring(kubernetes, gates=gates)
    assert {one.name: one.gate_off for one in score.running if one.idle} == idle
    assert {one.name for one in score.running if one.share is None} == idle.keys()
    assert sum(one.share or 0 for one in score.running) == pytest.approx(1)


@pytest.mark.parametrize(("resources", "counts"), [(["cpu"], False), (["cpu", "memory"], True)])
def test_a_single_resource_is_always_balanced(resources: list[str], counts: bool) -> None:
    body = BALANCED.format(", ".join(f"{{name: {name}, weight: 1}}" for name in resources))
    balanced = next(one for one in scoring("1.37", body).running if one.name == "NodeResourcesBalancedAllocation")
    assert (balanced.share is not None, balanced.idle == "") == (counts, counts)
    assert balanced.gate_off is None


FLAT = """\
profiles:
- pluginConfig:
  - name: {}
    args: {}
"""
ZERO = "[{utilization: 0, score: 0}, {utilization: 100, score: 0}]"
RISING = "[{utilization: 0, score: 0}, {utilization: 100, score: 1}]"


@pytest.mark.parametrize(("shape", "counts"), [(ZERO, False), (RISING, True)])
@pytest.mark.parametrize(
    ("plugin", "args"),
    [
        ("VolumeBinding", "{{shape: {}}}"),
        (
            "NodeResourcesFit",
            "{{scoringStrategy: {{type: RequestedToCapacityRatio, requestedToCapacityRatio: {{shape: {}}}}}}}",
        ),
    ],
)
def test_a_curve_that_is_always_zero_does_not_count(plugin: str, args: str, shape: str, counts: bool) -> None:
    score = scoring("1.37", FLAT.format(plugin, args.format(shape)))
    found = next(one for one in score.running if one.name == plugin)
    assert (found.share is not None, found.idle) == (
        counts,
        "" if counts else "every point of its `shape` has the score 0",
    )


def test_in_1_21_which_has_no_shape_the_gate_alone_decides() -> None:
    enabled = "profiles: [{plugins: {score: {enabled: [{name: VolumeBinding, weight: 6}]}}}]\n"
    off, on = scoring("1.21", enabled, "v1beta1"), scoring("1.21", "", "v1beta1", {"VolumeCapacityPriority": True})
    idle, counting = (next(one for one in point.running if one.name == "VolumeBinding") for point in (off, on))
    assert (idle.share, idle.idle) == (None, "VolumeCapacityPriority is off")
    assert counting.share is not None
