"""Default plugins named again at a point of v1beta3, of which 1.23 to 1.25 run one twice; later releases do not."""

from schedcfg.commands.migrate.results import MigrationStatus
from tests.commands.migrate.carried import carry

NAMED_AGAIN = """\
apiVersion: kubescheduler.config.k8s.io/v1beta3
kind: KubeSchedulerConfiguration
profiles:
- schedulerName: default-scheduler
  plugins:
    {point}:
      enabled:
      - name: {0}
      - name: {1}
      - name: {2}
      - name: {3}
"""

FILTERS = NAMED_AGAIN.format("NodeName", "NodePorts", "NodeAffinity", "VolumeZone", point="filter")
SCORES = NAMED_AGAIN.format("ImageLocality", "NodeAffinity", "TaintToleration", "InterPodAffinity", point="score")


def test_a_filter_that_runs_twice_gives_the_same_answer() -> None:
    found = carry(FILTERS, "v1beta2", "1.23")
    assert found.status is MigrationStatus.MIGRATED
    assert found.proofs[0].kept
    assert "default-scheduler.filter.VolumeZone" in {difference.path for difference in found.proofs[0].differences}
    assert "      - name: VolumeZone\n    score:" in found.text  # no weight where weights mean nothing


def test_a_score_that_counts_twice_is_refused_with_the_reason() -> None:
    found = carry(SCORES, "v1beta2", "1.23")
    assert found.status is MigrationStatus.REFUSED
    assert "runs twice because of a bug in Kubernetes 1.23" in found.findings[0].message


def test_later_releases_do_not_have_the_fault() -> None:
    assert carry(SCORES, "v1beta2", "1.27").status is MigrationStatus.MIGRATED
