"""Plugins registered twice at one extension point."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg import releases
from schedcfg.cards import v1_configuration
from schedcfg.configuration.effective.model import EMPTY_SET, PluginRef, Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, POINTS
from schedcfg.document.span import Path
from schedcfg.findings import Problem
from schedcfg.rules.rule import Rule, Subject, entry_path

ID = "plugin-enabled-twice"

_SHOWN = 3
"""Of how many entries of a long list the message names the plugin."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each repetition of a plugin at a point, or in MultiPoint where it takes effect twice.

    Repeated defaults of a profile are one mistake, at the first of them: who writes them writes all, as from a dump.
    """
    for profile in subject.configuration.profiles:
        defaults: list[_Repeated] = []
        for repeated in _repetitions(subject, profile):
            if repeated.is_default:
                defaults.append(repeated)
            else:
                message = f"plugin `{repeated.ref.name}` is already enabled at `{repeated.point}`"
                yield Problem(ID, _path(profile, repeated), message, "Keep one of the two entries.")
        if defaults:
            yield _of_defaults(subject, profile, defaults)
        yield from _in_multi_point(subject, profile)


class _Repeated(NamedTuple):
    """An entry for a plugin that is already enabled at its point."""

    point: str
    ref: PluginRef
    first: PluginRef

    @property
    def is_default(self) -> bool:
        return self.first.path is None

    @property
    def has_same_weight(self) -> bool:
        return self.point != "score" or self.ref.weight_at("score") == self.first.weight_at("score")


def _repetitions(subject: Subject, profile: Profile) -> Iterator[_Repeated]:
    for point, plugin_set in profile.merged.items():
        # Validation refuses two plugins there, and another rule reports it.
        counted = point == "queueSort" and profile.index == 0 and subject.configuration.release.validates_queue_sort
        if point == MULTI_POINT or counted:
            continue
        seen: dict[str, PluginRef] = {}
        for ref in plugin_set.enabled:
            # What is no name is reported as that.
            if ref.name in seen and ref.name not in {"", "*"}:
                yield _Repeated(point, ref, seen[ref.name])
            seen.setdefault(ref.name, ref)


def _path(profile: Profile, repeated: _Repeated) -> Path:
    return entry_path(repeated.ref, (*profile.path, "plugins", repeated.point, "enabled"))


def _of_defaults(subject: Subject, profile: Profile, defaults: list[_Repeated]) -> Problem:
    """Return one finding for all entries of a profile that repeat what is enabled by default."""
    first, version = defaults[0], subject.configuration.api_version
    path, name = _path(profile, first), first.ref.name
    if len(defaults) == 1:
        message = f"plugin `{name}` is already enabled at `{first.point}` by default; {version} does not override it"
        return Problem(ID, path, message, f"Disable the default first: {_disabling(first)}.")
    shown = [f"`{one.ref.name}` at `{one.point}`" for one in defaults]
    names = (
        f"{', '.join(shown[:_SHOWN])} and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN + 1 else ", ".join(shown)
    )
    message = f"{len(defaults)} plugins are already enabled by default, and {version} does not override them: {names}"
    return Problem(ID, path, message, _advice(subject, profile, defaults))


def _advice(subject: Subject, profile: Profile, defaults: list[_Repeated]) -> str:
    """Return what to do about several repeated defaults: nothing is lost with those that say what is so without."""
    weighed = next((one for one in defaults if not one.has_same_weight), None)
    written = [ref for at in profile.written.values() for ref in (*at.enabled, *at.disabled)]
    counted = subject.configuration.release.validates_queue_sort and profile.index == 0
    repeats = len(defaults) + (len(profile.written.get("queueSort", EMPTY_SET).enabled) if counted else 0)
    if weighed is None and len(written) == repeats:
        return (
            "Remove `plugins` from this profile: the same plugins run without it, with the same weights. "
            "`pluginConfig` can stay."
        )
    kept = "Remove them: these plugins run without being written, with the same weights."
    if weighed is None:
        return kept
    return (
        "Remove those with the weight that they have by default: they run without being written. For one with another "
        f"weight, as `{weighed.ref.name}`, disable the default first: {_disabling(weighed)}."
    )


def _disabling(repeated: _Repeated) -> str:
    return f"`disabled: [{{name: {repeated.ref.name}}}]` at `{repeated.point}`"


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
    bad=v1_configuration("""\
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
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: ImageLocality
            weight: 5
          - name: NodeAffinity
            weight: 3
"""),
)
