"""`percentageOfNodesToScore` of one profile, which v1 alone can say."""

from schedcfg.commands.migrate.results import MigrationStatus
from tests.commands.migrate.carried import carry

TEXT = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
percentageOfNodesToScore: 30
profiles:
- schedulerName: default-scheduler
- schedulerName: batch
  percentageOfNodesToScore: 50
"""


def test_different_shares_are_refused_where_they_stand() -> None:
    found = carry(TEXT, "v1beta3")
    assert found.status is MigrationStatus.REFUSED
    (finding,) = found.findings
    assert finding.path == "profiles[1].percentageOfNodesToScore"
    assert finding.start.line == len(TEXT.splitlines())
    assert "top-level value, 30" in finding.help


def test_the_share_above_them_is_taken_if_dropping_was_asked_for() -> None:
    found = carry(TEXT, "v1beta3", drop_unsupported=True)
    assert found.text.endswith(
        "percentageOfNodesToScore: 30\nprofiles:\n- schedulerName: default-scheduler\n- schedulerName: batch\n"
    )
