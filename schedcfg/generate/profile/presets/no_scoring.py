"""`no-scoring`: the first node that fits."""

from collections.abc import Iterator

from schedcfg.generate.profile.plan import SCORE, ProfilePlan
from schedcfg.generate.profile.preset import GeneratedProfile, Preset, PresetOptions


def shape(plan: ProfilePlan, _options: PresetOptions) -> None:
    """Take away all scores, and what is done to prepare them."""
    plan.clear(SCORE, "No node is rated: any node that passes the filters will do.")
    plan.clear("preScore", "What is prepared here is used for rating only.")


def promise(outcome: GeneratedProfile) -> Iterator[str]:
    """Nothing scores, and nothing prepares for it."""
    for point in ("preScore", SCORE):
        if outcome.running[point]:
            yield f"{', '.join(f'`{name}`' for name in outcome.running[point])} would run at `{point}`"


PRESET = Preset(
    name="no-scoring",
    summary="Any node on which the pod fits; none is rated.",
    explanation="For batches of short pods where starting soon matters more than where. Pods' own preferences "
    "(preferred affinity, PreferNoSchedule taints, soft spread constraints) count for nothing; hard ones still do. "
    "Extenders of the same file that rate nodes are still asked.",
    shape=shape,
    promise=promise,
)
