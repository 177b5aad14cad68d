"""Plugins that validation refuses by name: removed from, or never part of, this API version."""

from collections.abc import Iterator

from schedcfg.cards import v1_configuration
from schedcfg.configuration.effective.facts import STRATEGIES
from schedcfg.configuration.effective.model import Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT
from schedcfg.document.span import Path
from schedcfg.findings import Problem
from schedcfg.rules import resource_scoring
from schedcfg.rules.rule import Rule, Subject, entry_path

ID = "removed-plugin"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each enabled or configured plugin that the release lists as removed; MultiPoint is not looked at."""
    for name, path in _removed(subject):
        yield _problem(subject, name, path)


def reported(subject: Subject) -> frozenset[str]:
    """Return the plugins that this rule reports: what else is wrong with them comes of that."""
    return frozenset(name for name, _ in _removed(subject))


def _removed(subject: Subject) -> Iterator[tuple[str, Path]]:
    config = subject.configuration
    removed = config.release.removed_plugins.get(config.api_version, frozenset())
    if removed:
        for profile in config.profiles:
            yield from (named for named in _named(profile) if named[0] in removed)


def _named(profile: Profile) -> Iterator[tuple[str, Path]]:
    for point, plugin_set in profile.validated.items():
        if point != MULTI_POINT:
            for ref in plugin_set.enabled:
                yield ref.name, entry_path(ref, (*profile.path, "plugins", point, "enabled"))
    for entry in profile.plugin_config:
        yield entry.name, (*entry.path, "name")


def _problem(subject: Subject, name: str, path: Path) -> Problem:
    config = subject.configuration
    return Problem(
        ID,
        path,
        f"plugin `{name}` was removed from {config.api_version}; Kubernetes {config.release.name} refuses it even if "
        "it is only configured",
        subject.successor(name) or "Remove it.",
        remedy=resource_scoring.as_strategy_at(path, subject) if name in STRATEGIES else None,
    )


RULE = Rule(
    id=ID,
    title="The plugin was removed from this API version",
    why="Validation has a list of removed names for each API version, and fails for any of them.",
    source="pkg/scheduler/apis/config/validation/validation.go, invalidPluginsByVersion",
    check=check,
    since="1.22",
    bad=v1_configuration("""\
profiles:
  - plugins:
      filter:
        enabled:
          - name: EBSLimits
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      filter:
        enabled:
          - name: NodeVolumeLimits
"""),
)
