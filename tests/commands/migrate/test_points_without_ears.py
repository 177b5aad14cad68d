"""v1 → v1beta3, which reads `preEnqueue` and does not listen to it: the same is said by MultiPoint."""

from schedcfg.commands.migrate.results import MigrationStatus
from tests.commands.migrate.carried import carry

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"

EVERYTHING_KEPT_AWAY = """\
profiles:
- plugins:
    preEnqueue:
      disabled:
      - name: "*"
"""

ONE_POINT_OF_SEVERAL = """\
profiles:
- plugins:
    preEnqueue:
      enabled:
      - name: DynamicResources
"""

ALL_POINTS_BUT_ONE = """\
profiles:
- plugins:
    multiPoint:
      enabled:
      - name: DynamicResources
    preEnqueue:
      disabled:
      - name: DynamicResources
"""


def _down(text: str) -> str:
    found = carry(HEAD.format("v1") + text, "v1beta3", "1.28")
    assert found.status is MigrationStatus.MIGRATED, found.findings
    assert found.proofs[0].kept
    assert carry(found.text, "v1beta3", "1.28").status is MigrationStatus.UNCHANGED
    return found.text


def test_a_default_of_that_point_alone_is_kept_away() -> None:
    text = _down(EVERYTHING_KEPT_AWAY)
    assert "    multiPoint:\n      disabled:\n      - name: SchedulingGates\n" in text
    assert "preEnqueue" not in text


def test_a_plugin_that_runs_only_there_is_kept_from_its_other_points() -> None:
    text = _down(ONE_POINT_OF_SEVERAL)
    assert "    multiPoint:\n      enabled:\n      - name: DynamicResources\n" in text
    assert text.count("disabled:\n      - name: DynamicResources") == len(
        ["preFilter", "filter", "postFilter", "preScore", "reserve", "postBind"]
    )


def test_a_plugin_that_runs_everywhere_else_is_named_everywhere_else() -> None:
    text = _down(ALL_POINTS_BUT_ONE)
    assert "multiPoint:\n      enabled:\n      - name: DynamicResources" not in text
    assert text.count("enabled:\n      - name: DynamicResources") == len(
        ["preFilter", "filter", "postFilter", "preScore", "reserve", "postBind"]
    )


def test_v1beta2_has_no_way_to_say_it() -> None:
    found = carry(HEAD.format("v1beta3") + EVERYTHING_KEPT_AWAY.replace("preEnqueue", "multiPoint"), "v1beta2", "1.27")
    assert found.status is MigrationStatus.REFUSED
