"""Pinned weights stand together, in the way of the version that the text has in the end."""

import pytest

from schedcfg import validate
from schedcfg.commands.migrate.results import MigrationStatus
from schedcfg.document import parse
from tests.commands.migrate.carried import carry

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
OWN = """\
profiles:
- schedulerName: default-scheduler
  plugins:
    score:
      disabled:
      - name: PodTopologySpread # ours
      enabled:
      - name: PodTopologySpread
        weight: 7
"""


def plugins(text: str) -> object:
    data = parse(text).documents[0].data
    assert isinstance(data, dict)
    return data["profiles"][0].get("plugins")


@pytest.mark.parametrize("source", ["v1alpha1", "v1alpha2"])
@pytest.mark.parametrize("annotate", [False, True])
def test_weights_of_several_versions_stand_at_multi_point(source: str, *, annotate: bool) -> None:
    found = carry(HEAD.format(source), "v1", annotate=annotate)
    weights = {"InterPodAffinity": 1, "NodeAffinity": 1, "PodTopologySpread": 1, "TaintToleration": 1}
    (point,) = [plugins(found.text)]
    assert isinstance(point, dict)
    assert list(point) == ["multiPoint"]
    assert {one["name"]: one["weight"] for one in point["multiPoint"]["enabled"]} == weights
    assert found.text.count("# Default of") == (4 if annotate else 0)
    assert all(proof.kept or proof.source == "v1beta1" for proof in found.proofs)
    assert carry(found.text, "v1").status is MigrationStatus.UNCHANGED


def test_a_version_that_replaces_needs_nothing_disabled_first() -> None:
    found = carry(HEAD.format("v1alpha2"), "v1beta2")
    assert plugins(found.text) == {"score": {"enabled": [{"name": "PodTopologySpread", "weight": 1}]}}
    assert plugins(carry(HEAD.format("v1alpha2"), "v1beta1").text) == {
        "score": {
            "disabled": [{"name": "PodTopologySpread"}],
            "enabled": [{"name": "PodTopologySpread", "weight": 1}],
        }
    }


def test_what_the_user_wrote_stays_where_it_is() -> None:
    found = carry(HEAD.format("v1beta1") + OWN, "v1")
    assert OWN.partition("plugins:\n")[2] in found.text
    assert validate(found.text).verdict == "accepted"


def test_the_option_that_pins_nothing_tells_what_changes() -> None:
    found = carry(HEAD.format("v1beta2"), "v1", adopt_defaults=True)
    assert found.text == HEAD.format("v1")
    differing = {difference.path for proof in found.proofs for difference in proof.differences if difference.matters}
    assert differing == {
        f"default-scheduler.score.{name}" for name in ("InterPodAffinity", "NodeAffinity", "TaintToleration")
    }
