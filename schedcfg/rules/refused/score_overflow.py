"""Score weights whose sum overflows, or falls below zero on the way."""

from collections.abc import Iterator

from schedcfg.cards import v1_configuration
from schedcfg.configuration.effective.model import EMPTY_SET, WEIGHTED, PluginRef, Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, SCORE, weighing_entry
from schedcfg.document.golang.numbers import MAX_INT64, wrapped_int64
from schedcfg.findings import Problem
from schedcfg.plugins.plugin import MAX_NODE_SCORE
from schedcfg.rules.rule import Rule, Subject, entry_path

ID = "score-overflow"

_MAX_TOTAL_SCORE = MAX_INT64


def check(subject: Subject) -> Iterator[Problem]:
    """Yield the score plugin at which the framework's sum of weights would overflow."""
    for profile in subject.configuration.profiles:
        # Weights are 32-bit numbers: without a negative one their sum can neither overflow nor wrap.
        if all(ref.weight >= 0 for plugin_set in profile.merged.values() for ref in plugin_set.enabled):
            continue
        if not subject.configuration.release.adds_score_weights_in_order:
            refs = list(_needed(subject, profile))
            yield from _problem(
                refs, _negative(refs), SCORE, profile, "the sum of the weights of all plugins is negative"
            )
            continue
        for point in sorted(WEIGHTED, reverse=True):
            refs = list(_scoring(point, subject, profile))
            sum_ = f"the sum of the weights at `{point}` up to this plugin is negative, or exceeds 64 bits"
            yield from _problem(refs, _overflowing(refs), point, profile, sum_)


def _problem(
    refs: list[PluginRef], ref: PluginRef | None, point: str, profile: Profile, message: str
) -> Iterator[Problem]:
    if ref is not None:
        yield Problem(
            ID,
            entry_path(_blamed(refs, ref), (*profile.path, "plugins", point)),
            message,
            "Use positive weights; to reduce the influence of a plugin, increase the weights of the others.",
        )


def _needed(subject: Subject, profile: Profile) -> Iterator[PluginRef]:
    """Yield the entry that gives each plugin its weight: up to 1.21 those that do not score are added up, too."""
    release = subject.configuration.release
    found = (weighing_entry(name, profile.enabled_at, release) for name in sorted(profile.needed))
    return (entry.ref for entry in found if entry is not None)


def _scoring(point: str, subject: Subject, profile: Profile) -> Iterator[PluginRef]:
    """Yield scoring plugins in the order in which `getScoreWeights` adds them up; the first mention counts."""
    seen: set[str] = set()
    for where in (point, MULTI_POINT):
        for ref in profile.merged.get(where, EMPTY_SET).enabled:
            if ref.name not in seen and (where == point or subject.implements(ref.name, point) is True):
                seen.add(ref.name)
                yield ref


def _overflowing(refs: list[PluginRef]) -> PluginRef | None:
    total = 0
    for ref in refs:
        weight = (ref.weight or 1) * MAX_NODE_SCORE
        # Go subtracts in 64 bits: with a total below zero the remaining range wraps around to almost nothing.
        if weight > wrapped_int64(_MAX_TOTAL_SCORE - total):
            return ref
        total += weight
    return None


def _negative(refs: list[PluginRef]) -> PluginRef | None:
    """Return a plugin with a negative weight if the total is negative.

    Up to 1.21 the order is random: only what fails in (nearly) every order is refused.
    """
    negative = [ref for ref in refs if ref.weight < 0]
    return negative[0] if negative and sum(ref.weight or 1 for ref in refs) < 0 else None


def _blamed(refs: list[PluginRef], ref: PluginRef) -> PluginRef:
    return next((other for other in refs if other.weight < 0 and other.path is not None), ref)


RULE = Rule(
    id=ID,
    title="The sum of the score weights overflows",
    why="The framework checks that the highest possible total score fits into 64 bits; a negative weight breaks this "
    "sum.",
    source="pkg/scheduler/framework/runtime/framework.go, getScoreWeights, since 1.36 getValidScoreWeights",
    check=check,
    bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: ImageLocality
            weight: -1
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        disabled:
          - name: ImageLocality
"""),
)
