"""Files of tests with something wrong in them: the place, what is wrong and what to write, whoever reads them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from schedcfg.document import parse
from tests.cli.contract_complaints import complaints

Run = Callable[..., Any]

HEAD = "apiVersion: schedcfg.io/v1alpha1\nkind: SchedulerTest\n"
NODES = 'nodes: ["3:cpu=8"]\n'
LIST = "tests:\n"
TEST = LIST + '- name: a\n  pods: ["3:cpu=1"]\n'
EXPECT = "  expect: {placed: all}\n"


class Broken(NamedTuple):
    """A file, and the one thing that is wrong with it."""

    text: str
    line: int
    column: int
    message: str
    help: str = ""  # A part of it


def expecting(expectation: str, column: int, message: str, help_: str = "") -> Broken:
    """Return a file with an expectation, which is in its line 7 behind `expect: `, and a column from there."""
    text = f"{HEAD}{NODES}{TEST}  expect: {expectation}\n"
    return Broken(text, 7, len("  expect: ") + column, message, help_)


A_NUMBER = "Write a number, `all`, `none`, or `{least: 1, most: 3}`."
BROKEN = {
    # The file
    "another version": Broken(
        HEAD.replace("v1alpha1", "v1") + NODES + TEST + EXPECT,
        *(1, 13, "`schedcfg.io/v1` is not a version of `SchedulerTest`", "Write `apiVersion: schedcfg.io/v1alpha1`."),
    ),
    "no version": Broken(
        f"kind: SchedulerTest\n{NODES}{TEST}{EXPECT}", 1, 1, "there is no `apiVersion`", "schedcfg.io/v1alpha1"
    ),
    "a version that is no text": Broken(
        f"apiVersion: []\nkind: SchedulerTest\n{NODES}{TEST}{EXPECT}",
        *(1, 13, "`apiVersion` must be a string, found a list"),
    ),
    "no tests": Broken(HEAD + NODES, 1, 1, "there are no tests", "Write `tests:`"),
    "an empty list of tests": Broken(f"{HEAD}{NODES}tests: []\n", 4, 8, "there are no tests", "Write `tests:`"),
    "tests that are no list": Broken(
        f"{HEAD}{NODES}tests: {{a: b}}\n", 4, 8, "`tests` must be a list, found a mapping", "Begin each item with `- `"
    ),
    "an unknown field": Broken(
        f"{HEAD}{NODES}object: [a.yaml]\n{TEST}{EXPECT}", 4, 1, "unknown field `object`", "Did you mean `objects`?"
    ),
    "an empty name of answers": Broken(
        f'{HEAD}{NODES}prometheus: ""\n{TEST}{EXPECT}', 4, 13, "`prometheus` is empty", "Write the name of a file"
    ),
    "an empty name of a test's answers": Broken(
        f'{HEAD}{NODES}{TEST}  prometheus: ""\n{EXPECT}', 7, 15, "`prometheus` is empty", "Write the name of a file"
    ),
    "an empty name of a file": Broken(
        f'{HEAD}nodes: ["3:cpu=8", ""]\n{TEST}{EXPECT}', 3, 20, "an entry of `nodes` is empty", "Write a name"
    ),
    "an entry with nothing": Broken(
        f"{HEAD}{NODES}objects: [~]\n{TEST}{EXPECT}", 4, 11, "an entry of `objects` is empty", "Remove the `-`"
    ),
    "a number in the place of a name": Broken(
        f"{HEAD}nodes: [3]\n{TEST}{EXPECT}", 3, 9, "`nodes[0]` must be a string, found the number 3", "in quotes"
    ),
    "no configuration behind its key": Broken(
        f'{HEAD}configuration: ""\n{NODES}{TEST}{EXPECT}', 3, 16, "`configuration` is empty", "`default` for none"
    ),
    "several configurations": Broken(
        f"{HEAD}configuration: [a.yaml]\n{NODES}{TEST}{EXPECT}", 3, 16, "`configuration` must be a string, found a list"
    ),
    "no run": Broken(f"{HEAD}runs: 0\n{NODES}{TEST}{EXPECT}", 3, 7, "`runs` is 0", "from 1 to 1000"),
    "runs in words": Broken(
        f"{HEAD}runs: many\n{NODES}{TEST}{EXPECT}", 3, 7, '`runs` must be a whole number, found the string "many"'
    ),
    # A test
    "a test with nothing": Broken(f"{HEAD}{NODES}tests:\n-\n", 5, 2, "a test is empty", "Remove the `-`"),
    "a test that is only a name": Broken(
        f"{HEAD}{NODES}tests:\n- a\n", 5, 3, 'must be a mapping, found the string "a"', "Write `- name: a`."
    ),
    "an unknown field of a test": Broken(
        f"{HEAD}{NODES}{TEST}  pod: a\n{EXPECT}", 7, 3, "unknown field `pod` in `tests[0]`", "`pods` is also set"
    ),
    "a test without a name": Broken(
        f'{HEAD}{NODES}tests:\n- pods: ["1:cpu=1"]\n{EXPECT}', 5, 3, "a test has no name", "Write `name:`"
    ),
    "a name of spaces": Broken(
        f'{HEAD}{NODES}tests:\n- name: "  "\n  pods: ["3:cpu=1"]\n{EXPECT}', 5, 9, "a test has no name", "Write `name:`"
    ),
    "two tests with one name": Broken(
        f"{HEAD}{NODES}{TEST}{EXPECT}{TEST.removeprefix(LIST)}{EXPECT}",
        *(5, 9, "several tests are called `a`", "Give each a name of its own"),
    ),
    "a test without Pods": Broken(
        f"{HEAD}{NODES}tests:\n- name: a\n{EXPECT}", 5, 3, "a test has no Pods that come", "Write `pods: [web.yaml]`"
    ),
    "Pods that are no list": Broken(
        f"{HEAD}{NODES}tests:\n- name: a\n  pods: web.yaml\n{EXPECT}",
        *(6, 9, '`pods` must be a list, found the string "web.yaml"', "Begin each item with `- `."),
    ),
    "a test without nodes": Broken(HEAD + TEST + EXPECT, 4, 3, "a test has no nodes", 'Write `nodes: ["3:cpu=8'),
    "a test too often": Broken(f"{HEAD}{NODES}{TEST}  runs: 2000\n{EXPECT}", 7, 9, "`runs` is 2000", "from 1 to 1000"),
    "a test that expects nothing": Broken(HEAD + NODES + TEST, 5, 3, "a test expects nothing", "--record"),
    "an empty list of expectations": expecting("[]", 1, "a test expects nothing", "--record"),
    "an expectation in a word": expecting("all", 1, '`expect` cannot be the string "all"', "such as `{placed: all}`"),
    # An expectation
    "an expectation with nothing": expecting("[~]", 2, "an expectation says nothing about its Pods", "Remove the `-`"),
    "an expectation without conditions": expecting("{pods: web}", 1, "an expectation says nothing", "Write one of"),
    "an unknown condition": expecting("{place: all}", 2, "unknown field `place`", "Did you mean `placed`?"),
    "a condition in other letters": expecting("{Placed: all}", 2, "unknown field `Placed`", "case-sensitive"),
    "a number beyond all": expecting("{placed: 99999999999}", 10, "99999999999 is out of range", "a smaller number"),
    "a condition twice": expecting("{placed: all, placed: none}", 15, '"placed" is repeated'),
    "a condition without a value": expecting("{placed: all, on: }", 19, "`on` has no value", "or remove it"),
    "Pods selected by an empty name": expecting('{pods: "", placed: all}', 8, "`pods` selects by nothing", "omit it"),
    "Pods selected by no label": expecting("{pods: {}, placed: all}", 8, "`pods` selects by nothing", "omit it"),
    "Pods selected by a list": expecting("{pods: [a], placed: all}", 8, "`pods` cannot be a list", "`{app: web}`"),
    "a label that is a number": expecting(
        "{pods: {app: 3}, placed: all}", 14, "`app` must be a string, found the number 3", "in quotes"
    ),
    "a number in another word": expecting("{placed: most}", 10, '`placed` cannot be the string "most"', A_NUMBER),
    "a boolean for a number": expecting("{placed: true}", 10, "`placed` cannot be the boolean true", A_NUMBER),
    "a number below zero": expecting("{placed: -1}", 10, "`placed` cannot be -1", A_NUMBER),
    "half a Pod": expecting("{placed: 1.5}", 10, "`placed` cannot be the number 1.5", A_NUMBER),
    "a range without ends": expecting("{evicted: {}}", 11, "`evicted` names no number", A_NUMBER),
    "an unknown end": expecting("{placed: {most: 3, min: 1}}", 20, "unknown field `min`", "exactly, least, most"),
    "a number said twice": expecting("{placed: {exactly: 3, least: 1}}", 10, "says its number twice", A_NUMBER),
    "a range that is empty": expecting("{placed: {least: 3, most: 1}}", 10, "can never be 3 at least and 1 at most"),
    "a range that is everything": expecting("{placed: {least: 0}}", 10, "that holds whatever happens", A_NUMBER),
    "not all": expecting("{placed: {all: false}}", 10, "`placed` says `all: false`, which means nothing", A_NUMBER),
    "all of what is no Pod": expecting("{perNode: all}", 11, "`perNode` cannot be `all`", "Write a number, or"),
    "a skew that is a number": expecting("{skew: 1}", 8, "`skew` must be a mapping, found the number 1"),
    "a skew by nothing": expecting("{skew: {most: 1}}", 8, "`skew` has no `by`", "Write `{by: "),
    "a skew of any size": expecting("{skew: {by: zone}}", 8, "`skew` has no `most`", "Write `{by: "),
    "a skew below zero": expecting("{skew: {by: zone, most: -1}}", 25, "`most` is -1", "from 0 on"),
    "no nodes": expecting("{on: []}", 6, "`on` selects by nothing", "labels or names of nodes"),
    "no nodes, the key in quotes": expecting('{"on": {}}', 8, "`on` selects by nothing", "labels or names of nodes"),
    "nodes that are a number": expecting("{on: 3}", 6, "`on` cannot be the number 3", '`{gpu: "true"}`'),
    "a node without a name": expecting('{notOn: ["", a]}', 10, "an entry of `names` is empty", "Write a name"),
    "together in nothing": expecting('{together: ""}', 12, "`together` is empty", "a label of nodes, or `node`"),
    "apart by a number": expecting("{apart: 3}", 9, "`apart` must be a string, found the number 3", "in quotes"),
    "a score on no node": expecting("{score: {plugin: A, least: 3}}", 9, "`score` names no `node`", "node: node-0"),
    "a score of any number": expecting("{score: {plugin: A, node: a}}", 9, "`score` names no number", "Write a number"),
    "no reason": expecting('{pending: {reason: ""}}', 20, "`reason` is empty", "omit it for any"),
    "no plugin": expecting('{pending: {plugin: " "}}', 20, "`plugin` is empty", "omit it for any"),
    "a reason that is a number": expecting("{pending: {reason: 3}}", 20, "`reason` must be a string", "in quotes"),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=list(BROKEN))
def test_both_commands_show_what_is_wrong_and_where(schedcfg: Run, tmp_path: Path, broken: Broken) -> None:
    path = tmp_path / "a.schedtest.yaml"
    path.write_text(broken.text, encoding="utf-8")
    done = schedcfg("validate", path, "-o", "json")
    assert done.status == 1, done.err
    (document,) = done.report["files"][0]["documents"]
    (finding,) = document["findings"]
    assert (finding["start"]["line"], finding["start"]["column"]) == (broken.line, broken.column)
    assert broken.message in finding["message"]
    assert broken.help in (finding["help"] or "")
    assert (finding["class"], finding["severity"]) == ("advised", "error")
    tested = schedcfg("test", path, "--binary", tmp_path / "kube-scheduler")
    assert tested.status == 1, tested.err
    assert f"a.schedtest.yaml:{broken.line}:{broken.column}" in tested.out
    assert "1 error\n" in tested.out


def test_what_is_wrong_at_several_places_is_all_shown(schedcfg: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.schedtest.yaml"
    expectations = "  expect:\n  - {placed: most}\n  - {on: 3, skew: {}}\n"
    path.write_text(HEAD + NODES + TEST + expectations, encoding="utf-8")
    (document,) = schedcfg("validate", path, "-o", "json").report["files"][0]["documents"]
    assert [finding["start"]["line"] for finding in document["findings"]] == [8, 9, 9, 9]
    report = schedcfg("test", path, "--binary", "none", "-o", "json").report
    assert complaints("test", report) == []
    assert report["counts"] == {"passed": 0, "failed": 0, "flaky": 0, "errors": 4}


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        ("", 2, "holds no tests"),
        ("kind: SchedulerTests\n", 2, "is no SchedulerTest"),
        (HEAD.replace("schedcfg.io", "example.com"), 2, "is no SchedulerTest"),
        (f"{HEAD}{NODES}{TEST}{EXPECT}---\nkind: Pod\n", 2, "a.schedtest.yaml:9 is no SchedulerTest"),
        ("tests: [", 3, "a.schedtest.yaml:"),
        (f"{HEAD}{NODES}tests:\n\t- name: a\n", 3, "a.schedtest.yaml:5"),
    ],
)
@pytest.mark.parametrize("is_searched", [True, False])
def test_what_holds_no_tests_is_not_passed(
    schedcfg: Run, tmp_path: Path, text: str, status: int, said: str, is_searched: bool
) -> None:
    path = tmp_path / "a.schedtest.yaml"
    path.write_text(text, encoding="utf-8")
    done = schedcfg("test", tmp_path if is_searched else path, "--binary", tmp_path / "kube-scheduler")
    assert (done.status, said in done.err) == (status, True), done.err


def test_a_folder_without_tests_is_no_success(schedcfg: Run, tmp_path: Path) -> None:
    done = schedcfg("test", tmp_path, "--binary", tmp_path / "kube-scheduler")
    assert (done.status, "--init" in done.err) == (2, True)


def test_undecodable_and_missing_files_cannot_be_read(schedcfg: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.schedtest.yaml"
    assert schedcfg("test", path, "--binary", "none").status == 3
    path.write_bytes(b"\xff\xfe\xfd")
    assert schedcfg("test", path, "--binary", "none").status == 3


def test_all_that_is_written_is_parsed() -> None:
    assert all(parse(broken.text).error is None for broken in BROKEN.values())
