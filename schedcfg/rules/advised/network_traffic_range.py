"""NetworkTraffic over no time at all."""

from collections.abc import Iterator

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
                f"`{traffic.minutes}` is {minutes}: Prometheus takes no such range, each score fails, "
                "and Pods stay Pending",
                "Write 1 or more minutes, at least twice the interval at which Prometheus scrapes.",
                Severity.ERROR,
            )


RULE = Rule(
    id=ID,
    title="NetworkTraffic looks at an empty time range",
    why="The range goes into the query as it is. Prometheus refuses one of zero or less, and with it the scheduling of "
    "the Pod fails.",
    source="juliorenner/scheduler-plugins, pkg/networktraffic/prometheus.go",
    check=check,
    severity=Severity.ERROR,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
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
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
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
""",
)
