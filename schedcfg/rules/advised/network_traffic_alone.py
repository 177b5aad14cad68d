"""NetworkTraffic as the only score."""

from collections.abc import Iterator

from schedcfg.diagnostics import Problem, Severity
from schedcfg.effective import framework
from schedcfg.rules.network_traffic import NAME, published
from schedcfg.rules.rule import Rule, Subject, advice

ID = "network-traffic-alone"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each profile in which NetworkTraffic alone scores."""
    for traffic in published(subject):
        profile, release = traffic.profile, subject.configuration.release
        running = framework.running_at("score", profile, release, subject.implements)
        entry = running[0] if len(running) == 1 else None
        if entry is not None:
            yield advice(
                ID,
                (*(entry.path or ()), "name"),
                f"`{NAME}` alone scores: Pods that come together all go to the node that was quiet last, "
                "until it has no more room",
                "Let `NodeResourcesFit` and `PodTopologySpread` score as well, and give this one the higher weight.",
                Severity.INFO,
            )


RULE = Rule(
    id=ID,
    title="NetworkTraffic is the only score",
    why="What a Pod will send is not measured yet when the next one is placed. Without another score nothing keeps a "
    "wave of Pods from one node.",
    source="juliorenner/scheduler-plugins, pkg/networktraffic/networktraffic.go",
    check=check,
    severity=Severity.INFO,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      preScore:
        disabled:
          - name: "*"
      score:
        disabled:
          - name: "*"
        enabled:
          - name: NetworkTraffic
    pluginConfig:
      - name: NetworkTraffic
        args:
          prometheusAddress: http://10.96.0.42:9090
          networkInterface: eth0
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        enabled:
          - name: NetworkTraffic
            weight: 20
    pluginConfig:
      - name: NetworkTraffic
        args:
          prometheusAddress: http://10.96.0.42:9090
          networkInterface: eth0
""",
)
