"""NetworkTraffic over no time at all."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.findings import Problem, Severity
from schedcfg.rules.args import published_traffic
from schedcfg.rules.rule import Rule, Subject, advice

ID = "network-traffic-range"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each time range of 0 or less minutes, written or by default."""
    for traffic in published_traffic(subject):
        minutes = traffic.args.get(traffic.minutes)
        if minutes is None:
            minutes = traffic.default_minutes
        if isinstance(minutes, int) and minutes < 1:
            yield advice(
                ID,
                traffic.at(traffic.minutes),
                f"Pods stay Pending, as scoring fails: `{traffic.minutes}` is {minutes}, a range that Prometheus does "
                "not accept",
                "Write 1 or more minutes, and at least twice the scrape interval of Prometheus.",
                Severity.ERROR,
            )


RULE = Rule(
    id=ID,
    title="NetworkTraffic uses an empty time range",
    why="The range is used in the query as it is. Prometheus refuses a range of zero or less, and scheduling the Pod "
    "fails.",
    source="juliorenner/scheduler-plugins, pkg/networktraffic/prometheus.go",
    evidence=(
        Citation(
            "https://github.com/juliorenner/scheduler-plugins/blob/921af74d339e99842d48bec88c27778749cff32b/pkg/networktraffic/prometheus.go",
            "the range is a part of the query, whatever it is",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
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
          timeRangeInMinutes: 0
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
