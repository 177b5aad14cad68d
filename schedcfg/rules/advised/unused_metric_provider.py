"""A metric provider alongside a load watcher: it is never queried."""

from collections.abc import Iterator

from schedcfg.cards import Citation, EditorMark, v1_configuration
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules import args
from schedcfg.rules.rule import Rule, Subject, advice

ID = "unused-metric-provider"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each `metricProvider` that is not looked at because there is a `watcherAddress`."""
    for entry in args.catalog_entries(subject):
        provider = getattr(entry.written, "metric_provider", None)
        if provider is not None and getattr(entry.written, "watcher_address", None):
            path = (*entry.path, "args", "metricProvider")
            yield advice(
                ID,
                path,
                f"`metricProvider` does nothing: `{entry.name}` uses the load watcher at `watcherAddress`",
                "Remove one of them.",
                remedy=Remedy(
                    "Remove `metricProvider`",
                    (RemedyChange(Act.REMOVE, path),),
                    unsafe="perhaps `watcherAddress` is the one to remove",
                ),
            )


RULE = Rule(
    id=ID,
    title="The metric provider is not used",
    why="With the address of a load watcher, the plugins of Trimaran do not read the metric provider at all; a wrong "
    "type or address there is not reported either.",
    source="pkg/trimaran/collector.go of scheduler-plugins, NewCollector",
    evidence=(
        Citation(
            "https://github.com/kubernetes-sigs/scheduler-plugins/blob/903da7df82cb8794dda8f2d510ba1156111662dd/pkg/trimaran/README.md",
            "with `watcherAddress`, the metric provider is that of the load watcher",
        ),
    ),
    check=check,
    mark=EditorMark.UNNECESSARY,
    severity=Severity.WARNING,
    bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: TargetLoadPacking
    pluginConfig:
      - name: TargetLoadPacking
        args:
          watcherAddress: http://127.0.0.1:2020
          metricProvider:
            type: Prometheus
            address: http://prometheus.monitoring.svc:9090
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: TargetLoadPacking
    pluginConfig:
      - name: TargetLoadPacking
        args:
          watcherAddress: http://127.0.0.1:2020
"""),
    options=("--catalog", "scheduler-plugins"),
)
