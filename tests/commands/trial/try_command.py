"""Calls of `schedcfg try` with a program that puts Pods where they fit."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.contract_complaints import complaints
from tests.commands.trial import programs

Run = Callable[..., Any]

CONFIGURATION = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
"""
NODES, PODS = "2:cpu=4,memory=8Gi,zone=a/b", "3:cpu=1,memory=1Gi"


class Trial:
    """Calls `schedcfg try` with a configuration, nodes, Pods and a program, of which each can be another."""

    def __init__(self, schedcfg: Run, folder: Path) -> None:
        self.schedcfg = schedcfg
        self.folder = folder
        self.program = programs.executable(folder / "kube-scheduler")
        self.configuration = self.file("scheduler.yaml", CONFIGURATION)

    def file(self, name: str, content: str) -> Path:
        path = self.folder / name
        path.write_text(content, encoding="utf-8")
        return path

    def __call__(self, *arguments: str | Path, configuration: str | Path | None = None, **others: Any) -> Any:
        nodes, pods = others.pop("nodes", NODES), others.pop("pods", PODS)
        given = ["--nodes", nodes, "--pods", pods, *arguments]
        return self.run(*given, configuration=configuration, **others)

    def run(self, *arguments: str | Path, configuration: str | Path | None = None, **others: Any) -> Any:
        """Call the command with a configuration and a program, and nothing else that is not named."""
        program = others.pop("program", ("--binary", self.program))
        return self.schedcfg("try", configuration or self.configuration, *program, *arguments, **others)

    def placed(self, *arguments: str | Path, **others: Any) -> dict[str, Any]:
        """Return the report; it is as its contract says."""
        done = self(*arguments, "--output", "json", **others)
        assert done.status in {0, 1}, done.err
        assert complaints("try", done.report) == []
        report: dict[str, Any] = done.report
        return report


def nodes_of(report: dict[str, Any], variant: int = 0) -> list[str | None]:
    """Return the node of each Pod in the first run of a variant."""
    return [pod["node"] for pod in report["variants"][variant]["runs"][0]["pods"]]
