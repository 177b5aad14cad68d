"""Default plugins enabled anew, in versions that do not override them."""

import pytest

from schedcfg.commands.migrate.results import MigrationStatus
from tests.commands.migrate.carried import carry

TEXT = """\
apiVersion: kubescheduler.config.k8s.io/v1beta2
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      preScore:
        enabled:
          - name: SelectorSpread
      score:
        enabled:
          - name: PodTopologySpread
            weight: 5
"""


@pytest.mark.parametrize(("to", "spread"), [("v1beta1", "SelectorSpread"), ("v1alpha2", "DefaultPodTopologySpread")])
def test_they_are_disabled_first(to: str, spread: str) -> None:
    found = carry(TEXT, to, drop_unsupported=True)
    assert found.status is MigrationStatus.MIGRATED
    assert f"          - name: {spread}\n" in found.text
    assert ("changed", "disabled-first") in found.told
    point = found.text.partition("      score:")[2]
    assert point.count("name: PodTopologySpread") == 2
