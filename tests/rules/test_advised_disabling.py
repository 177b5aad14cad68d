"""Advice about disabling plugins."""

import pytest
from advice_about import advice, fixed

from schedcfg import Severity

LEAST = "profiles: [{plugins: {%s: {disabled: [{name: NodeResourcesLeastAllocated}]}}}]\n"


def test_what_took_over_is_named() -> None:
    (said,) = advice("ineffective-disable", LEAST % "score", "1.29")
    assert "`NodeResourcesFit` does its work" in said.text
    assert "disable `NodeResourcesFit` at `score`" in said.text
    assert (said.fix, said.is_safe) == ("Disable `NodeResourcesFit`", False)
    assert "disabled: [{name: NodeResourcesFit}]" in fixed("ineffective-disable", LEAST % "score", "1.29")


def test_at_multi_point_the_heir_must_not_take_its_place() -> None:
    (said,) = advice("ineffective-disable", LEAST % "multiPoint", "1.29")
    assert said.fix == ""


def test_an_heir_that_is_configured_on_purpose_is_not_to_be_disabled() -> None:
    profiles = """\
        profiles:
          - plugins: {score: {disabled: [{name: NodeResourcesLeastAllocated}], enabled: [{name: NodeResourcesFit}]}}
        """
    (said,) = advice("ineffective-disable", profiles)
    assert (said.fix, said.is_safe) == ("Remove the entry", True)


@pytest.mark.parametrize(("name", "heir"), [("EBSLimits", "NodeVolumeLimits"), ("SelectorSpread", "PodTopologySpread")])
def test_other_heirs_are_named_too(name: str, heir: str) -> None:
    point = "filter" if name == "EBSLimits" else "score"
    (said,) = advice("ineffective-disable", f"profiles: [{{plugins: {{{point}: {{disabled: [{{name: {name}}}]}}}}}}]\n")
    assert f"`{heir}` does its work" in said.text


def test_a_catalogued_name_is_no_misspelling_of_itself() -> None:
    profiles = "profiles: [{plugins: {score: {disabled: [{name: NodeResourceTopologyMatch}]}}}]\n"
    assert advice("ineffective-disable", profiles) == []


def test_an_entry_without_a_name_disables_nothing() -> None:
    (said,) = advice("ineffective-disable", "profiles: [{plugins: {score: {disabled: [{}]}}}]\n")
    assert said.severity is Severity.WARNING
    assert "disables nothing" in said.text
