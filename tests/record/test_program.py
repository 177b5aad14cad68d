"""What the program is asked, and what is made of its answers."""

import pytest

from tools.record.module import Build
from tools.record.program import Program, ProgramError

MINIMAL = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"


def test_each_case_is_answered_by_its_id(build: Build) -> None:
    cases = {"minimal": MINIMAL, "misspelled": MINIMAL + "paralelism: 3\n"}
    found = dict(Program(build.executable).answers(cases))
    assert {name: answer["outcome"] for name, answer in found.items()} == {"minimal": "ok", "misspelled": "decode"}
    assert found["minimal"]["plugins"]["default-scheduler"]["bind"] == [{"name": "DefaultBinder", "weight": 0}]


def test_a_case_that_ends_the_program_is_a_panic_and_the_others_are_answered(build: Build) -> None:
    cases = {"a": MINIMAL, "b": "crash", "c": "crash too", "d": MINIMAL}
    found = list(Program(build.executable).answers(cases))
    assert [(name, answer["outcome"]) for name, answer in found] == [
        ("a", "ok"),
        ("b", "panic"),
        ("c", "panic"),
        ("d", "ok"),
    ]
    assert found[1][1]["errors"] == [{"message": "panic: runtime error: index out of range"}]


def test_gates_change_answers(build: Build) -> None:
    text = MINIMAL + "profiles: [{pluginConfig: [{name: DynamicResources, args: {bindingTimeout: 2s}}]}]\n"
    program = Program(build.executable)
    outcomes = [
        dict(program.answers({"": text}, flags))[""]["outcome"] for flags in ([], ["DRADeviceBindingConditions=false"])
    ]
    assert outcomes == ["ok", "validation"]
    assert program.gates(["DRADeviceBindingConditions=false"]) == {"switched": {"DRADeviceBindingConditions": False}}


def test_gates_that_are_refused_are_no_answer(build: Build) -> None:
    with pytest.raises(ProgramError, match="unrecognized feature gate: x"):
        list(Program(build.executable).answers({"": MINIMAL}, ["x=unknown"]))
