"""Plugins that a catalog describes, where nobody has chosen it: their points and Args are taken as they are."""

from collections.abc import Iterator

from schedcfg import plugins
from schedcfg.cards import Citation, v1_configuration
from schedcfg.document.texts import listing
from schedcfg.findings import Problem, Severity
from schedcfg.plugins.catalog import catalog_release, publishing
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
    enabled = dict.fromkeys(entry.ref.name for entry in subject.enabled) if found else ()
    own = [name for name in enabled if names.is_unheard_of(name, subject)]
    for option, entries in found.items():
        yield _problem(option, list(entries), own, next(iter(entries.values())), are_all=len(found) == 1 and not own)


def _option(name: str, subject: Subject) -> str | None:
    """Return the catalog to choose: that of the release, also where this release of it has dropped the plugin."""
    catalog = publishing(name)
    if catalog is not None and catalog.has(subject.configuration.release.number):
        return f"--catalog {catalog.name}"
    return names.catalog_option(name, subject)


_MOST = 8
"""Plugins that are named."""


def _problem(option: str, chosen: list[str], own: list[str], first: PluginEntry, *, are_all: bool) -> Problem:
    """Return the offer of a catalog.

    Args:
        option: What chooses it.
        chosen: Its plugins in the document.
        own: Enabled plugins of which nothing is known: with a catalog, they have to be declared.
        first: Where the first of its plugins is enabled.
        are_all: Whether it has all plugins of the document that Kubernetes does not have.
    """
    choice = option.removeprefix("--catalog ")
    catalog = catalog_release(choice).catalog
    named = listing([f"`{name}`" for name in chosen], _MOST)
    are, their = ("belong", "their") if len(chosen) > 1 else ("belongs", "its")
    if are_all and len(chosen) > 1:
        message = f"all {len(chosen)} plugins that are not part of Kubernetes belong to {catalog.name}: {named}"
    else:
        message = f"{named} {are} to {catalog.name}, not to Kubernetes"
    options = " ".join((option, *(f"--plugin {name}" for name in own[:_MOST])))
    message += f"; {their} extension points and Args are only checked with `{options}`"
    settings = "" if own else f', or `catalogs = ["{choice}"]` in the settings,'
    help_ = (
        f"Use it{settings} if the scheduler is built from {catalog.source}; other programs may have other code under "
        "such names."
    )
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
    bad=v1_configuration("""\
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
"""),
    good=v1_configuration("""\
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
"""),
)
