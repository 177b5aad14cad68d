"""Plugins enabled at a point that they do not implement."""

from collections.abc import Iterator

from schedcfg.cards import v1_configuration
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, POINTS
from schedcfg.findings import Problem
from schedcfg.rules.rule import Rule, Subject, entry_path

ID = "wrong-extension-point"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each plugin enabled at a point where it does not run."""
    config = subject.configuration
    for profile in config.profiles:
        for point, plugin_set in profile.merged.items():
            if point == MULTI_POINT:
                continue
            for ref in plugin_set.enabled:
                if ref.path is not None and subject.implements(ref.name, point) is False:
                    fallback = (*profile.path, "plugins", point, "enabled")
                    yield Problem(
                        ID,
                        entry_path(ref, fallback),
                        f"plugin `{ref.name}` does not run at `{point}` in {_program(subject, ref.name)}",
                        _where(subject, ref.name),
                    )


def _program(subject: Subject, name: str) -> str:
    release = subject.configuration.release
    chosen = (
        catalog.title(release) for catalog in subject.registry.catalogs if catalog.plugin(name, release) is not None
    )
    return next(chosen, f"Kubernetes {release.name}")


def _where(subject: Subject, name: str) -> str | None:
    release = subject.configuration.release
    plugin = subject.registry.known(name, release)
    if plugin is None:
        return None
    points = plugin.points_at(release.number)
    named = ", ".join(point for point in POINTS if point in points)
    return f"It runs at {named}."


RULE = Rule(
    id=ID,
    title="The plugin does not implement the extension point",
    why="The framework stops if a plugin does not implement the interface of the point where it is enabled.",
    source="pkg/scheduler/framework/runtime/framework.go, updatePluginList",
    check=check,
    bad=v1_configuration("""\
profiles:
  - plugins:
      filter:
        enabled:
          - name: ImageLocality
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: ImageLocality
            weight: 5
"""),
)
