"""Plugins that filter or score without the point at which they prepare for it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.model import EMPTY_SET, Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.plugins import volume_restrictions
from schedcfg.releases.release import Release
from schedcfg.rules.refused import removed_plugin
from schedcfg.rules.rule import Rule, Subject, advice

ID = "missing-preparation"


@dataclass(frozen=True, eq=False, repr=False)
class Work:
    """A point that needs another one."""

    point: str  # Where the plugin fails
    preparation: str  # Where it prepares
    since: dict[str, int]  # Plugin → the minor from which on it fails without; other plugins prepare on the fly
    consequence: str


_FILTERS = Work(
    "filter",
    "preFilter",
    {
        "DynamicResources": 34,
        "InterPodAffinity": 18,
        "NetworkOverhead": 24,
        "NodePorts": 18,
        "NodeResourcesFit": 18,
        "PodTopologySpread": 18,
        "ServiceAffinity": 18,
        "VolumeBinding": 20,
        "VolumeRestrictions": 27,
    },
    "no Pod is scheduled",
)
_SCORES = Work(
    "score",
    "preScore",
    {"InterPodAffinity": 18, "PodTopologySpread": 18, "SelectorSpread": 19, "TaintToleration": 18},
    "no Pod that could run on several nodes is scheduled",
)


class Unprepared(NamedTuple):
    """A plugin that works at a point of a profile for which it has not prepared."""

    profile: Profile
    work: Work
    plugin: str


_BY_PREPARATION = {work.preparation: work for work in (_FILTERS, _SCORES)}
_BY_POINT = {work.point: work for work in (_FILTERS, _SCORES)}


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each entry because of which known plugins run at a point without having prepared for it."""
    found: dict[tuple[Path, Work], list[str]] = {}
    removed = removed_plugin.reported(subject)
    for profile, work, name in unprepared(subject):
        if name in removed:
            continue
        names = found.setdefault((_entry(work, name, profile), work), [])
        if name not in names:
            names.append(name)
    for (path, work), names in found.items():
        yield _problem(work, names, path)


def unprepared(subject: Subject) -> Iterator[Unprepared]:
    """Yield the known plugins that run at a point without having prepared for it; some more than once."""
    return (suspect for suspect in _suspects(subject) if _is_unprepared(subject, suspect))


def _suspects(subject: Subject) -> Iterator[Unprepared]:
    """Yield what a look at it may show to be unprepared: disabled where it prepares, or enabled where it works."""
    for entry in subject.disabled:
        work = _BY_PREPARATION.get(entry.point)
        if work is not None:
            for name in work.since if entry.ref.name == "*" else (entry.ref.name,):
                yield Unprepared(entry.profile, work, name)
    for entry in subject.enabled:
        work = _BY_POINT.get(entry.point)
        if work is not None and entry.ref.name in work.since:
            yield Unprepared(entry.profile, work, entry.ref.name)


def _is_unprepared(subject: Subject, one: Unprepared) -> bool:
    profile, work, name = one
    return (
        name in work.since
        and _fails(name, work, subject.configuration.release)
        and subject.runs(name, work.point, profile) is True
        and subject.implements(name, work.preparation) is True
        and subject.runs(name, work.preparation, profile) is False
    )


def _fails(name: str, work: Work, release: Release) -> bool:
    """Return whether a plugin of a release fails where it has not prepared."""
    if name == volume_restrictions.PLUGIN.name and not volume_restrictions.limits_claims(release):
        return False
    return work.since[name] <= release.number


def _problem(work: Work, names: list[str], path: Path) -> Problem:
    named = ", ".join(f"`{name}`" for name in names)
    run, prepare, fail = (
        ("runs", "it prepares", "it fails") if len(names) == 1 else ("run", "they prepare", "they fail")
    )
    return advice(
        ID,
        path,
        f"{work.consequence}: {named} {run} at `{work.point}` but not at `{work.preparation}`, where {prepare} the "
        f"data for it, so that {fail} each time",
        f"Enable them at both points, or disable them at `{work.point}` too.",
        Severity.ERROR,
    )


def _entry(work: Work, name: str, profile: Profile) -> Path:
    """Find the user's entry that parts the two points."""
    entries = (
        *profile.written.get(work.preparation, EMPTY_SET).disabled,
        *profile.written.get(work.point, EMPTY_SET).enabled,
        *profile.written.get(MULTI_POINT, EMPTY_SET).disabled,
    )
    for ref in entries:
        if ref.path is not None and ref.name in {name, "*"}:
            return (*ref.path, "name")
    return (*profile.path, "plugins")


RULE = Rule(
    id=ID,
    title="A plugin runs without its preparation",
    why="Some plugins compute at preFilter or preScore what they read at filter or score. Without it, they return an "
    "error for each node, and scheduling the Pod fails.",
    source="getPreFilterState, getPreScoreState and getStateData in pkg/scheduler/framework/plugins/*/; "
    "pkg/networkaware/networkoverhead/networkoverhead.go of scheduler-plugins",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/issues/111309",
            "upstream considers to enable both points together, as some filters fail alone",
        ),
        Citation(
            "https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/scheduler/framework/plugins/noderesources/fit.go",
            "NodeResourcesFit fails at filter without what it keeps at preFilter",
        ),
    ),
    check=check,
    asks_why=True,
    severity=Severity.ERROR,
    bad=v1_configuration("""\
profiles:
  - plugins:
      preScore:
        disabled:
          - name: "*"
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      preScore:
        disabled:
          - name: "*"
      score:
        disabled:
          - name: "*"
"""),
)
