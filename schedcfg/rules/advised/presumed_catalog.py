"""Plugins that a catalog describes, where nobody has chosen it: they are checked, but only as advice."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.document.texts import listing
from schedcfg.findings import Problem, Severity
from schedcfg.plugins.catalog import catalog_release
from schedcfg.rules import catalogs, names
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice

ID = "presumed-catalog"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield the first plugin that a catalog has, with the others, once for each way to choose it."""
    found: dict[str, dict[str, PluginEntry]] = {}
    for entry in subject.enabled:
        name = entry.ref.name
        choice = catalogs.presumed_catalog(name, subject)
        if choice is not None:
            found.setdefault(choice, {}).setdefault(name, entry)
    enabled = dict.fromkeys(entry.ref.name for entry in subject.enabled) if found else ()
    own = [name for name in enabled if names.is_unheard_of(name, subject)]
    for choice, entries in found.items():
        yield _problem(choice, list(entries), own, next(iter(entries.values())), are_all=len(found) == 1 and not own)


_MOST = 8
"""Plugins that are named."""


def _problem(choice: str, chosen: list[str], own: list[str], first: PluginEntry, *, are_all: bool) -> Problem:
    """Return the offer of a catalog.

    Args:
        choice: The catalog, as `--catalog` takes it.
        chosen: Its plugins in the document.
        own: Enabled plugins of which nothing is known: with a catalog, they have to be declared.
        first: Where the first of its plugins is enabled.
        are_all: Whether it has all plugins of the document that Kubernetes does not have.
    """
    catalog = catalog_release(choice).catalog
    named = listing([f"`{name}`" for name in chosen], _MOST)
    are, one = ("belong", "plugins") if len(chosen) > 1 else ("belongs", "plugin")
    if are_all and len(chosen) > 1:
        message = f"all {len(chosen)} plugins that are not part of Kubernetes belong to {catalog.name}: {named}"
    else:
        message = f"{named} {are} to {catalog.name}, not to Kubernetes"
    message += f"; what does not fit the published {one} is only advice"
    options = " ".join((f"--catalog {choice}", *(f"--plugin {name}" for name in own[:_MOST])))
    settings = "" if own else f' (`catalogs = ["{choice}"]` in the settings)'
    help_ = (
        f"If the scheduler is built from {catalog.source}, use `{options}`{settings}: it makes an error of what "
        "would stop the scheduler. Other programs may have other code under such names."
    )
    return advice(ID, (*first.path, "name"), message, help_, Severity.INFO)._replace(assumed=tuple(chosen))


RULE = Rule(
    id=ID,
    title="A catalog contains this plugin, but is not selected",
    why="Other programs use the names of published plugins for their own code, so a name proves nothing. With the "
    "catalog, a wrong point or a misspelled field of Args is an error, as it is for the scheduler.",
    source="kubernetes-sigs/scheduler-plugins, cmd/scheduler/main.go and apis/config",
    evidence=(
        Citation(
            "https://github.com/Frans-Lukas/scheduler-plugins/blob/773cae315004f442dfb1c2d340bf60353fe1bb53/sched-cc.yaml",
            "a Coscheduling with points that the published one does not have",
        ),
    ),
    check=check,
    severity=Severity.INFO,
    is_once_in_file=True,
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
          - name: Coscheduling  # schedcfg: ignore[presumed-catalog] of our own code, no catalog has it
      multiPoint:
        enabled:
          - name: Coscheduling
"""),
)
