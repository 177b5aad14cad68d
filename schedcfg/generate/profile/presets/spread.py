"""`spread`: pods of a workload apart from each other."""

from collections.abc import Iterator

from schedcfg.generate.profile.plan import ProfilePlan
from schedcfg.generate.profile.preset import GeneratedProfile, Preset, PresetOptions

_SPREAD = "PodTopologySpread"
_HOST = "kubernetes.io/hostname"
_LEAST = ("NodeResourcesLeastAllocated", "NodeResourcesFit")
"""What prefers empty nodes: by default the first one up to v1beta1, then the second one."""


def shape(plan: ProfilePlan, options: PresetOptions) -> None:
    """Spread above all; between equal domains, the emptier node wins, as by default."""
    constraints = [
        {"maxSkew": options.max_skew or 1, "topologyKey": key, "whenUnsatisfiable": "ScheduleAnyway"}
        for key in sorted(set(options.topology_key or [_HOST]))
    ]
    listed = {"defaultingType": "List"} if plan.context.takes(_SPREAD, "defaultingType") else {}
    plan.give(
        _SPREAD, {"defaultConstraints": constraints} | listed, "For pods that have no spread constraints of their own."
    )
    plan.disable("ImageLocality", "It draws pods to nodes that have the image already.")
    plan.outvote(_SPREAD, "More than all other scores together, so that it cannot be outvoted.")


def promise(outcome: GeneratedProfile) -> Iterator[str]:
    """PodTopologySpread has constraints, more weight than the others together, and empty nodes are preferred."""
    args = outcome.args(_SPREAD) or {}
    if not args.get("defaultConstraints") or args.get("defaultingType", "List") != "List":
        yield f"`{_SPREAD}` has no constraints for pods without their own"
    yield from outcome.outvoted(_SPREAD)
    if not any(_prefers_empty(outcome, name) for name in _LEAST):
        yield "no plugin at `score` prefers empty nodes"


def _prefers_empty(outcome: GeneratedProfile, name: str) -> bool:
    if name not in outcome.scores:
        return False
    strategy = (outcome.args(name) or {}).get("scoringStrategy", {})
    return bool(strategy.get("type", "LeastAllocated") == "LeastAllocated")


PRESET = Preset(
    name="spread",
    summary="The pods of a workload apart from each other, on the emptier nodes.",
    explanation="For services that shall survive the loss of a node or a zone. Constraints hold for pods that have "
    "none of their own and belong to a Service or a controller; they are soft: a pod is never kept waiting. A node "
    "without one of the labels is rated as the worst.",
    shape=shape,
    promise=promise,
    options=frozenset({"topology_key", "max_skew"}),
)
