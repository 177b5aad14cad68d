"""Plugins registered twice at one extension point."""

from collections.abc import Iterator

from schedcfg import releases
from schedcfg.configuration.effective.model import EMPTY_SET, PluginRef, Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, POINTS
from schedcfg.findings import Problem
from schedcfg.rules.rule import Rule, Subject, entry_path

ID = "plugin-enabled-twice"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each repetition of a plugin at a point, or in MultiPoint where it takes effect twice."""
    for profile in subject.configuration.profiles:
        for point, plugin_set in profile.merged.items():
            if point != MULTI_POINT:
                yield from _at_point(subject, profile, point, plugin_set.enabled)
        yield from _in_multi_point(subject, profile)


def _at_point(subject: Subject, profile: Profile, point: str, enabled: tuple[PluginRef, ...]) -> Iterator[Problem]:
    seen: dict[str, PluginRef] = {}
    for ref in enabled:
        if ref.name in seen:
            by_default = seen[ref.name].path is None
            yield Problem(
                ID,
                entry_path(ref, (*profile.path, "plugins", point, "enabled")),
                f"plugin `{ref.name}` is already enabled at `{point}`"
                + (f" by default; {subject.configuration.api_version} does not override it" if by_default else ""),
                f"Disable the default first: `disabled: [{{name: {ref.name}}}]` at `{point}`."
                if by_default
                else "Keep one of the two entries.",
            )
        seen.setdefault(ref.name, ref)


def _in_multi_point(subject: Subject, profile: Profile) -> Iterator[Problem]:
    seen: set[str] = set()
    for ref in profile.merged.get(MULTI_POINT, EMPTY_SET).enabled:
        if ref.name in seen:
            point = next((point for point in POINTS if _takes_effect(subject, profile, ref.name, point)), None)
            if point is not None:
                first_met = f"first met at `{point}`{_since(subject, ref.name, point)}"
                yield Problem(
                    ID,
                    entry_path(ref, (*profile.path, "plugins", MULTI_POINT, "enabled")),
                    f"plugin `{ref.name}` is enabled twice by `multiPoint` ({first_met})",
                    "Keep one of the two entries.",
                )
        seen.add(ref.name)


def _since(subject: Subject, name: str, point: str) -> str:
    """Return since when a plugin runs at a point, where the API version is older than that."""
    plugin = subject.registry.known(name, subject.configuration.release)
    serving = [releases.at(release) for release in releases.serving(subject.configuration.api_version)]
    first = next((release for release in serving if plugin and point in plugin.points_at(release.number)), None)
    return f", where it runs since Kubernetes {first.name}" if first and first is not serving[0] else ""


def _takes_effect(subject: Subject, profile: Profile, name: str, point: str) -> bool:
    return (
        subject.implements(name, point) is not False
        and not {name, "*"} & profile.disabled_at.get(point, frozenset())
        and name not in profile.enabled_at.get(point, ())
    )


RULE = Rule(
    id=ID,
    title="A plugin is enabled twice",
    why="The framework refuses to register a plugin twice at one extension point.",
    source="pkg/scheduler/framework/runtime/framework.go, updatePluginList and expandMultiPointPlugins",
    check=check,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        enabled:
          - name: ImageLocality
            weight: 5
          - name: NodeAffinity
            weight: 3
          - name: ImageLocality
            weight: 2
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        enabled:
          - name: ImageLocality
            weight: 5
          - name: NodeAffinity
            weight: 3
""",
)
