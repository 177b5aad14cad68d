"""Calls of `schedcfg test` with a program that puts each Pod onto the first node with room."""

import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.contract_complaints import complaints
from tests.commands.trial import programs

HEAD = "apiVersion: schedcfg.io/v1alpha1\nkind: SchedulerTest\n"
NAME = "a.schedtest.yaml"
CONFIGURATION = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
PASSING = """\
- name: small ones share a node
  pods: ["3:cpu=1,memory=1Gi"]
  expect: {placed: all, nodesUsed: 1}
"""
FAILING = """\
- name: each has a node
  pods: ["3:cpu=1,memory=1Gi,name=web"]
  expect:
    placed: all
    perNode: {most: 1}
"""
UNFINISHED = """\
- name: what happens
  pods: ["6:cpu=1,memory=1Gi"]
"""


class Tests:
    """Calls `schedcfg test` with files of tests, and a program."""

    __test__ = False

    def __init__(self, schedcfg: Callable[..., Any], folder: Path) -> None:
        self.schedcfg = schedcfg
        self.folder = folder
        self.program = programs.executable(folder / "kube-scheduler")

    def file(self, name: str, content: str) -> Path:
        path = self.folder / name
        path.write_bytes(content.encode())
        return path

    def write(
        self, *tests: str, head: str = "", name: str = NAME, nodes: str = "3:cpu=4,memory=8Gi,zone=a/b/c"
    ) -> Path:
        """Write a file of tests on nodes with 4 CPUs each."""
        return self.file(name, f'{HEAD}{head}nodes: ["{nodes}"]\ntests:\n{"".join(tests)}')

    def __call__(self, *arguments: str | Path, program: Path | None = None, **others: Any) -> Any:
        return self.schedcfg("test", *arguments, "--binary", program or self.program, **others)

    def report(self, *arguments: str | Path, **others: Any) -> dict[str, Any]:
        """Return the report; it is as its contract says."""
        done = self(*arguments, "--output", "json", **others)
        report: dict[str, Any] = done.report
        assert complaints("test", report) == []
        assert (done.status == 0) == all(one["outcome"] == "passed" for one in results(report)), done.err
        return report

    def alternating(self) -> Path:
        """Return a program that puts Pods onto other nodes in each second run."""
        counted = self.folder / "runs"
        counted.mkdir()
        path = self.folder / "alternating-scheduler"
        script = Path(__file__).with_name("other_fit.py")
        path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I "{script}" "{counted}" "$@"\n', encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path


def results(report: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all results of all tests."""
    return [result for test in report["tests"] for result in test["results"]]
