"""Args for an in-tree plugin that takes none."""

from collections.abc import Iterator

from schedcfg import plugins
from schedcfg.configuration.effective.model import ArgsEntry
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "ignored-args"

_TYPE = frozenset({"apiVersion", "kind"})


def check(subject: Subject) -> Iterator[Problem]:
    """Yield the args of each in-tree plugin that takes none in this release and API version."""
    in_tree = subject.configuration.release.plugins
    for _, entry in subject.written_args:
        if entry.kind is None and entry.name in in_tree and _is_not_empty(entry):
            plugin = plugins.find(entry.name)
            if plugin is not None and not _takes_args(plugin, subject):
                yield _problem(subject, plugin, entry)


def _is_not_empty(entry: ArgsEntry) -> bool:
    return isinstance(entry.raw, dict) and not _TYPE.issuperset(entry.raw)


def _takes_args(plugin: plugins.Plugin, subject: Subject) -> bool:
    config = subject.configuration
    return plugin.args_in(config.api_version, config.release) is not None


def _problem(subject: Subject, plugin: plugins.Plugin, entry: ArgsEntry) -> Problem:
    config = subject.configuration
    help_ = "Remove them."
    if plugin.args is not None:
        served = ", ".join(f"`{version}` since Kubernetes {first}" for version, first in plugin.args.served.items())
        help_ = f"It takes args in {served}."
    return advice(
        ID,
        (*entry.path, "args"),
        f"`{plugin.name}` takes no args in `{config.api_version}` of Kubernetes {config.release.name}: these have no "
        "effect",
        help_,
        remedy=Remedy("Remove the entry", (RemedyChange(Act.REMOVE, entry.path),)),
    )


RULE = Rule(
    id=ID,
    title="A plugin that takes no args has some",
    why="Kubernetes accepts any content for a plugin whose args have no type, and such a plugin never reads it.",
    source="pkg/scheduler/apis/config/v1/conversion.go, convertToInternalPluginConfigArgs; the plugins' constructors",
    check=check,
    severity=Severity.WARNING,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - pluginConfig:
      - name: ImageLocality
        args:
          minThreshold: 23
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        enabled:
          - name: ImageLocality
            weight: 5
""",
)
