"""`validate --render` with programs that answer from what the real ones rendered, and with the real ones."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.called import Result
from tests.stand_in import StandIn

HERE = Path(__file__).parent
RECORDED = HERE / "recorded"
Command = Callable[..., Result]

FOUND_IN_CHART = [
    ("chart/charts/second/templates/config.yaml", []),
    ("chart/templates/config.yaml", []),  # its plugin may be in the image of the chart
    (
        "chart/templates/deployment.yaml",
        [("missing-rbac", 13, 5), ("unknown-flag", 20, 15)],
    ),
    (
        "chart/values.yaml",
        [
            ("number-not-allowed", 5, 13),
            ("required-extender", 8, 17),
            ("extender-not-allowed", 9, 13),
            ("stock-image-plugin", 1, 8),
        ],
    ),
]
"""File → rule, line and column of what is found in what the chart becomes."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to the charts, with a PATH on which nothing else is."""
    monkeypatch.chdir(HERE)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


@pytest.fixture
def helm(folder: Path) -> StandIn:
    stand_in = StandIn(folder, "helm")
    for values in ("prod.yaml", "test.yaml"):
        stand_in.answers("template", f"--values={HERE / values}", file=RECORDED / f"chart.{values}")
    return stand_in.answers("template", str(HERE / "chart"), file=RECORDED / "chart.yaml")


@pytest.fixture
def kustomize(folder: Path) -> StandIn:
    return StandIn(folder, "kustomize").answers("build", file=RECORDED / "overlay.yaml")


def files(result: Result) -> dict[str, list[dict[str, Any]]]:
    """Return the findings of each file of a JSON report."""
    found = json.loads(result.out)["files"]
    return {file["path"]: [one for document in file["documents"] for one in document["findings"]] for file in found}


def places(findings: list[dict[str, Any]]) -> list[tuple[str, int, int]]:
    return [(finding["rule"], finding["start"]["line"], finding["start"]["column"]) for finding in findings]


def test_findings_are_in_templates_and_values(schedcfg: Command, helm: StandIn) -> None:
    result = schedcfg("validate", "--render", "helm", "chart", "--output", "json")
    assert result.status == 1
    assert sorted((path, places(found)) for path, found in files(result).items()) == FOUND_IN_CHART
    assert helm.calls == [["template", "release-name", str(HERE / "chart")]]


def test_lines_of_the_real_files_are_shown(schedcfg: Command, helm: StandIn) -> None:
    out = schedcfg("validate", "--render", "helm", "chart").out
    assert "chart/values.yaml:5:13: refused[number-not-allowed] (1.29, from what is rendered)" in out
    assert "  5 | percentage: 120\n    |             ^^^\n" in out
    assert helm.calls


def test_each_file_of_values_is_a_rendering(schedcfg: Command, helm: StandIn) -> None:
    result = schedcfg("validate", "--render=helm", "chart", "--values=prod.yaml", "--values=test.yaml", "--output=json")
    found = files(result)
    assert [one["message"].rpartition("; ")[2] for one in found["prod.yaml"]] == [
        "it must be between 0 and 100 (rendered with prod.yaml)",
        "it must be greater than 0 (rendered with prod.yaml)",
    ]
    assert places(found["prod.yaml"]) == [("number-not-allowed", 1, 13), ("number-not-allowed", 4, 16)]
    (number,) = [one for one in found["chart/values.yaml"] if one["rule"] == "number-not-allowed"]
    assert number["message"].endswith("(rendered with test.yaml)")
    # What both have in common is there once, without their names.
    assert places(found["chart/templates/deployment.yaml"]) == FOUND_IN_CHART[2][1]
    assert "rendered with" not in str(found["chart/templates/deployment.yaml"])
    assert [call[-1] for call in helm.calls] == [f"--values={HERE / 'prod.yaml'}", f"--values={HERE / 'test.yaml'}"]


