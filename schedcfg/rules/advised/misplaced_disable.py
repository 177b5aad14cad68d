"""Disabling a plugin where it never runs, while it goes on at other points."""

from collections.abc import Iterator

from schedcfg import plugins
from schedcfg.configuration.effective.model import Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, POINTS
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice

ID = "misplaced-disable"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each plugin disabled at a point that it implements in no release, and nowhere else."""
    for entry in subject.disabled:
        name, point = entry.ref.name, entry.point
        if point == MULTI_POINT or subject.implements(name, point) is not False or _ever_implements(name, point):
            continue
        running = [where for where in POINTS if subject.runs(name, where, entry.profile)]
        if running and not _disabled_where_it_runs(subject, name, entry.profile):
            yield _problem(entry, running)


def _ever_implements(name: str, point: str) -> bool:
    """Return whether some release runs it there: files are written for several."""
    plugin = plugins.find(name)
    return plugin is None or any(point in points for points in plugin.extension_points.values())


def _disabled_where_it_runs(subject: Subject, name: str, profile: Profile) -> bool:
    return any(
        subject.implements(name, point) and {name, "*"} & disabled
        for point, disabled in profile.written_disabled.items()
    )


def _problem(entry: PluginEntry, running: list[str]) -> Problem:
    name, points = entry.ref.name, ", ".join(f"`{point}`" for point in running)
    return advice(
        ID,
        (*entry.path, "name"),
        f"disabling `{name}` at `{entry.point}` does nothing: it runs at {points}",
        "Disable it there, or remove the entry.",
        remedy=Remedy("Remove the entry", (RemedyChange(Act.REMOVE, entry.path),)),
    )


RULE = Rule(
    id=ID,
    title="A plugin is disabled where it does not run",
    why="Nothing is logged: the plugin keeps running at the points that it implements.",
    source="pkg/scheduler/apis/config/v1/default_plugins.go, mergePluginSet",
    check=check,
    asks_why=True,
    severity=Severity.WARNING,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      filter:
        disabled:
          - name: ImageLocality
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        disabled:
          - name: ImageLocality
""",
)
