"""Plugins of which nothing is known, where any name may exist: compiled in, or misspelled?"""

from collections.abc import Iterator

from schedcfg import plugins
from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.facts import STRATEGIES
from schedcfg.document.span import Path
from schedcfg.findings import Finding, FindingClass, Problem, Severity
from schedcfg.releases.release import Release
from schedcfg.rules import names, resource_scoring
from schedcfg.rules.catalogs import program_with
from schedcfg.rules.refused import removed_plugin
from schedcfg.rules.rule import Rule, Subject, entry_path
from schedcfg.rules.settling import ConfigurationContext, Settlement

ID = "undeclared-plugin"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each enabled plugin that is not in-tree, published nor declared; an error if it is surely misspelled."""
    if not subject.registry.open:
        return
    places: dict[str, list[Path]] = {}
    for name, path in _unknown(subject):
        places.setdefault(name, []).append(path)
    reported = removed_plugin.reported(subject) if places else ()
    for name, paths in places.items():
        if name in _NO_NAMES:
            yield from (names.nameless(ID, name, path, subject) for path in paths)
        elif name not in reported:
            yield _problem(subject, name, paths)


def _facts(subject: Subject) -> Iterator[Problem]:
    """Yield each entry that names no plugin: no scheduler has a plugin of that name."""
    if subject.registry.open:
        found = ((name, path) for name, path in _unknown(subject) if name in _NO_NAMES)
        yield from (names.nameless(ID, name, path, subject) for name, path in found)


_NO_NAMES = frozenset({"", "*"})


def _unknown(subject: Subject) -> Iterator[tuple[str, Path]]:
    known = subject.registry.names(subject.configuration.release) | plugins.CATALOGUED
    for profile in subject.configuration.profiles:
        for point, plugin_set in profile.written.items():
            for ref in plugin_set.enabled:
                if ref.name not in known:
                    yield ref.name, entry_path(ref, (*profile.path, "plugins", point))


def _problem(subject: Subject, name: str, paths: list[Path]) -> Problem:
    path, release = paths[0], subject.configuration.release
    several = names.several(name, subject)
    if several:
        message = f"there is no plugin `{name}`: these are {len(several)} names in one entry"
        remedy = names.one_entry_each(several, path[:-1])
        return Problem(
            ID, path, message, "Write one entry for each.", finding_class=FindingClass.ADVISED, remedy=remedy
        )
    gone = names.removed(name)
    if gone is not None:
        message = f"plugin `{name}` is not part of Kubernetes {release.name}"
        successor = resource_scoring.as_strategy_at(path, subject) if name in STRATEGIES else None
        return Problem(ID, path, message, gone, finding_class=FindingClass.ADVISED, remedy=successor)
    meant = names.misspelled(name, subject)
    if meant is not None and not names.is_another_name(name, meant):
        return Problem(
            ID,
            path,
            f"plugin `{name}` is unknown, and looks like a misspelling",
            f"Did you mean `{meant}`? If `{name}` is compiled into your scheduler, declare it: `--plugin {name}`.",
            finding_class=FindingClass.ADVISED,
            severity=Severity.ERROR if names.is_altered(name, meant) else Severity.WARNING,
            remedy=names.correction(meant, *paths),
        )
    return Problem(
        ID,
        path,
        f"plugin `{name}` is not part of Kubernetes {release.name}; it is assumed to be compiled into your scheduler",
        f"{_alike(name, meant, release)}To have all other names checked, declare it: `--plugin {name}`; the stock "
        "scheduler refuses it (`--in-tree-only`).",
        finding_class=FindingClass.ADVISED,
        severity=Severity.WARNING,
        assumed=(name,),
    )


def _alike(name: str, meant: str | None, release: Release) -> str:
    """Return what else an assumed plugin may be: one with a similar name, or one of a known program; empty if none."""
    if meant is not None:
        return f"Did you mean `{meant}`? "
    old = names.former(name, release)
    if old is not None:
        return f"Did you mean `{old}`? {names.removed(old)} "
    known = program_with(name)
    return f"{known} has one of this name: if it is that one, use `--catalog {known}`. " if known else ""


def _settlement(finding: Finding, context: ConfigurationContext) -> Settlement | None:
    """Return which image shows what is compiled into the scheduler; what is a fact is so of all images."""
    schedulers = context.schedulers
    if finding.finding_class is FindingClass.REFUSED or not schedulers:
        return None
    stock = next((one for one in schedulers if one.is_stock), None)
    if stock is not None:
        return Settlement(f"{stock.described} runs the stock image: `stock-image-plugin` reports what that lacks")
    is_assumption = finding.severity is Severity.WARNING and finding.fix is None
    if is_assumption and all(one.has_own_image for one in schedulers):
        return Settlement(f"{schedulers[0].described} runs an image of its own, which was built for its plugins")
    return None


RULE = Rule(
    id=ID,
    title="The plugin is unknown",
    why="A name that is not compiled into the running binary stops it; a misspelled name looks like one of your own "
    "plugins.",
    source="pkg/scheduler/framework/runtime/framework.go, updatePluginList",
    evidence=(
        Citation("https://github.com/k3s-io/k3s/issues/11179", "an invented plugin"),
        Citation(
            "https://github.com/kubernetes-sigs/scheduler-plugins/issues/296", "a plugin that the image does not have"
        ),
    ),
    check=check,
    severity=Severity.ERROR,
    settled_by=_settlement,
    lighter=(Severity.WARNING,),
    bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: NodeResourceFit
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: NodeResourcesFit
"""),
    refuses=True,
    facts=_facts,
)
