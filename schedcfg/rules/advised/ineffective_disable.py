"""Disabling a plugin that is not there: upstream passes over it in silence."""

from collections.abc import Iterator

from schedcfg.diagnostics import Act, Change, Problem, Remedy, Severity
from schedcfg.document.path import Path
from schedcfg.rules import plugin_names
from schedcfg.rules.rule import Rule, Subject, advice

ID = "ineffective-disable"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each plugin that a profile disables although this scheduler has, as far as is known, none of that name."""
    known = subject.world.names(subject.configuration.release)
    for entry in subject.disabled:
        name = entry.ref.name
        if name in known or name == "*":
            continue
        gone = plugin_names.removed(name, subject)
        meant = None if gone else plugin_names.misspelt(name, subject)
        if gone or meant or not subject.world.open:
            yield _problem(subject, name, entry.path, gone, meant)


def _problem(subject: Subject, name: str, path: Path, gone: str | None, meant: str | None) -> Problem:
    release = subject.configuration.release
    remedy = Remedy("Remove the entry", (Change(Act.REMOVE, path),))
    if meant is not None:
        remedy = Remedy(f"Disable `{meant}`", (Change(Act.REPLACE, (*path, "name"), meant),), is_safe=False)
    return advice(
        ID,
        (*path, "name"),
        f"disabling `{name}` does nothing: Kubernetes {release.name} has no such plugin",
        gone or (f"Did you mean `{meant}`?" if meant else "Remove the entry."),
        Severity.WARNING,
        remedy,
    )


RULE = Rule(
    id=ID,
    title="A plugin is disabled that does not exist",
    why="Nobody is told: what was to be switched off under its old or misspelt name keeps running.",
    source="pkg/scheduler/apis/config/v1/default_plugins.go, mergePluginSet",
    check=check,
    severity=Severity.WARNING,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        disabled:
          - name: NodeResourcesLeastAllocated
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
