"""`--adopt-defaults`: new defaults may come, what the user turned off may not."""

from schedcfg.commands.migrate.results import MigrationStatus
from tests.commands.migrate.carried import carry

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
    paths = {difference.path for difference in found.proofs[0].differences if difference.matters}
    assert paths == {"default-scheduler.score.NodePreferAvoidPods"}


def test_args_of_a_successor_do_not_pass_as_going_along() -> None:
    text = """\
profiles:
- schedulerName: default-scheduler
  plugins:
    preFilter: {disabled: [{name: "*"}]}
    filter: {disabled: [{name: "*"}]}
  pluginConfig:
  - name: NodeResourcesLeastAllocated
    args: {resources: [{name: cpu, weight: 7}]}
"""
    found = carry(HEAD.format("v1beta1") + text, "v1beta2", "1.22")
    assert "weight: 7" in found.text
    assert not [difference for difference in found.proofs[0].differences if ".args.NodeResourcesFit" in difference.path]
