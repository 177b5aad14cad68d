"""Out-of-tree plugins that are used unlike the ones that are published under their names."""

from collections.abc import Iterator
from functools import partial

from schedcfg import plugins
from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.decode import shapes
from schedcfg.configuration.decode.configuration import decode
from schedcfg.configuration.effective.model import ArgsEntry
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.resolve import resolve
from schedcfg.document import Document
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.plugins.catalog import catalog_release
from schedcfg.plugins.plugin import ArgsKind
from schedcfg.rules.catalogs import presumed_catalogs
from schedcfg.rules.rule import Rule, Subject
from schedcfg.sources.type_meta import read_type_meta

ID = "unlike-published"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield what the published plugins would refuse; as advice, since other code may be behind their names."""
    for profile in subject.configuration.profiles:
        for entry in profile.plugin_config:
            if entry.kind is None and entry.name in plugins.RECOGNIZABLE and isinstance(entry.raw, dict):
                plugin = plugins.find(entry.name)
                if plugin is not None and plugin.args is not None:
                    yield from _odd(entry, plugin.args, subject)
    yield from _refused_by_catalogs(subject)


def _refused_by_catalogs(subject: Subject) -> Iterator[Problem]:
    """Yield what the release would also refuse with the catalogs that have the plugins of the file.

    Where fields are in the wrong place, these are said first.
    """
    catalogs = tuple(map(catalog_release, presumed_catalogs(subject)))
    if not catalogs or subject.document is None or subject.decoded.moved.steps:
        return
    others = frozenset(entry.ref.name for entry in subject.enabled) - plugins.CATALOGUED
    presumed = subject.registry._replace(open=False, catalogs=catalogs, declared=others)
    found = list(_refused_with(presumed, subject, subject.document))
    known = {(one.rule, one.where) for one in _refused(subject)} if found else frozenset()
    title = " and ".join(one.title(subject.configuration.release) for one in catalogs)
    for problem in found:
        if (problem.rule, problem.where) not in known:
            yield _advice(problem, f"if the scheduler is built from {title}: ", "")


def _refused_with(registry: PluginRegistry, subject: Subject, document: Document) -> Iterator[Problem]:
    """Yield what the same release refuses of the document where other plugins exist."""
    release = subject.configuration.release
    decoded = decode(document, read_type_meta(document.data), release, partial(registry.known, release=release))
    if decoded.shape is None:
        yield from decoded.problems
    else:
        yield from _refused(Subject(resolve(decoded, registry), decoded, registry, document))


def _refused(subject: Subject) -> Iterator[Problem]:
    from schedcfg.rules.registry import run_refusing  # noqa: PLC0415 - it loads this module

    yield from subject.decoded.problems
    yield from run_refusing(subject)


def _odd(entry: ArgsEntry, kind: ArgsKind, subject: Subject) -> Iterator[Problem]:
    path = (*entry.path, "args")
    written, problems, _, moved = shapes.read(kind.model, entry.raw, path)
    for problem in problems:
        yield _advice(moved.problem(problem), "", f" (as {entry.name} is published)")
    if written is not None:
        context = subject.configuration.context
        for found in kind.check(kind.complete(written, context), context):
            problem = Problem(ID, (*path, *found.path), found.message, found.help)
            yield _advice(moved.problem(problem), "", f" (as {entry.name} is published)")


def _advice(problem: Problem, before: str, after: str) -> Problem:
    return problem._replace(
        rule=ID,
        message=f"{before}{problem.message}{after}",
        finding_class=FindingClass.ADVISED,
        severity=Severity.WARNING,
    )


RULE = Rule(
    id=ID,
    title="Something is unlike the published plugin of that name",
    why="A plugin decodes its args strictly, or ignores unknown fields; either way the setting is lost.",
    source="the plugin's own Args type, see schedcfg/plugins/<plugin>.py",
    evidence=(
        Citation(
            "https://github.com/kubernetes-sigs/scheduler-plugins/pull/411",
            "a field of CoschedulingArgs is gone in the next API version",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: NetworkTraffic
    pluginConfig:
      - name: NetworkTraffic
        args:
          prometheusAddress: http://10.96.0.42:9090
          timeRangeInMinutes: five
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: NetworkTraffic
    pluginConfig:
      - name: NetworkTraffic
        args:
          prometheusAddress: http://10.96.0.42:9090
          timeRangeInMinutes: 5
"""),
)
