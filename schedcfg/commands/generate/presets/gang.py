"""`gang`: groups of pods, all of a group or none."""

from collections.abc import Iterator

from schedcfg.commands.generate.profile_plan import QUEUE_SORT, GeneratedProfile, Preset, PresetOptions, ProfilePlan

_GANG = "Coscheduling"
_WITH_OWN_CLIENT = "v1beta1"
"""In which the plugin does not use the scheduler's client; pkg/apis/config/v1beta1/types.go of scheduler-plugins."""


def shape(plan: ProfilePlan, _options: PresetOptions) -> None:
    """Make Coscheduling sort the queue, and hold back pods until their group is complete."""
    plan.sort_by(_GANG, "The Pods of a group are adjacent in the queue, which all profiles share.")
    points = [point for point in plan.context.points_of(_GANG) or () if point != QUEUE_SORT]
    plan.enable(_GANG, "Pods wait until there is room for enough of their group.", points)
    if plan.context.api_version == _WITH_OWN_CLIENT and plan.context.kubeconfig:
        why = "It creates its own client, which does not use clientConnection."
        plan.give(_GANG, {"kubeConfigPath": plan.context.kubeconfig}, why)


def promise(outcome: GeneratedProfile) -> Iterator[str]:
    """Coscheduling sorts the queue, and runs wherever it has something to do."""
    if list(outcome.running[QUEUE_SORT]) != [_GANG]:
        yield f"`{_GANG}` would not sort the queue"
    for point in outcome.plan.context.points_of(_GANG) or ():
        if point in outcome.running and _GANG not in outcome.running[point]:
            yield f"`{_GANG}` would not run at `{point}`"


PRESET = Preset(
    name="gang",
    summary="Groups of Pods start together or not at all.",
    explanation="For jobs whose Pods are useless alone. Coscheduling is not part of Kubernetes: the image must "
    "be that of scheduler-plugins, and its PodGroup CRD must be installed. Two groups that each hold "
    "half of the room wait for each other for permitWaitingTimeSeconds.",
    shape=shape,
    promise=promise,
    plugins=frozenset({_GANG}),
)
