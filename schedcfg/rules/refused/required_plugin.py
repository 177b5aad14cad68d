"""A profile without exactly one queueSort plugin, or without any bind plugin."""

from collections.abc import Iterator

from schedcfg.cards import v1_configuration
from schedcfg.configuration.effective import plugin_sets
from schedcfg.configuration.effective.model import EMPTY_SET, PluginRef, Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT
from schedcfg.findings import Problem
from schedcfg.rules.rule import Rule, Subject

ID = "required-plugin"
_GENERATING = "placementGenerate"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each profile that would run no or several queueSort plugins, or no bind plugin."""
    release = subject.configuration.release
    for profile in subject.configuration.profiles:
        yield from _several_generators(subject, profile)
        if _leaves_defaults_alone(subject, profile):
            continue
        sorting = plugin_sets.running_at("queueSort", profile, release, subject.points_of)
        if len(sorting) > 1:
            yield _too_many(profile, sorting)
        if _may_hide(subject, profile):
            continue
        if not sorting:
            yield Problem(
                ID,
                _blamed(profile, "queueSort"),
                f"profile {profile.label} has no queueSort plugin; it needs exactly one",
                "Enable one: `queueSort: {enabled: [{name: PrioritySort}]}`, or do not disable the default.",
            )
        if not plugin_sets.running_at("bind", profile, release, subject.points_of):
            yield Problem(
                ID,
                _blamed(profile, "bind"),
                f"profile {profile.label} has no bind plugin; it needs at least one",
                "Enable one: `bind: {enabled: [{name: DefaultBinder}]}`, or do not disable the default.",
            )


def _several_generators(subject: Subject, profile: Profile) -> Iterator[Problem]:
    """Yield a profile that would find sets of nodes for groups of Pods in several ways."""
    written = profile.written
    added = written.get(MULTI_POINT, EMPTY_SET).enabled
    if _GENERATING not in written and all(subject.implements(ref.name, _GENERATING) is False for ref in added):
        # By default there is one at most.
        return
    finding = plugin_sets.running_at(_GENERATING, profile, subject.configuration.release, subject.points_of)
    if len(finding) > 1:
        names = ", ".join(f"`{ref.name}`" for ref in finding)
        yield Problem(
            ID,
            next((ref.path for ref in reversed(finding) if ref.path is not None), (*profile.path, "plugins")),
            f"profile {profile.label} has {len(finding)} {_GENERATING} plugins, {names}; at most one is allowed",
            "Keep one of them.",
        )


def _leaves_defaults_alone(subject: Subject, profile: Profile) -> bool:
    """Check, without looking at the default plugins, that theirs are still the ones that sort and bind."""
    written = profile.written
    multi_point = written.get(MULTI_POINT, EMPTY_SET)
    return (
        "queueSort" not in written
        and "bind" not in written
        and not multi_point.disabled
        and not any(subject.implements(ref.name, "queueSort") for ref in multi_point.enabled)
    )


def _too_many(profile: Profile, sorting: list[PluginRef]) -> Problem:
    names = ", ".join(f"`{ref.name}`" for ref in sorting)
    default = next((ref.name for ref in sorting if ref.path is None), None)
    own = next((ref.path for ref in sorting if ref.path is not None), None)
    return Problem(
        ID,
        own or _blamed(profile, "queueSort"),
        f"profile {profile.label} has {len(sorting)} queueSort plugins, {names}; it must have exactly one",
        f"Disable the default: `queueSort: {{disabled: [{{name: {default}}}]}}`." if default else "Keep one of them.",
    )


def _may_hide(subject: Subject, profile: Profile) -> bool:
    """Return whether a plugin of which nothing is known is in MultiPoint: it may sort and bind."""
    release = subject.configuration.release
    return any(
        subject.registry.known(ref.name, release) is None for ref in profile.merged.get(MULTI_POINT, EMPTY_SET).enabled
    )


def _blamed(profile: Profile, point: str) -> tuple[str | int, ...]:
    """Find the user's entry that took the point's plugin away."""
    for where in (point, MULTI_POINT):
        for ref in profile.written.get(where, EMPTY_SET).disabled:
            if ref.path is not None:
                return ref.path
    return (*profile.path, "plugins")


RULE = Rule(
    id=ID,
    title="There are no queueSort or bind plugins, or too many",
    why="A profile must have exactly one way to sort the queue, and be able to bind Pods; otherwise its framework is "
    "not built.",
    source="pkg/scheduler/framework/runtime/framework.go, NewFramework",
    check=check,
    bad=v1_configuration("""\
profiles:
  - plugins:
      multiPoint:
        disabled:
          - name: "*"
        enabled:
          - name: NodeResourcesFit
          - name: PrioritySort
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      multiPoint:
        disabled:
          - name: "*"
        enabled:
          - name: NodeResourcesFit
          - name: PrioritySort
          - name: DefaultBinder
"""),
)
