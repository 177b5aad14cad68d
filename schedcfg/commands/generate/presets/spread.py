"""`spread`: pods of a workload apart from each other."""

from collections.abc import Iterator

from schedcfg.commands.generate.profile_plan import GeneratedProfile, Preset, PresetOptions, ProfilePlan

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
    plan.give(_SPREAD, {"defaultConstraints": constraints} | listed, "For Pods without their own spread constraints.")
    plan.disable("ImageLocality", "It prefers nodes that already have the image.")
    plan.outvote(_SPREAD, "More than all other scores together, so that they cannot outweigh it.")


def promise(outcome: GeneratedProfile) -> Iterator[str]:
    """PodTopologySpread has constraints, more weight than the others together, and empty nodes are preferred."""
    args = outcome.args(_SPREAD) or {}
    if not args.get("defaultConstraints") or args.get("defaultingType", "List") != "List":
        yield f"`{_SPREAD}` has no constraints for Pods without their own"
    yield from outcome.outweighed(_SPREAD)
    if not any(_prefers_empty(outcome, name) for name in _LEAST):
        yield "no plugin at `score` prefers emptier nodes"


def _prefers_empty(outcome: GeneratedProfile, name: str) -> bool:
    if name not in outcome.scores:
        return False
    strategy = (outcome.args(name) or {}).get("scoringStrategy", {})
    return bool(strategy.get("type", "LeastAllocated") == "LeastAllocated")


PRESET = Preset(
    name="spread",
    summary="The Pods of a workload spread over the emptier nodes.",
    explanation="For services that must survive the loss of a node or a zone. The constraints apply to Pods that "
    "have none of their own and belong to a Service or a controller; they are soft: they never keep "
    "a Pod waiting. A node without one of the labels gets the worst score.",
    shape=shape,
    promise=promise,
    options=frozenset({"topology_key", "max_skew"}),
)
