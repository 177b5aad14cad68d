"""Values that a plugin does not read are no behaviour: a fix may take them out."""

import pytest

from schedcfg import fix
from schedcfg.findings import Act, Remedy, RemedyChange
from tests.commands.validate.fix.rules_for_tests import added, rule

TEXT = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- pluginConfig:
  - name: NodeResourcesFit
    args:
      scoringStrategy:
        type: {}
        resources: [{{name: cpu, weight: 1}}]
        requestedToCapacityRatio:  # kept
          shape: [{{utilization: 0, score: 0}}, {{utilization: 100, score: 10}}]
"""
CURVE = ("profiles", 0, "pluginConfig", 0, "args", "scoringStrategy", "requestedToCapacityRatio")


@pytest.mark.parametrize(
    ("strategy", "goes"), [("LeastAllocated", True), ("MostAllocated", True), ("RequestedToCapacityRatio", False)]
)
def test_the_curve_of_another_strategy(strategy: str, goes: bool) -> None:
    fields = {"profiles": Remedy("Remove the curve", (RemedyChange(Act.REMOVE, CURVE),))}
    curve = rule("curve", fields)

    def check(subject):
        for profile in subject.decoded.shape.profiles:
            args = profile.plugin_config[0].args
            if "requestedToCapacityRatio" in args["scoringStrategy"]:
                yield from curve.check(subject)

    with added(curve._replace(check=check)):
        # Later releases refuse it.
        report = fix(TEXT.format(strategy), "1.35")
    assert report.fixing is not None
    # The real rule about such curves may come first.
    assert {one.rule for one in report.fixing.made} <= {"curve", "unused-score-curve"}
    assert report.is_changed == goes
    assert "# kept" in (report.text or "")
