"""Profiles of v1beta1 that score by resources in several ways at once, which no later version can say."""

from schedcfg.commands.migrate.results import MigrationStatus
from tests.commands.migrate.carried import carry

TORN = """\
apiVersion: kubescheduler.config.k8s.io/v1beta1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        disabled:
          - name: NodePreferAvoidPods
        enabled:
          - name: RequestedToCapacityRatio
    pluginConfig:
      - name: RequestedToCapacityRatio
        args:
          shape: [{utilization: 0, score: 0}, {utilization: 100, score: 10}]
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: RequestedToCapacityRatio
            resources: [{name: cpu, weight: 1}, {name: memory, weight: 2}]
            requestedToCapacityRatio:
              shape: [{utilization: 0, score: 0}, {utilization: 100, score: 10}]
"""


def test_they_are_refused_with_the_two_plugins_as_the_reason() -> None:
    carried = carry(TORN, "v1beta2")
    assert carried.status is MigrationStatus.REFUSED
    assert {finding.rule for finding in carried.findings} == {"cannot-be-kept"}
    assert all("NodeResourcesFit only has one strategy" in finding.message for finding in carried.findings)
    told = " ".join(finding.message for finding in carried.findings)
    assert "RequestedToCapacityRatio" in told
    assert "NodeResourcesLeastAllocated" in told


def test_what_is_dropped_takes_the_sleeping_strategy_along() -> None:
    carried = carry(TORN, "v1beta2", drop_unsupported=True)
    assert carried.status is MigrationStatus.MIGRATED
    assert "scoringStrategy" not in carried.text
    assert ("dropped", "cannot-be-kept") in carried.told
