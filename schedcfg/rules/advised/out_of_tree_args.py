"""Args that do not fit what is published of an out-of-tree plugin."""

from collections.abc import Iterator

from schedcfg import plugins
from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.decode import shapes
from schedcfg.configuration.effective.model import ArgsEntry
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.plugins.plugin import ArgsKind
from schedcfg.rules.rule import Rule, Subject

ID = "out-of-tree-args"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield what is odd about the Args of a published plugin; other code may be behind its name, so it is advice."""
    for profile in subject.configuration.profiles:
        for entry in profile.plugin_config:
            if entry.kind is None and entry.name in plugins.RECOGNIZABLE and isinstance(entry.raw, dict):
                plugin = plugins.find(entry.name)
                if plugin is not None and plugin.args is not None:
                    yield from _odd(entry, plugin.args, subject)


def _odd(entry: ArgsEntry, kind: ArgsKind, subject: Subject) -> Iterator[Problem]:
    path = (*entry.path, "args")
    written, problems, _, moved = shapes.read(kind.model, entry.raw, path)
    for problem in problems:
        yield _advice(moved.problem(problem), entry.name)
    if written is not None:
        context = subject.configuration.context
        for found in kind.check(kind.complete(written, context), context):
            problem = Problem(ID, (*path, *found.path), found.message, found.help)
            yield _advice(moved.problem(problem), entry.name)


def _advice(problem: Problem, name: str) -> Problem:
    return problem._replace(
        rule=ID,
        message=f"{problem.message} (as {name} is published)",
        finding_class=FindingClass.ADVISED,
        severity=Severity.WARNING,
    )


RULE = Rule(
    id=ID,
    title="Args do not match the published plugin",
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
