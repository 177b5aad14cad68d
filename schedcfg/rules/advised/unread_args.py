"""Args that are read at points at which their plugin does not run."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from schedcfg.cards import Citation, EditorMark, v1_configuration
from schedcfg.configuration.effective.args import default_values
from schedcfg.configuration.effective.model import ArgsEntry, Profile
from schedcfg.configuration.effective.plugin_sets import POINTS
from schedcfg.document.span import Path, follow, leaves, render
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.plugins import find
from schedcfg.plugins.plugin import ArgsKind
from schedcfg.rules.rule import Rule, Subject, advice

ID = "unread-args"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield the largest parts of Args that no point reads at which their plugin runs; defaults that are repeated not.

    What no point reads at all, and Args of plugins that run nowhere, are left to rules of their own.
    """
    for profile, entry in subject.written_args:
        if entry.kind is None or not isinstance(entry.raw, dict) or not subject.runs_somewhere(entry.name, profile):
            continue
        if any(subject.runs(entry.name, point, profile) is False for point in _points(entry.name)):
            yield from _WrittenArgs(subject, profile, entry, entry.kind).problems()


@lru_cache(maxsize=128)
def _points(name: str) -> frozenset[str]:
    """Return all points at which a plugin may read Args: those that it has in any release, which another may lack."""
    plugin = find(name)
    if plugin is None:
        return frozenset(POINTS)
    return frozenset(point for points in plugin.points_by_release().values() for point in points)


@dataclass(frozen=True)
class _WrittenArgs:
    """Args as they are written for a plugin that runs."""

    subject: Subject
    profile: Profile
    entry: ArgsEntry
    kind: ArgsKind

    def problems(self) -> Iterator[Problem]:
        values = follow(self.entry.raw, ())
        assert isinstance(values, dict)
        fields = {name: value for name, value in values.items() if name not in {"apiVersion", "kind"}}
        found = [part for name, value in fields.items() for part in self._unread((name,), value)]
        if fields and [path for path, _ in found] == [(name,) for name in fields]:
            whole = RemedyChange(Act.REMOVE, self.entry.path)
            yield self._problem((*self.entry.path, "args"), "these args", found[0][1], whole)
            return
        for path, points in found:
            place = (*self.entry.path, "args", *path)
            yield self._problem(place, f"`{render(path)}`", points, RemedyChange(Act.REMOVE, place))

    def _unread(self, path: Path, value: object) -> Iterator[tuple[Path, tuple[str, ...]]]:
        """Yield the largest parts of a value that nothing reads, each with the points that would."""
        points = self._missing_points(path, value)
        if points is not None:
            yield path, points
        elif isinstance(value, dict | list):
            steps = value.items() if isinstance(value, dict) else enumerate(value)
            for step, item in steps:
                yield from self._unread((*path, step), item)

    def _missing_points(self, path: Path, value: object) -> tuple[str, ...] | None:
        """Return the points that read all of a value if the plugin runs at none of them; None where something does."""
        if value is None or value == follow(self._defaults, path):
            return None
        found: list[tuple[str, ...]] = []
        for rest, _ in leaves(value):
            points = self.kind.readers((*path, *rest), self._value_at)
            if not points or any(self.subject.runs(self.entry.name, one, self.profile) is not False for one in points):
                return None
            found.append(points)
        return found[0] if found else None

    @property
    def _value_at(self) -> Callable[[Path], object]:
        return lambda path: follow(self.entry.raw, path)

    @property
    def _defaults(self) -> Mapping[str, object]:
        return default_values(self.kind, self.subject.configuration.context)

    def _problem(self, place: Path, what: str, points: tuple[str, ...], removal: RemedyChange) -> Problem:
        name = self.entry.name
        several = len(self.subject.configuration.profiles) > 1
        where = f"profile {self.profile.label}" if several else "the profile"
        named = " or ".join(f"`{point}`" for point in points)
        does = "score" if points == ("score",) else f"run at {named}"
        return advice(
            ID,
            place,
            f"nothing reads {what}: `{name}` does not {does} in {where}",
            f"Remove {'the entry' if what == 'these args' else what}, or let `{name}` run at {named}.",
            remedy=Remedy("Remove it", (removal,), unsafe=f"what was meant may well be to let `{name}` run there"),
        )


RULE = Rule(
    id=ID,
    title="Args are read where the plugin does not run",
    why="A plugin reads a part of its args only at some extension points: a scoring strategy, a shape or a soft "
    "constraint only when it scores. If it is disabled there, that part has no effect, although the rest of the plugin "
    "runs.",
    source="Filter, Score and PreBind of the plugins in pkg/scheduler/framework/plugins",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/scheduler/framework/plugins/noderesources/fit.go",
            "`Score` alone looks at the scoring strategy",
        ),
    ),
    check=check,
    asks_why=True,
    mark=EditorMark.UNNECESSARY,
    severity=Severity.WARNING,
    bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        disabled:
          - name: NodeResourcesFit
    pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: MostAllocated
"""),
    good=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: MostAllocated
    plugins:
      score:
        enabled:
          - name: NodeResourcesFit
            weight: 15
"""),
)
