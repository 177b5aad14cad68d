"""What a generated profile really runs, against what was planned."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from schedcfg.effective.args import of_plugins
from schedcfg.effective.framework import POINTS, running
from schedcfg.effective.model import Configuration, Profile
from schedcfg.effective.plugin_sets import does_nothing
from schedcfg.generate.profile.ground import Pipeline
from schedcfg.generate.profile.plan import SCORE, Plan


@dataclass(frozen=True)
class Outcome:
    """A profile of a completed configuration, and the plan that it was written from."""

    configuration: Configuration
    profile: Profile
    plan: Plan

    @cached_property
    def running(self) -> Pipeline:
        """What runs at each point that upstream's framework builds, with weights."""
        found = running(self.profile, self.configuration.release, self.plan.ground.implements)
        return {point: {ref.name: ref.weight_at(point) for ref in found.get(point, ())} for point in POINTS}

    @property
    def scores(self) -> dict[str, int]:
        """What scores, with weights; a plugin of which nothing is known counts, as it may score."""
        return {**self.plan.anywhere, **self.running[SCORE]}

    def args(self, name: str) -> Any:
        """Return a plugin's Args, completed; None where it has none."""
        found = of_plugins(self.profile, self.configuration, self.plan.ground.world)
        return next((args.values(self.configuration.context) for args in found if args.name == name), None)

    def outvoted(self, name: str) -> Iterator[str]:
        """Yield a sentence if a scorer has no more weight than all the others have together."""
        own, others = self.scores.get(name, 0), sum(self.scores.values()) - self.scores.get(name, 0)
        if own <= others:
            yield (
                f"`{name}` weighs {own} at `score`, and the others together {others}: they can outvote it; "
                f"give it {others + 1}: --weight {name}={others + 1}"
            )


def as_planned(outcome: Outcome) -> Iterator[str]:
    """Yield a sentence for each difference between what runs and what was to run."""
    version = outcome.configuration.api_version
    for point, plugins in outcome.running.items():
        planned = outcome.plan.running[point]
        why = f"; {version} ignores what is written there" if does_nothing(version, point) else ""
        for name in planned.keys() - plugins.keys():
            yield f"`{name}` would not run at `{point}`{why}"
        for name in plugins.keys() - planned.keys():
            yield f"`{name}` would still run at `{point}`{why}"
        for name in planned.keys() & plugins.keys():
            if planned[name] != plugins[name]:
                yield f"`{name}` would weigh {plugins[name]} instead of {planned[name]}"
    for name in outcome.plan.args:
        if name not in outcome.profile.needed:
            yield f"`{name}` has args, but does not run in this profile, so that they mean nothing"
