"""Plugins that are not compiled into the scheduler."""

from collections.abc import Iterator

from schedcfg.document.span import Path
from schedcfg.findings import Problem
from schedcfg.rules import names
from schedcfg.rules.rule import Rule, Subject, entry_path

ID = "unknown-plugin"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each enabled plugin that does not exist, where all are known; disabling one is always fine."""
    config = subject.configuration
    if subject.registry.open:
        return
    known = subject.registry.names(config.release)
    for profile in config.profiles:
        if profile.needed <= known:
            continue
        for point, plugin_set in profile.merged.items():
            for ref in plugin_set.enabled:
                if ref.name not in known:
                    fallback = (*profile.path, "plugins", point, "enabled")
                    yield _problem(subject, ref.name, entry_path(ref, fallback))


def _problem(subject: Subject, name: str, path: Path) -> Problem:
    release = subject.configuration.release
    if not name:
        return Problem(ID, path[:-1], "an enabled plugin needs a `name`", "Write `- name: <plugin>`.")
    if name == "*":
        return Problem(
            ID, path, "`*` can be disabled, not enabled", "Name the plugins; the default ones are already enabled."
        )
    several = names.several(name, subject)
    if several and path[-1:] == ("name",):
        message = f"plugin `{name}` does not exist: these are {len(several)} names in one entry"
        return Problem(ID, path, message, "Write one entry for each.", remedy=names.one_entry_each(several, path[:-1]))
    closed_by_user = subject.registry.declared or subject.registry.catalogs
    instead = "" if closed_by_user else " instead of --in-tree-only"
    own = f"If it is compiled into your scheduler, declare it: `--plugin {name}`{instead}."
    advice = names.advice_about(name, subject) or own
    meant = None if names.removed(name, subject) else names.misspelt(name, subject)
    remedy = None if meant is None else names.correction(meant, path)
    programs = " and ".join(
        (f"Kubernetes {release.name}", *(catalog.title(release) for catalog in subject.registry.catalogs))
    )
    return Problem(ID, path, f"plugin `{name}` does not exist in {programs}", advice, remedy=remedy)


RULE = Rule(
    id=ID,
    title="The plugin does not exist",
    why="The framework cannot be built with a plugin that is not in the registry; the scheduler stops.",
    source="pkg/scheduler/framework/runtime/framework.go, updatePluginList and expandMultiPointPlugins",
    check=check,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        enabled:
          - name: NodeResourcesMostAllocated
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
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
""",
    options=("--in-tree-only",),
)