def test_what_helm_may_do(schedcfg: Command, helm: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HELM_PLUGINS", "HTTPS_PROXY", "KUBECONFIG", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "secret")
    schedcfg("validate", "--render", "helm", "chart", "-k", "1.29", "--values", "prod.yaml,test.yaml")
    (arguments,), (environment,) = helm.calls, helm.environments
    assert arguments[3:] == [
        f"--values={HERE / 'prod.yaml'}",
        f"--values={HERE / 'test.yaml'}",
        "--kube-version=1.29.0",
    ]
    assert "secret" not in environment.values()
    assert environment["HELM_NO_PLUGINS"] == "1"
    assert environment["GIT_ALLOW_PROTOCOL"] == "none"
    assert {environment[name] for name in ("HTTP_PROXY", "HTTPS_PROXY")} == {"http://127.0.0.1:9"}


def test_findings_of_kustomize_are_in_what_it_reads(schedcfg: Command, kustomize: StandIn) -> None:
    result = schedcfg("validate", "--render", "kustomize", "kustomize/overlay", "--output", "json")
    found = files(result)
    assert places(found["kustomize/base/config.yaml"]) == [
        ("number-not-allowed", 4, 27),
        ("ineffective-disable", 10, 19),
    ]
    assert [place[0] for place in places(found["kustomize/base/deployment.yaml"])] == [
        "missing-rbac",
        "shared-lease",
        "unknown-flag",
    ]
    assert kustomize.calls == [["build", str(HERE / "kustomize" / "overlay")]]


def test_kubectl_renders_where_kustomize_is_missing(schedcfg: Command, folder: Path) -> None:
    kubectl = StandIn(folder, "kubectl").answers("kustomize", file=RECORDED / "overlay.yaml")
    assert schedcfg("validate", "--render", "kustomize", "kustomize/overlay").status == 1
    assert kubectl.calls == [["kustomize", str(HERE / "kustomize" / "overlay")]]


def test_what_is_in_no_file_is_a_line_of_the_output(schedcfg: Command, folder: Path, tmp_path: Path) -> None:
    chart = tmp_path / "own"
    chart.mkdir()
    (chart / "Chart.yaml").write_text("name: own\n", encoding="utf-8")
    StandIn(folder, "helm").answers("template", file=RECORDED / "chart.yaml")
    result = schedcfg("validate", "--render", "helm", chart, "--output", "concise")
    lines = (RECORDED / "chart.yaml").read_text(encoding="utf-8").splitlines()
    number = next(number for number, line in enumerate(lines, 1) if "percentageOfNodesToScore" in line)
    assert f"{chart}[helm]:{number}:31: refused[number-not-allowed]" in result.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("helm", "chart"),
            "needs helm, which is not on PATH. Install it, or run it where it is: `helm template chart |",
        ),
        (("kustomize", "kustomize/overlay"), "needs kustomize or kubectl, which is not on PATH"),
        (("helm", "kustomize/overlay"), "it is not a Helm chart: it has no Chart.yaml. Name its folder."),
        (("helm", "."), "it has no Chart.yaml. Name one: ./chart."),
        (("kustomize", "chart"), "it has no kustomization.yaml"),
        (("helm", "chart", "--values", "none.yaml"), "there is no file of values none.yaml"),
        (("helm", "chart", "--values", "https://example.com/values.yaml"), "there is no file of values https:"),
    ],
)
def test_what_cannot_be_rendered(schedcfg: Command, folder: Path, arguments: tuple[str, ...], message: str) -> None:
    assert not list(folder.iterdir())
    result = schedcfg("validate", "--render", *arguments)
    assert result.status == 3
    assert message in result.err


def test_what_a_tool_says_is_shown(schedcfg: Command, folder: Path) -> None:
    StandIn(folder, "helm").answers(errors="Error: \x1b[31mtoken=abc is required\n", status=7)
    result = schedcfg("validate", "--render", "helm", "chart")
    assert result.status == 3
    assert "helm exited with status 7: Error: \\x1b[31mtoken=*** is required. Run it by hand to see more" in result.err


@pytest.mark.parametrize("name", ["https://github.com/a/b//c?ref=1", "github.com/a/b", "git@github.com:a/b"])
def test_nothing_is_fetched(schedcfg: Command, folder: Path, name: str) -> None:
    (folder / "kustomization.yaml").write_text(f"resources: ['{name}']\n", encoding="utf-8")
    kustomize = StandIn(folder, "kustomize").answers("build")
    result = schedcfg("validate", "--render", "kustomize", folder)
    assert result.status == 3
    assert f"its kustomization takes {name} from another server, which is not fetched here" in result.err
    assert not kustomize.calls


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chart", "--values", "prod.yaml"), "--values needs --render helm"),
        (("--render", "kustomize", "chart", "--values", "prod.yaml"), "--values needs --render helm"),
        (("--render", "helm", "-"), "standard input has none"),
        (("--render", "helm", "chart", "--fix"), "cannot be combined with --render: there is no file to change"),
        (("--render", "helm", "chart", "--as-config"), "cannot be combined with --render"),
        (("--render", "make", "chart"), "'make' is not one of 'helm', 'kustomize'"),
    ],
)
def test_what_contradicts_itself(schedcfg: Command, arguments: tuple[str, ...], message: str) -> None:
    result = schedcfg("validate", *arguments)
    assert result.status == 2
    assert message in result.err


_REAL = {
    ("helm", "template", "release-name", "chart"): "chart.yaml",
    ("helm", "template", "release-name", "chart", "--values", "prod.yaml"): "chart.prod.yaml",
    ("kustomize", "build", "kustomize/overlay"): "overlay.yaml",
    ("kubectl", "kustomize", "kustomize/overlay"): "overlay.yaml",
}


@pytest.mark.parametrize(("command", "recorded"), _REAL.items(), ids=lambda one: " ".join(one[:2]))
def test_the_real_tools_write_what_is_recorded(command: tuple[str, ...], recorded: str) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    run = subprocess.run(command, cwd=HERE, capture_output=True, check=True, env={**os.environ, "HELM_NO_PLUGINS": "1"})
    assert run.stdout.decode() == (RECORDED / recorded).read_text(encoding="utf-8")
