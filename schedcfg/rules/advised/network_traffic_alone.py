"""NetworkTraffic as the only score."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective import plugin_sets
from schedcfg.configuration.effective.model import PluginRef, Profile
from schedcfg.findings import Problem, Severity
from schedcfg.releases.release import Release
from schedcfg.rules.args import NETWORK_TRAFFIC, published_traffic
from schedcfg.rules.rule import Rule, Subject, advice

ID = "network-traffic-alone"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each profile in which only NetworkTraffic scores, unless that is plainly intended."""
    for traffic in published_traffic(subject):
        entry = _only_score(subject, traffic.profile)
        # Where preScore is cleared as well, it is intended that no other score is left.
        if entry is not None and plugin_sets.running_at("preScore", traffic.profile, *_framework(subject)):
            yield advice(
                ID,
                (*(entry.path or ()), "name"),
                "Pods created together all go to the node with the least recent traffic, until it is full: only "
                f"`{NETWORK_TRAFFIC}` scores",
                "Let `NodeResourcesFit` and `PodTopologySpread` score as well, and give this one a higher weight. If "
                "it is intended, disable `*` at `preScore` too, as its results are not used.",
                Severity.INFO,
            )


def _only_score(subject: Subject, profile: Profile) -> PluginRef | None:
    running = plugin_sets.running_at("score", profile, *_framework(subject))
    return running[0] if len(running) == 1 else None


def _framework(subject: Subject) -> tuple[Release, plugin_sets.PointsOf]:
    return subject.configuration.release, subject.points_of


RULE = Rule(
    id=ID,
    title="NetworkTraffic is the only score plugin",
    why="The traffic of a Pod is not measured yet when the next one is scheduled. Without another score, a group of "
    "Pods ends up on one node.",
    source="juliorenner/scheduler-plugins, pkg/networktraffic/networktraffic.go",
    evidence=(
        Citation(
            "https://github.com/juliorenner/scheduler-plugins/blob/921af74d339e99842d48bec88c27778749cff32b/manifests/networktraffic/scheduler-config.yaml",
            "the published example disables all other scores",
        ),
        Citation(
            "https://github.com/CylonChau/customScheduler/blob/72c4f2e98616c1c13efdbf0f81db213aced03657/scheduler.yaml",
            "a copy of it",
        ),
    ),
    check=check,
    asks_why=True,
    severity=Severity.INFO,
    bad=v1_configuration("""\
profiles:
  - plugins:
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
"""),
    good=v1_configuration("""\
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
"""),
)
