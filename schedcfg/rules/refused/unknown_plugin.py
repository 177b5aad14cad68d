"""Plugins that are not compiled into the scheduler."""

from collections.abc import Iterator

from schedcfg.cards import v1_configuration
from schedcfg.configuration.effective.facts import STRATEGIES
from schedcfg.document.span import Path
from schedcfg.findings import Problem
from schedcfg.rules import names, resource_scoring
from schedcfg.rules.refused import removed_plugin
from schedcfg.rules.rule import Rule, Subject, entry_path

ID = "unknown-plugin"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each enabled plugin that does not exist, where all are known, once; disabling one is always fine."""
    if subject.registry.open:
        return
    reported = removed_plugin.reported(subject)
    places: dict[str, list[Path]] = {}
    for name, path in _unknown(subject):
        if name not in reported:
            places.setdefault(name, []).append(path)
    for name, paths in places.items():
        if name in {"", "*"}:
            yield from (names.nameless(ID, name, path, subject) for path in paths)
        else:
            yield _problem(subject, name, paths)


def _unknown(subject: Subject) -> Iterator[tuple[str, Path]]:
    known = subject.registry.names(subject.configuration.release)
    for profile in subject.configuration.profiles:
        if profile.needed <= known:
            continue
        for point, plugin_set in profile.merged.items():
            for ref in plugin_set.enabled:
                if ref.name not in known:
                    yield ref.name, entry_path(ref, (*profile.path, "plugins", point, "enabled"))


def _problem(subject: Subject, name: str, paths: list[Path]) -> Problem:
    release, path = subject.configuration.release, paths[0]
    several = names.several(name, subject)
    if several and path[-1:] == ("name",):
        message = f"plugin `{name}` does not exist: these are {len(several)} names in one entry"
        return Problem(ID, path, message, "Write one entry for each.", remedy=names.one_entry_each(several, path[:-1]))
    closed_by_user = subject.registry.declared or subject.registry.catalogs
    instead = "" if closed_by_user else " instead of --in-tree-only"
    own = f"If it is compiled into your scheduler, declare it: `--plugin {name}`{instead}."
    advice = names.advice_about(name, subject) or own
    meant = None if names.removed(name) else names.misspelled(name, subject)
    successor = resource_scoring.as_strategy_at(path, subject) if name in STRATEGIES else None
    remedy = successor if meant is None else names.correction(meant, *paths)
    programs = " and ".join(
        (f"Kubernetes {release.name}", *(catalog.title(release) for catalog in subject.registry.catalogs))
    )
    message = f"plugin `{name}` does not exist in {programs}{names.elsewhere(paths)}"
    return Problem(ID, path, message, advice, remedy=remedy)


RULE = Rule(
    id=ID,
    title="The plugin does not exist",
    why="The framework cannot be built with a plugin that is not in the registry; the scheduler stops.",
    source="pkg/scheduler/framework/runtime/framework.go, updatePluginList and expandMultiPointPlugins",
    check=check,
    bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: NodeResourcesMostAllocated
"""),
    good=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: MostAllocated
            resources:
              - name: cpu
                weight: 1
              - name: memory
                weight: 1
"""),
    options=("--in-tree-only",),
)
