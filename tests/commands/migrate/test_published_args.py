"""Args of published plugins on their way: what the next API version lacks, and what that means."""

import yaml

from schedcfg import OPEN, FindingClass, catalog
from schedcfg.commands.migrate.results import MigrationStatus
from tests.commands.migrate.carried import carry

PLUGINS = catalog("scheduler-plugins")
HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
GANG = """\
profiles:
- plugins:
    queueSort: {enabled: [{name: Coscheduling}], disabled: [{name: '*'}]}
    permit: {enabled: [{name: Coscheduling}]}
  pluginConfig:
  - name: Coscheduling
    args:
      apiVersion: kubescheduler.config.k8s.io/v1beta2
      kind: CoschedulingArgs
      permitWaitingTimeSeconds: 10
      deniedPGExpirationTimeSeconds: 3
"""


def test_a_field_that_did_nothing_is_left_out_where_it_is_unknown() -> None:
    found = carry(HEAD.format("v1beta2") + GANG, "v1beta3", registry=PLUGINS)
    assert found.status is MigrationStatus.MIGRATED
    assert found.proofs[0].kept
    (entry,) = yaml.safe_load(found.text)["profiles"][0]["pluginConfig"]
    assert entry["args"] == {
        "apiVersion": "kubescheduler.config.k8s.io/v1beta3",
        "kind": "CoschedulingArgs",
        "permitWaitingTimeSeconds": 10,
    }
    assert ("removed", "unknown-field") in found.told


def test_without_the_catalog_args_are_nobodys() -> None:
    found = carry(HEAD.format("v1beta2") + GANG, "v1beta3", registry=OPEN)
    assert found.status is MigrationStatus.MIGRATED
    assert "      deniedPGExpirationTimeSeconds: 3\n" in found.text


def test_a_plugin_that_its_version_cannot_have_is_reported_before_anything_is_carried() -> None:
    text = "profiles:\n- plugins: {score: {enabled: [{name: LowRiskOverCommitment}]}}\n"
    found = carry(HEAD.format("v1beta2") + text, "v1", registry=PLUGINS)
    assert found.status is MigrationStatus.REFUSED
    assert [finding.rule for finding in found.findings if finding.finding_class is FindingClass.REFUSED] == [
        "untyped-args"
    ]
