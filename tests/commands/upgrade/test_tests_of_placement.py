"""A plan names the command that runs tests with both releases, where there are tests that say where Pods go."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., Any]
CONFIGURATION = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
TESTS = 'apiVersion: schedcfg.io/v1alpha1\nkind: SchedulerTest\nnodes: ["1:cpu=1"]\ntests: []\n'


def test_each_hop_names_the_tests_and_both_programs(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "scheduler.yaml").write_text(CONFIGURATION, encoding="utf-8")
    for folder in ("tests", "tests/more"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.schedtest.yaml").write_text(TESTS, encoding="utf-8")
    report = schedcfg("upgrade", tmp_path, "--from", "1.31", "--to", "1.33", "-o", "json").report
    items = [item for hop in report["hops"] for item in hop["items"] if item["id"] == "run-tests"]
    folder = tmp_path / "tests"
    assert [item["help"] for item in items] == [
        f"`schedcfg test {folder} --binary ./kube-scheduler-{old} --binary ./kube-scheduler-{new}`"
        for old, new in (("1.31", "1.32"), ("1.32", "1.33"))
    ]
    assert [len(item["places"]) for item in items] == [2, 2]
    assert {(item["when"], item["action"]) for item in items} == {("before", "by-hand")}


def test_without_tests_nothing_is_to_be_run(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "scheduler.yaml").write_text(CONFIGURATION, encoding="utf-8")
    report = schedcfg("upgrade", tmp_path, "--from", "1.31", "--to", "1.32", "-o", "json").report
    assert [item for hop in report["hops"] for item in hop["items"] if item["id"] == "run-tests"] == []


def test_files_of_tests_are_no_schedulers_and_are_not_edited(schedcfg: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.schedtest.yaml"
    path.write_text(TESTS, encoding="utf-8")
    (tmp_path / "scheduler.yaml").write_text(CONFIGURATION, encoding="utf-8")
    report = schedcfg("upgrade", tmp_path, "--from", "1.31", "--to", "1.32", "-o", "json").report
    assert [place["path"] for one in report["schedulers"] for place in one["places"]] == [
        str(tmp_path / "scheduler.yaml")
    ]
    assert path.read_text(encoding="utf-8") == TESTS
