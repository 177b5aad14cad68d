"""Command lines with gates: which gates are tried, with which others, and what is kept of it."""

from typing import Any

from tools.record import facts, gates
from tools.record.module import Build
from tools.record.program import Program

MINIMAL = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
TIMEOUT = MINIMAL + "profiles: [{pluginConfig: [{name: DynamicResources, args: {bindingTimeout: 2s}}]}]\n"
MISSPELLED = MINIMAL + "paralelism: 3\n"


def known(*on: str, needing: dict[str, list[str]]) -> dict[str, Any]:
    """Facts about the gates A to D, of which some are on."""
    return {
        "feature_gates": {name: {"default": name in on} for name in "ABCD"},
        "feature_gate_dependencies": needing,
    }


def test_a_gate_is_switched_on_with_all_that_it_needs() -> None:
    needing = {"A": ["B", "D"], "B": ["C"]}
    assert gates.switches(known("D", needing=needing), "A", on=True) == {"B": True, "C": True}
    assert gates.switches(known(needing=needing), "C", on=True) == {}


def test_a_gate_is_switched_off_with_all_that_need_it() -> None:
    needing = {"A": ["B"], "B": ["C"], "D": ["C"]}
    assert gates.switches(known("A", "B", "C", needing=needing), "C", on=False) == {"B": False, "A": False}


def test_gates_of_the_scheduler_that_can_be_switched_are_tried(build: Build) -> None:
    assert gates.tried(facts.record(build)) == {"AllAlpha", "AllBeta", "DRADeviceBindingConditions"}


def test_several_complaints_are_sorted(build: Build) -> None:
    found = gates.asked(Program(build.executable), ("WorkloadWithJob=true,CompositePodGroup=true",))
    assert found["refused"].startswith("[CompositePodGroup is enabled, but depends")
    assert ", WorkloadWithJob is enabled, but depends" in found["refused"]


def test_a_gate_is_recorded_switched_and_not_switched(build: Build) -> None:
    texts = gates.short([MINIMAL, TIMEOUT, MISSPELLED, "x" * 1000])
    assert list(texts) == [MINIMAL, MISSPELLED, TIMEOUT]
    before = [{"gates": ["GangScheduling=true"], "refused": "another release says something else"}]
    rows = list(gates.record(build, "1.37", facts.record(build), before, texts))
    assert all(row["kubernetes"] == "1.37" and row["measured"] == "v1.37.1" for row in rows)
    defaults, asked_again, *lines = rows
    assert defaults["defaults"]["DRADeviceBindingConditions"] is True
    assert asked_again["refused"] == "unrecognized feature gate: GangScheduling"
    found = {(row["gates"][0], row["yaml"]): row["outcome"] for row in lines if "outcome" in row}
    assert found == {
        ("DRADeviceBindingConditions=false", MINIMAL): "ok",
        ("DRADeviceBindingConditions=false", TIMEOUT): "validation",
        ("DRADeviceBindingConditions=true", MINIMAL): "ok",
        ("DRADeviceBindingConditions=true", TIMEOUT): "ok",
    }
    switched = {row["gates"][0]: row["switched"] for row in lines if "switched" in row}
    assert switched["DRADeviceBindingConditions=false"] == {"DRADeviceBindingConditions": False}
    written = {row["gates"][0]: str(row["written"]) for row in lines if row.get("yaml") == MINIMAL}
    assert "bindingTimeout" in written["DRADeviceBindingConditions=true"]
    assert "bindingTimeout" not in written["DRADeviceBindingConditions=false"]


def test_what_differs_from_run_to_run_shows_nothing() -> None:
    def answers(pointer: str, *messages: str) -> dict[str, dict[str, Any]]:
        errors = [{"message": f"{message} {pointer}"} for message in messages]
        return {"a": {"outcome": "validation", "errors": errors}}

    first, second = answers("0xc000123456", "one", "two"), answers("0xc0009abcde", "two", "one")
    assert gates.shown(first, second, {"a": ""}) == []
    assert gates.shown(first, answers("0xc000123456", "one"), {"a": ""}) == ["a"]
