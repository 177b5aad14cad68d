"""Several plugins in the name of one entry: each place says so, and the fix writes one entry for each."""

from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg import validate
from tests.called import Result

TEXT = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins:
    score:
      {verb}:
      - name: "{name}"
"""


@pytest.mark.parametrize(("verb", "rule"), [("enabled", "undeclared-plugin"), ("disabled", "ineffective-disable")])
@pytest.mark.parametrize("name", ["ImageLocality,TaintToleration", "ImageLocality , Own"])
def test_it_is_one_error_with_a_cure(verb: str, rule: str, name: str) -> None:
    findings = validate(TEXT.format(verb=verb, name=name)).documents[0].findings
    (found,) = (finding for finding in findings if finding.rule == rule)
    assert "these are 2 names in one entry" in found.message
    assert (found.help or "").startswith("Write one entry for each.")
    # The scheduler stops at a plugin that it does not have; what it cannot disable goes on running.
    assert found.is_error is (verb == "enabled")


def test_the_end_of_a_known_name_is_meant_for_it() -> None:
    findings = validate(TEXT.format(verb="enabled", name="BalancedAllocation")).documents[0].findings
    (found,) = (finding for finding in findings if finding.rule == "undeclared-plugin")
    assert "Did you mean `NodeResourcesBalancedAllocation`?" in (found.help or "")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("PodTopology", "PodTopologySpread"),
        ("EvenPodsSpread", "PodTopologySpread"),
        ("ImageLocalityPriority", "ImageLocality"),
        ("BalancedResourceAllocation", "NodeResourcesBalancedAllocation"),
        ("LeastRequested", "NodeResourcesLeastAllocated"),
        ("LeastRequestedPriority", "NodeResourcesLeastAllocated"),
        ("LeastAllocated", "NodeResourcesLeastAllocated"),
        ("NodePreferAvoidPodsPriority", "NodePreferAvoidPods"),
    ],
)
def test_old_names_and_parts_of_names(name: str, meant: str) -> None:
    findings = validate(TEXT.format(verb="enabled", name=name), "1.37").documents[0].findings
    (found,) = (finding for finding in findings if finding.rule == "undeclared-plugin")
    assert not found.is_error, "a plugin of one's own may have such a name"
    assert f"Did you mean `{meant}`?" in (found.help or "")


@pytest.mark.parametrize(
    "name", ["NodeResources", "Affinity", "GeneralPredicates", "MyPreemption2", "Schedulab", "OverheadX"]
)
def test_a_part_of_several_names_or_of_a_word_is_a_name_of_ones_own(name: str) -> None:
    findings = validate(TEXT.format(verb="enabled", name=name), "1.37").documents[0].findings
    (found,) = (finding for finding in findings if finding.rule == "undeclared-plugin")
    assert not found.is_error


def test_what_names_no_known_plugin_may_be_one_name() -> None:
    findings = validate(TEXT.format(verb="enabled", name="one,two")).documents[0].findings
    assert [finding.message for finding in findings if "names in one entry" in finding.message] == []


@pytest.mark.parametrize("option", [(), ("--in-tree-only",)])
def test_the_fix_writes_one_entry_for_each(
    option: tuple[str, ...], schedcfg: Callable[..., Result], tmp_path: Path
) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(TEXT.format(verb="disabled", name="ImageLocality, TaintToleration"), encoding="utf-8")
    assert schedcfg("validate", str(file), "--fix", "--unsafe-fixes", *option).status == 0
    assert file.read_text(encoding="utf-8").endswith('      - name: "ImageLocality"\n      - name: TaintToleration\n')
