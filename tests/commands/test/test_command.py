"""`schedcfg test` from outside: what is run, what is shown, and how it ends."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.contract_complaints import complaints
from tests.commands.test.calls import CONFIGURATION, FAILING, HEAD, NAME, PASSING, UNFINISHED, Tests, results
from tests.commands.trial import programs
from tests.output.workflow_commands import read

# What is run, and what becomes of it


def test_a_test_that_passes_is_one_line(tests: Tests) -> None:
    tests.write(PASSING)
    done = tests()
    assert done.status == 0, done.err
    (heading, line, summary) = done.out.splitlines()
    assert heading == f"./{NAME}"
    assert line.startswith("  passed  small ones share a node (")
    assert (summary, done.err) == ("1 passed", "")


def test_a_test_that_fails_shows_what_was_expected_and_what_happened(tests: Tests) -> None:
    tests.write(PASSING, FAILING)
    done = tests()
    assert done.status == 1, done.err
    assert "  failed  each has a node (" in done.out
    assert f"    ./{NAME}:12: perNode\n      expected: 1 at most of all Pods on each node that has any\n" in done.out
    assert "      found:    node-0 has 3\n" in done.out
    assert "    web (3 Pods): node-0 3\n" in done.out
    # What decided: the scores of the node.
    assert "P" in done.out.partition("web (3 Pods)")[2]
    assert done.out.endswith("1 failed, 1 passed\n")
    report = tests.report()
    assert report["counts"] == {"passed": 1, "failed": 1, "flaky": 0, "errors": 0}
    failed = report["tests"][1]["results"][0]
    assert (failed["outcome"], failed["line"], failed["kubernetes"]) == ("failed", 12, "1.33")
    assert failed["places"] == [{"name": "default/web", "nodes": {"node-0": 3}, "without": {}}]
    assert [(one["condition"], one["held"], one["runs"]) for one in failed["conditions"]] == [
        ("placed", 1, 1),
        ("perNode", 0, 1),
    ]


def test_pods_without_a_node_are_shown_with_the_message(tests: Tests) -> None:
    tests.write('- name: all fit\n  pods: ["2:cpu=5"]\n  expect: {placed: all}\n')
    done = tests()
    assert done.status == 1
    assert "pod (2 Pods): 2 unschedulable" in done.out
    assert "2 Pods Pending: 0 nodes are available: no room." in done.out


def test_what_holds_in_some_runs_is_flaky_and_does_not_pass(tests: Tests) -> None:
    on_first = '- name: on the first\n  pods: ["1:cpu=1"]\n  expect: {placed: all, "on": node-0}\n'
    tests.write(on_first, head="runs: 4\n")
    program = tests.alternating()
    report = tests.report(program=program)
    (result,) = results(report)
    assert result["outcome"] == "flaky"
    assert [(one["condition"], one["held"], one["runs"]) for one in result["conditions"]] == [
        ("placed", 4, 4),
        ("on", 2, 4),
    ]
    done = tests("--jobs", "1", program=program)
    assert done.status == 1
    assert f"{NAME}:8: on, in 2 of 4 runs" in done.out
    assert done.out.endswith("1 flaky\n")


def test_an_option_runs_each_test_more_often_and_never_less(tests: Tests) -> None:
    tests.write(PASSING, f"{FAILING}  runs: 3\n")
    assert [result["conditions"][0]["runs"] for result in results(tests.report("--runs", "2"))] == [2, 3]


def test_what_cannot_fail_is_an_error_at_its_test(tests: Tests) -> None:
    tests.write(PASSING, PASSING.replace("small", "other").replace("placed: all", 'notOn: {gpu: "true"}'))
    done = tests()
    assert done.status == 1
    assert f"{NAME}:8: there are no nodes with gpu=true." in done.out
    assert done.out.endswith("1 error, 1 passed\n")


@pytest.mark.parametrize(
    ("pods", "said"),
    [
        ("missing.yaml", "missing.yaml"),
        ("3:cpus=1", "Did you mean `cpu`?"),
        ("empty.yaml", "empty.yaml"),
    ],
)
def test_pods_that_cannot_be_read_are_an_error(tests: Tests, pods: str, said: str) -> None:
    tests.file("empty.yaml", "kind: Other\napiVersion: v1\n")
    tests.write(PASSING, f'- name: other\n  pods: ["{pods}"]\n  expect: {{placed: all}}\n')
    done = tests()
    assert done.status in {1, 3}
    assert said in " ".join(done.out.split())
    assert done.out.endswith("1 error, 1 passed\n")


def test_a_configuration_that_does_not_start_is_an_error_in_each_test(tests: Tests) -> None:
    tests.file("scheduler.yaml", f"{CONFIGURATION}parallelism: -1\n")
    tests.write(PASSING, FAILING, head="configuration: scheduler.yaml\n")
    done = tests()
    assert done.status == 1
    assert "kube-scheduler 1.33 does not start with scheduler.yaml" in " ".join(done.out.split())
    assert done.out.endswith("2 errors\n")


@pytest.mark.parametrize(("mood", "said"), [(92, "no such plugin"), (97, "SIGSEGV")])
def test_a_program_that_fails_is_the_worst(tests: Tests, mood: int, said: str) -> None:
    tests.file("scheduler.yaml", f"{CONFIGURATION}percentageOfNodesToScore: {mood}\n")
    tests.write(PASSING, head="configuration: scheduler.yaml\n")
    done = tests()
    assert done.status == 3, done.out
    assert said in done.out
    assert done.out.endswith("1 error\n")


def test_files_are_named_from_the_folder_of_the_file_of_tests(tests: Tests) -> None:
    inner = tests.folder / "tests"
    inner.mkdir()
    (inner / "pods.json").write_text(json.dumps(programs.pod("web")), encoding="utf-8")
    tests.file("scheduler.yaml", CONFIGURATION)
    tests.file("nodes.json", json.dumps(programs.node("n1")))
    one = "- name: one\n  pods: [pods.json]\n  nodes: [../nodes.json]\n  expect: {placed: all, on: n1, nodesUsed: 1}\n"
    path = tests.file(f"tests/{NAME}", f"{HEAD}configuration: ../scheduler.yaml\ntests:\n{one}")
    report = tests.report()
    assert report["tests"][0]["file"] == f"./tests/{NAME}"
    assert results(report)[0]["configuration"] == "scheduler.yaml"
    # Whether the key `on` is in quotes makes no difference, nor where the command is run.
    path.write_text(path.read_text(encoding="utf-8").replace(" on:", ' "on":'), encoding="utf-8")
    assert tests.report(inner)["counts"]["passed"] == 1


def test_tests_are_chosen_by_a_part_of_their_name(tests: Tests) -> None:
    tests.write(PASSING, FAILING)
    assert [test["name"] for test in tests.report("-t", "small")["tests"]] == ["small ones share a node"]
    assert len(tests.report("-t", "small", "-t", "each")["tests"]) == 2
    done = tests("-t", "nobody")
    assert (done.status, "no test has nobody in its name" in done.err) == (2, True)


def test_several_documents_and_files_are_all_run(tests: Tests) -> None:
    other = f'{HEAD}nodes: ["1:cpu=2"]\ntests:\n{PASSING}'
    tests.file("b.schedtest.yml", f"{other}---\n{other.replace('small', 'large')}")
    tests.write(PASSING)
    tests.file("c.yaml", other)  # Files that are called otherwise are only read where they are named
    assert [(test["file"], test["line"]) for test in tests.report()["tests"]] == [
        (f"./{NAME}", 5),
        ("./b.schedtest.yml", 5),
        ("./b.schedtest.yml", 13),
    ]
    assert len(tests.report("c.yaml", NAME)["tests"]) == 2


# Several programs and configurations


def test_each_test_is_run_with_each_program(tests: Tests) -> None:
    on_first = '- name: on the first\n  pods: ["1:cpu=1"]\n  expect: {placed: all, "on": node-0}\n'
    tests.write(PASSING, on_first)
    other = tests.alternating()
    (tests.folder / "runs" / "0").touch()  # Its first run is like a second one
    done = tests("-t", "on the first", "--binary", other, program=Path("kube-scheduler"))
    assert done.status == 1
    text = " ".join(done.out.split())
    assert "passed with kube-scheduler (1.33)" in text
    assert f"failed with {other} (1.33)" in text
    report = tests.report("--binary", other, "-t", "small")
    assert [result["program"] for result in results(report)] == [str(other), str(tests.program)]


def test_each_test_is_run_with_each_configuration(tests: Tests) -> None:
    tests.file("scheduler.yaml", CONFIGURATION)
    tests.file("refused.yaml", f"{CONFIGURATION}parallelism: -1\n")
    tests.write(PASSING, head="configuration: scheduler.yaml\n")
    report = tests.report("--against", "default", "--against", "scheduler.yaml", "--against", "refused.yaml")
    assert [(one["configuration"], one["outcome"]) for one in results(report)] == [
        ("scheduler.yaml", "passed"),
        ("default", "passed"),
        ("refused.yaml", "error"),
    ]


# Formats


def test_junit_has_a_case_for_each_test_and_variant(tests: Tests) -> None:
    tests.write(PASSING, FAILING, FAILING.replace("each has", "none shares").replace("most: 1", "most: 3"))
    done = tests("-o", "junit", "--against", "missing.yaml")
    assert done.status == 3
    (suite,) = ET.fromstring(done.out)
    assert dict(suite.attrib) == {"name": NAME, "tests": "6", "failures": "1", "errors": "4", "skipped": "0"}
    cases = {case.attrib["name"]: case for case in suite.iter("testcase")}
    assert list(cases)[:2] == ["small ones share a node [default]", "small ones share a node [missing.yaml]"]
    (failure,) = cases["each has a node [default]"]
    assert (failure.tag, failure.attrib["type"]) == ("failure", "failed")
    assert failure.attrib["message"].startswith("perNode: expected 1 at most")
    assert "found:    node-0 has 3" in (failure.text or "")


def test_json_says_what_is_wrong_with_a_file(tests: Tests) -> None:
    tests.write(PASSING)
    tests.file("b.schedtest.yaml", f"{HEAD}tests:\n{PASSING}")
    report = tests("-o", "json").report
    assert complaints("test", report) == []
    assert (report["counts"]["passed"], report["counts"]["errors"]) == (1, 1)
    (wrong,) = report["wrongFiles"]
    (found,) = wrong["documents"][0]["findings"]
    assert (wrong["path"], found["start"]["line"], found["rule"]) == ("./b.schedtest.yaml", 4, "invalid-test")


def test_github_shows_errors_at_their_lines_and_a_page(tests: Tests, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tests.folder / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(page))
    tests.write(PASSING, FAILING)
    tests.file("b.schedtest.yaml", f"{HEAD}tests:\n{PASSING}")
    done = tests("-o", "github")
    assert done.status == 1
    wrong, failed, notice = filter(None, map(read, done.out.splitlines()))
    assert (wrong.name, wrong.properties["file"], wrong.properties["line"]) == ("error", "b.schedtest.yaml", "4")
    assert failed.properties["title"] == "failed: each has a node"
    assert (failed.properties["file"], failed.properties["line"]) == (NAME, "12")
    assert "found:    node-0 has 3" in failed.message
    assert (notice.name, notice.message) == ("notice", "1 failed, 1 error, 1 passed")
    text = page.read_text(encoding="utf-8")
    assert text.startswith("### schedcfg test\n\n1 failed, 1 error, 1 passed\n")
    assert f"| failed | {NAME}:12 | each has a node | perNode: expected" in text


def test_names_are_shown_as_text_whatever_is_in_them(tests: Tests) -> None:
    hostile = "::error::\\u001b[31m<b>|\\n::warning::x"
    tests.write(FAILING.replace("each has a node", f'"{hostile}"'))
    for form in ("text", "github", "junit"):
        done = tests("-o", form)
        assert done.status == 1
        assert "\x1b" not in done.out
        assert not any(line.startswith(("::warning", "::error::")) for line in done.out.splitlines())


def test_reports_go_to_files(tests: Tests) -> None:
    tests.write(PASSING)
    done = tests("-o", "junit=report.xml", "-o", "json=report.json", "-o", "text")
    assert done.status == 0, done.err
    assert ET.parse(tests.folder / "report.xml").getroot().attrib["name"] == "schedcfg test"
    assert json.loads((tests.folder / "report.json").read_text(encoding="utf-8"))["counts"]["passed"] == 1
    before = (tests.folder / NAME).read_bytes()
    assert tests(NAME, "-o", f"json={NAME}").status == 2
    assert (tests.folder / NAME).read_bytes() == before


# Options that do not fit together


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name the kube-scheduler to run"),
        (("--record", "--update", "--binary", "a"), "exclude each other"),
        (("--record", "--binary", "a", "--binary", "b"), "with one program"),
        (("--update", "--binary", "a", "--against", "default"), "without --against"),
        (("--cluster", "--binary", "a"), "--cluster needs --init"),
        (("--init", "--context", "c"), "--context needs --cluster"),
        (("--init", "a", "b"), "--init takes one folder"),
        (("-", "--record", "--binary", "a"), "standard input"),
        (("--binary", "missing"), "missing"),
        (("--binary", "a", "--runs", "0"), "--runs"),
    ],
)
def test_wrong_usage_is_refused(tests: Tests, arguments: tuple[str, ...], said: str) -> None:
    tests.write(PASSING)
    done = tests.schedcfg("test", *arguments)
    assert (done.status, said in done.err) == (2, True), done.err


def test_without_a_program_the_one_of_the_release_of_the_files_is_named(tests: Tests) -> None:
    image = "registry.k8s.io/kube-scheduler:v1.31.4"
    container = f"{{name: kube-scheduler, image: {image}, command: [kube-scheduler]}}"
    tests.file("pod.yaml", f"apiVersion: v1\nkind: Pod\nmetadata: {{name: s}}\nspec: {{containers: [{container}]}}\n")
    tests.write(PASSING, head="configuration: pod.yaml\n")
    given = ["default", "--nodes", "1:cpu=1", "--pods", "1:cpu=1"]
    for arguments in (["test"], ["try", "pod.yaml", *given[1:]], ["test", "-k", "1.31"], ["try", *given, "-k", "1.31"]):
        done = tests.schedcfg(*arguments)
        assert done.status == 2
        assert "--image registry.k8s.io/kube-scheduler:v1.31." in done.err
        assert "https://dl.k8s.io/release/v1.31." in done.err


def test_tests_come_from_standard_input(tests: Tests) -> None:
    text = tests.write(PASSING).read_bytes()
    assert tests.report("-", stdin=text)["counts"]["passed"] == 1


# What is written


def test_what_happens_is_recorded_and_holds_then(tests: Tests) -> None:
    commented = f"# Why\r\n{UNFINISHED.rstrip()}  # behind\n# the end\n".replace("\r\n", "\n").replace("\n", "\r\n")
    path = tests.write(PASSING.replace("\n", "\r\n"), commented)
    before = path.read_bytes()
    done = tests("--record")
    assert done.status == 0, done.err
    assert "1 test written\n" in done.out
    assert "+  expect:" in done.out
    after = path.read_bytes()
    assert b"expect" in after.partition(b"what happens")[2]
    # Nothing else is another, and lines end as those beside them.
    kept = [line for line in after.splitlines(keepends=True) if line in before.splitlines(keepends=True)]
    assert kept == before.splitlines(keepends=True)
    report = tests.report()
    assert report["counts"]["passed"] == 2
    assert [one["condition"] for one in report["tests"][1]["results"][0]["conditions"]][:2] == ["placed", "perNode"]
    again = tests("--record")
    assert (again.status, "all tests have expectations" in again.err) == (2, True)


def test_what_hangs_on_luck_is_not_recorded(tests: Tests) -> None:
    path = tests.write('- name: where\n  pods: ["2:cpu=1"]\n')
    program = tests.alternating()
    assert tests("--record", program=program).status == 0
    text = path.read_text(encoding="utf-8")
    assert "placed: all" in text
    assert "nodesUsed: 1" in text
    assert "node-0" not in text
    for _ in range(2):
        assert tests.report(program=program)["counts"]["passed"] == 1


def test_only_what_does_not_hold_is_updated(tests: Tests) -> None:
    path = tests.write(PASSING, FAILING)
    before = path.read_text(encoding="utf-8")
    done = tests("--update")
    # What was expected did not happen: whether it should is for a person to say.
    assert done.status == 1
    assert "-    perNode: {most: 1}\n+    perNode: {most: 3}\n" in done.out
    assert path.read_text(encoding="utf-8") == before.replace("perNode: {most: 1}", "perNode: {most: 3}")
    assert tests("--update").status == 1
    assert "perNode: {most: 3}" in path.read_text(encoding="utf-8")


def test_a_file_that_changed_meanwhile_is_not_overwritten(tests: Tests) -> None:
    path = tests.write(UNFINISHED)
    changing = tests.folder / "changing-scheduler"
    changing.write_text(f'#!/bin/sh\necho "# edited" >> "{path}"\nexec "{tests.program}" "$@"\n', encoding="utf-8")
    changing.chmod(0o755)
    done = tests("--record", program=changing)
    assert (done.status, "changed since it was read" in done.err) == (3, True), done.err
    text = path.read_text(encoding="utf-8")
    assert "# edited" in text
    assert "expect" not in text


# The first file


def deployment(folder: Path, name: str = "web") -> None:
    made = {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name},
        "spec": {
            "replicas": 3,
            "selector": {"matchLabels": {"app": name}},
            "template": {
                "metadata": {"labels": {"app": name}},
                "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": "1"}}}]},
            },
        },
    }
    (folder / f"{name}.json").write_text(json.dumps(made), encoding="utf-8")


def test_a_folder_gets_its_first_tests(tests: Tests) -> None:
    tests.file("scheduler.yaml", CONFIGURATION)
    deployment(tests.folder)
    done = tests.schedcfg("test", "--init")
    assert (done.status, "scheduling.schedtest.yaml is written" in done.err) == (0, True), done.err
    written = (tests.folder / "scheduling.schedtest.yaml").read_text(encoding="utf-8")
    assert "configuration: scheduler.yaml\n" in written
    assert "web.json" in written
    unfinished = tests.schedcfg("validate", "scheduling.schedtest.yaml")
    assert (unfinished.status, "a test expects nothing" in unfinished.out) == (1, True)
    again = tests.schedcfg("test", "--init")
    assert (again.status, "is there already" in again.err) == (3, True)
    assert tests("--record").status == 0
    assert tests.report()["counts"]["passed"] == 1


def test_a_first_file_is_begun_and_recorded_at_once(tests: Tests) -> None:
    deployment(tests.folder)
    done = tests("--init")
    assert done.status == 0, done.err
    assert tests.report()["counts"]["passed"] == 1


def test_a_folder_without_workloads_gets_none(tests: Tests) -> None:
    done = tests.schedcfg("test", "--init")
    assert (done.status, "has no file with Pods or workloads" in done.err) == (2, True)
    assert not (tests.folder / "scheduling.schedtest.yaml").exists()


# A trial that becomes a test


def test_a_trial_is_saved_as_a_test_that_passes(tests: Tests) -> None:
    given = ["--nodes", "3:cpu=4", "--pods", "5:cpu=1", "--binary", tests.program]
    done = tests.schedcfg("try", "default", *given, "--save", "sub/here.schedtest.yaml")
    assert done.status == 0, done.err
    assert "sub/here.schedtest.yaml is written" in done.err
    assert tests.report()["counts"]["passed"] == 1
    again = tests.schedcfg("try", "default", *given, "--save", "sub/here.schedtest.yaml")
    assert again.status == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--save", "a.yaml"), "has to end in .schedtest.yaml"),
        (("--save", NAME, "--against", "default"), "one configuration and one program"),
        (("--save", NAME, "--cluster"), "--save needs nodes from files"),
        (("--save", NAME, "--call-extenders"), "--save takes neither --without nor --fill nor --add nor --call-ext"),
    ],
)
def test_a_trial_that_is_no_test_is_not_saved(tests: Tests, arguments: tuple[str, ...], said: str) -> None:
    given = ["--nodes", "3:cpu=4", "--pods", "5:cpu=1", "--binary", tests.program]
    done = tests.schedcfg("try", "default", *given, *arguments)
    assert (done.status, said in done.err) == (2, True), done.err
    assert not (tests.folder / NAME).exists()


@pytest.mark.parametrize("output", ["text", "json", "junit", "github", "html"])
def test_a_configuration_that_is_not_there_is_named_without_a_login(tests: Tests, output: str) -> None:
    tests.write(PASSING, head="configuration: user:hunter2@extender.example\n")
    done = tests("--output", output)
    said = " ".join(done.out.split())
    assert done.status == 3, done.err
    assert "@extender.example cannot be read: there is no such file. Check the spelling" in said
    assert "spelling.." not in said
    assert "hunter2" not in done.out + done.err
