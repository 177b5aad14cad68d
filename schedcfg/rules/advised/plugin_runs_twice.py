"""Plugins that a fault in MultiPoint's expansion runs twice."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective import plugin_sets
from schedcfg.configuration.effective.model import PluginRef
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT
from schedcfg.findings import Problem, Severity
from schedcfg.releases.release import Release
from schedcfg.rules.rule import Rule, Subject, advice

ID = "plugin-runs-twice"

_FEWEST = 3
"""With fewer plugins that override MultiPoint at one point, nothing is skipped."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each plugin that early patch releases run twice at one point."""
    release = subject.configuration.release
    if not release.shifts_multi_point or _is_fixed(release):
        return
    for profile in subject.configuration.profiles:
        for point, plugin_set in profile.written.items():
            if point != MULTI_POINT and len(plugin_set.enabled) >= _FEWEST:
                for ref in plugin_sets.run_twice(point, profile, subject.points_of):
                    yield _problem(subject, point, ref)


def _is_fixed(release: Release) -> bool:
    """Return whether the chosen patch release is without the fault; if none was named, it may have it."""
    fixed_in = release.multi_point_fixed_in
    return bool(fixed_in) and release.patch is not None and release.patch >= int(fixed_in.rpartition(".")[2])


def _problem(subject: Subject, point: str, ref: PluginRef) -> Problem:
    release = subject.configuration.release
    fixed_in = release.multi_point_fixed_in
    named = release.name if release.patch is None else f"{release.name}.{release.patch}"
    which = f"before {fixed_in} " if fixed_in and release.patch is None else ""
    return advice(
        ID,
        (*(ref.path or ()), "name"),
        f"every Pod may stay Pending: Kubernetes {named} {which}runs `{ref.name}` twice at `{point}`, as it adds one "
        "again if three or more plugins override MultiPoint there",
        (f"Run {fixed_in} or later, or name" if fixed_in else "Name")
        + f" fewer default plugins at `{point}`; those with another weight can be in `multiPoint`.",
        Severity.WARNING if fixed_in and release.patch is None else Severity.ERROR,
    )


RULE = Rule(
    id=ID,
    title="A bug in this release runs a plugin twice",
    why="If plugins override MultiPoint at a point, the framework deletes from a list while iterating over it: one "
    "of three or more plugins runs twice. Later patch releases iterate over a copy "
    "(kubernetes/kubernetes#122066).",
    source="pkg/scheduler/framework/runtime/framework.go, expandMultiPointPlugins",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/issues/122066", "a plugin runs twice, and no Pod is scheduled"
        ),
    ),
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
    since="1.23",
    until="1.29",
    options=("--kubernetes", "1.25"),
    bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: NodeResourcesFit
            weight: 10
          - name: NodeAffinity
            weight: 5
          - name: ImageLocality
            weight: 2
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      multiPoint:
        enabled:
          - name: NodeResourcesFit
            weight: 10
          - name: NodeAffinity
            weight: 5
          - name: ImageLocality
            weight: 2
"""),
)
