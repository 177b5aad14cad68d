"""Plugins that a catalog describes, where nobody has chosen it: their points and Args are taken as they are."""

from collections.abc import Iterator

from schedcfg import plugins
from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.plugins.catalog import CATALOGS, publishing
from schedcfg.rules import names
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice

ID = "unchecked-plugin"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield the first plugin that a catalog would check, with the others, once for each way to choose it."""
    if not subject.registry.open:
        return
    found: dict[str, dict[str, PluginEntry]] = {}
    for entry in subject.enabled:
        name = entry.ref.name
        # Other rules look at names that tell the program behind them.
        option = None if name in plugins.RECOGNIZABLE else _option(name, subject)
        if option is not None:
            found.setdefault(option, {}).setdefault(name, entry)
    for option, entries in found.items():
        yield _problem(option, list(entries), next(iter(entries.values())))


def _option(name: str, subject: Subject) -> str | None:
    """Return the catalog to choose: that of the release, also where this release of it has dropped the plugin."""
    catalog = publishing(name)
    if catalog is not None and catalog.has(subject.configuration.release.number):
        return f"--catalog {catalog.name}"
    return names.catalog_option(name, subject)


def _problem(option: str, found: list[str], first: PluginEntry) -> Problem:
    catalog = publishing(found[0])
    source = "" if catalog is None else CATALOGS[catalog.name].source
    named = ", ".join(f"`{name}`" for name in found)
    are, their, those = ("are", "their", "those of") if len(found) > 1 else ("is", "its", "that of")
    message = (
        f"{named} {are} not part of Kubernetes: {their} extension points and Args are only checked with `{option}`"
    )
    help_ = f"Use it if {named} {are} {those} {source}; a scheduler may have other code under such names."
    return advice(ID, (*first.path, "name"), message, help_, Severity.INFO)


RULE = Rule(
    id=ID,
    title="A catalog contains this plugin, but is not selected",
    why="Other programs use the names of published plugins for their own code, so a name proves nothing. With the "
    "catalog, a wrong point or a misspelled field of Args is found before the scheduler stops at it.",
    source="kubernetes-sigs/scheduler-plugins, cmd/scheduler/main.go and apis/config",
    evidence=(
        Citation(
            "https://github.com/Frans-Lukas/scheduler-plugins/blob/773cae315004f442dfb1c2d340bf60353fe1bb53/sched-cc.yaml",
            "a Coscheduling with points that the published one does not have",
        ),
    ),
    check=check,
    severity=Severity.INFO,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      queueSort:
        disabled:
          - name: "*"
        enabled:
          - name: Coscheduling
      multiPoint:
        enabled:
          - name: Coscheduling
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      queueSort:
        disabled:
          - name: "*"
        enabled:
          - name: Coscheduling  # schedcfg: ignore[unchecked-plugin] of our own code, no catalog has it
      multiPoint:
        enabled:
          - name: Coscheduling
""",
)
