"""`--adopt-defaults`: new defaults may come, what the user turned off may not."""

from carried import carry

from schedcfg.results.migration import MigrationStatus

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"

NOTHING_BUT_NODE_NAME = """\
profiles:
- schedulerName: default-scheduler
  plugins:
    multiPoint:
      disabled:
      - name: "*"
      enabled:
      - name: PrioritySort
      - name: DefaultBinder
      - name: NodeName
"""


def test_what_the_user_turned_off_does_not_come_back() -> None:
    found = carry(HEAD.format("v1beta3") + NOTHING_BUT_NODE_NAME, "v1beta2", "1.26", adopt_defaults=True)
    assert found.status is MigrationStatus.MIGRATED, found.findings
    assert found.proofs[0].kept, found.proofs[0].differences


def test_args_go_along_with_the_plugin() -> None:
    text = "profiles:\n- schedulerName: default-scheduler\n"
    found = carry(HEAD.format("v1beta1") + text, "v1beta2", "1.22")
    paths = {one.path for one in found.proofs[0].differences if one.matters}
    assert paths == {"default-scheduler.score.NodePreferAvoidPods"}
