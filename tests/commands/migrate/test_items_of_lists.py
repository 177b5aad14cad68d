"""Configurations that are items of a list: an edit at their beginning stands behind the dash."""

from schedcfg.commands.migrate.results import MigrationStatus
from tests.commands.migrate.carried import carry

LIST = """\
apiVersion: v1
kind: List
items:
  - {first}
    apiVersion: kubescheduler.config.k8s.io/v1beta2
    kind: KubeSchedulerConfiguration
    profiles: [{{plugins: {{score: {{disabled: [{{name: "*"}}], enabled: [{{name: ImageLocality}}]}}}}}}]
"""


def test_the_first_entry_goes_and_the_dash_stays() -> None:
    found = carry(LIST.format(first='metricsBindAddress: ""'), "v1")
    assert found.status is MigrationStatus.MIGRATED
    assert "items:\n  - apiVersion: kubescheduler.config.k8s.io/v1\n    kind:" in found.text


def test_its_comment_stays_behind_the_dash() -> None:
    found = carry(LIST.format(first='metricsBindAddress: ""  # nothing'), "v1")
    assert found.status is MigrationStatus.MIGRATED
    assert "items:\n  - # nothing\n    apiVersion: kubescheduler.config.k8s.io/v1\n" in found.text
