"""`no-scoring`: the first node that fits."""

from collections.abc import Iterator

from schedcfg.commands.generate.profile_plan import SCORE, GeneratedProfile, Preset, PresetOptions, ProfilePlan


def shape(plan: ProfilePlan, _options: PresetOptions) -> None:
    """Take away all scores, and what is done to prepare them."""
    plan.clear(SCORE, "Nodes are not scored: any node that passes the filters is chosen.")
    plan.clear("preScore", "These only prepare data for scores.")


def promise(outcome: GeneratedProfile) -> Iterator[str]:
    """Nothing scores, and nothing prepares for it."""
    for point in ("preScore", SCORE):
        if outcome.running[point]:
            yield f"{', '.join(f'`{name}`' for name in outcome.running[point])} would run at `{point}`"


PRESET = Preset(
    name="no-scoring",
    summary="Any node on which the Pod fits, without scoring.",
    explanation="For batches of short Pods, where starting soon matters more than where. Soft preferences of Pods "
    "(preferred affinity, PreferNoSchedule taints, soft spread constraints) are ignored; hard ones still "
    "apply. Extenders in the same file that score nodes are still called.",
    shape=shape,
    promise=promise,
)
