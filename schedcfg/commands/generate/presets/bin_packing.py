"""`bin-packing`: full nodes first."""

from collections.abc import Iterator
from typing import Any

from schedcfg.commands.generate.profile_plan import SCORE, GeneratedProfile, Preset, PresetOptions, ProfilePlan
from schedcfg.errors import WrongRequest
from schedcfg.plugins.resources import HIGHEST_WEIGHT

_FIT = "NodeResourcesFit"
_MOST = "MostAllocated"
_RATIO = "RequestedToCapacityRatio"
_BEFORE_FIT_SCORED = {_MOST: "NodeResourcesMostAllocated", _RATIO: "RequestedToCapacityRatio"}
"""Strategy → the plugin that did it where NodeResourcesFit does not score by default (up to v1beta1)."""

_SHAPE = [{"utilization": 0, "score": 0}, {"utilization": 100, "score": 10}]
"""The fuller, the better; a score of 10 is the highest that a curve can give."""

_AGAINST = {
    "NodeResourcesLeastAllocated": "It prefers emptier nodes.",
    "NodeResourcesBalancedAllocation": "It prefers nodes with balanced CPU and memory, full or empty.",
    "ImageLocality": "It prefers nodes that already have the image, full or empty.",
    "SelectorSpread": "It spreads the Pods of a service.",
    "DefaultPodTopologySpread": "It spreads the Pods of a service.",
}
"""Scorers that spread pods, or prefer other nodes, without a request of the pod."""


def shape(plan: ProfilePlan, options: PresetOptions) -> None:
    """Prefer full nodes above all."""
    strategy = options.strategy or _MOST
    if strategy not in _BEFORE_FIT_SCORED:
        raise WrongRequest(
            f"`{strategy}` is not a bin-packing strategy", f"Strategies: {', '.join(_BEFORE_FIT_SCORED)}."
        )
    for name, why in _AGAINST.items():
        plan.disable(name, why)
    plan.give(
        "PodTopologySpread",
        {"defaultConstraints": []} | _list_type(plan),
        "Only spread Pods with their own constraints.",
    )
    packer = _packer(plan, strategy, _resources(options))
    plan.enable(packer, "", [SCORE])
    plan.outvote(packer, "More than all other scores together, so that they cannot outweigh it.")


def _resources(options: PresetOptions) -> list[dict[str, Any]]:
    names = [name for name, _ in options.resource]
    for name, weight in options.resource:
        if names.count(name) > 1:
            raise WrongRequest(f"the resource `{name}` is repeated", "Use one --resource for each.")
        if weight < 1:
            raise WrongRequest(
                f"the resource `{name}` has weight {weight}; it must be 1 or more",
                "Omit it to exclude it from the score.",
            )
    return [{"name": name, "weight": weight} for name, weight in sorted(options.resource)]


def _check_highest(resources: list[dict[str, Any]]) -> None:
    """Refuse weights that are too high for upstream's `validateResources`; RequestedToCapacityRatio takes any."""
    for resource in resources:
        if resource["weight"] > HIGHEST_WEIGHT:
            raise WrongRequest(
                f"the resource `{resource['name']}` has weight {resource['weight']}; it must be between 1 and "
                f"{HIGHEST_WEIGHT}",
                "Only the ratio of weights matters: make all of them smaller.",
            )


def _list_type(plan: ProfilePlan) -> dict[str, Any]:
    return {"defaultingType": "List"} if plan.context.takes("PodTopologySpread", "defaultingType") else {}


def _packer(plan: ProfilePlan, strategy: str, resources: list[dict[str, Any]]) -> str:
    """Set the Args of the plugin that packs, and return its name."""
    why = "Fuller nodes get higher scores."
    chosen: dict[str, Any] = {"resources": resources} if resources else {}
    if _FIT in plan.context.defaults[SCORE]:
        _check_highest(resources)
        curve = {"requestedToCapacityRatio": {"shape": _SHAPE}} if strategy == _RATIO else {}
        plan.give(_FIT, {"scoringStrategy": {"type": strategy, **curve, **chosen}}, why)
        return _FIT
    packer = _BEFORE_FIT_SCORED[strategy]
    if resources and not plan.context.takes(packer, "resources"):
        raise WrongRequest(
            f"in Kubernetes {plan.context.release.name}, {packer} always scores cpu and memory",
            f"Use --strategy {_RATIO}, or omit --resource.",
        )
    if packer != _BEFORE_FIT_SCORED[_RATIO]:
        _check_highest(resources)
    args = chosen | ({"shape": _SHAPE} if strategy == _RATIO else {})
    if args:
        plan.give(packer, args, why)
    return packer


def promise(outcome: GeneratedProfile) -> Iterator[str]:
    """A plugin that packs has more weight than all the other scorers together."""
    packers = [name for name in (_FIT, *_BEFORE_FIT_SCORED.values()) if _packs(outcome, name)]
    if not packers:
        yield "no plugin at `score` prefers fuller nodes"
    else:
        yield from outcome.outweighed(max(packers, key=outcome.scores.__getitem__))


def _packs(outcome: GeneratedProfile, name: str) -> bool:
    """Check whether a plugin scores, and gives full nodes more than empty ones."""
    if name not in outcome.running[SCORE]:
        return False
    if name != _FIT:
        return name == _BEFORE_FIT_SCORED[_MOST] or _rises(outcome.args(name)["shape"])
    strategy = outcome.args(_FIT)["scoringStrategy"]
    if strategy["type"] == _RATIO:
        return _rises(strategy["requestedToCapacityRatio"]["shape"])
    return bool(strategy["type"] == _MOST)


def _rises(curve: list[dict[str, int]]) -> bool:
    scores = [point["score"] for point in curve]
    return scores == sorted(scores) and scores[0] < scores[-1]


PRESET = Preset(
    name="bin-packing",
    summary="Full nodes first, so that others stay empty.",
    explanation="For clusters that are paid by the node: an autoscaler can remove empty nodes. Bin-packing has "
    "more weight than all other scores together; between nodes that are nearly equally full, the "
    "others decide. It does not move running Pods, and in large clusters only some of the nodes are "
    "scored unless --percentage-of-nodes-to-score is 100.",
    shape=shape,
    promise=promise,
    options=frozenset({"resource", "strategy"}),
)
