"""What moves into brackets leaves its comments behind, where they stood."""

from schedcfg.commands.migrate.results import MigrationStatus
from tests.commands.migrate.carried import carry

TEXT = """\
apiVersion: kubescheduler.config.k8s.io/v1beta1
kind: KubeSchedulerConfiguration
profiles:
  - pluginConfig:
      - name: NodeResourcesLeastAllocated
        args: {
            # ours
            resources: [{name: example.com/foo, weight: 2}]  # two
          }
"""


def test_they_stay_where_they_stood() -> None:
    found = carry(TEXT, "v1beta2")
    assert found.status is MigrationStatus.MIGRATED
    assert "scoringStrategy: {type: LeastAllocated, resources: [{name: example.com/foo, weight: 2}]}" in found.text
    assert found.text.index("# ours") < found.text.index("# two")
