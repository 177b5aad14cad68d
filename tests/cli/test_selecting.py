"""`--select`, `--ignore`, `--fail-on`: what is reported for the advice, and for what the run fails."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg.releases import NEWEST

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
WARNS = HEAD + "profiles:\n  - plugins:\n      filter:\n        enabled:\n          - name: OurPlugin\n"
ERRS = WARNS.replace("OurPlugin", "NodeResourceFit")
INFORMS = HEAD + "parallelism: 8  # schedcfg: ignore[old-api-version]\n"
REFUSED = HEAD + "parallelism: 0\n"

Command = Callable[..., Any]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, text in {"warns": WARNS, "errs": ERRS, "refused": REFUSED}.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def told(report: dict[str, Any]) -> list[str]:
    return [one["rule"] for file in report["files"] for document in file["documents"] for one in document["findings"]]


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        ([], ["undeclared-plugin", "number-not-allowed", "undeclared-plugin"]),
        (["--select", "old-api-version"], ["number-not-allowed"]),
        (["--select", "undeclared-plugin,old-api-version"], ["undeclared-plugin", "number-not-allowed"] * 2),
        (["--select", "refused", "--select", "error"], ["number-not-allowed", "undeclared-plugin"]),
        (["--select", "refused"], ["number-not-allowed"]),
        (["--select", "surroundings"], ["number-not-allowed"]),
        (["--select", "error"], ["undeclared-plugin", "number-not-allowed"]),
        (["--ignore", "undeclared-plugin"], ["number-not-allowed"]),
        (["--ignore", "warning, info"], ["undeclared-plugin", "number-not-allowed"]),
        (["--ignore", "advised"], ["number-not-allowed"]),
    ],
    ids=str,
)
def test_what_is_reported(schedcfg: Command, files: Path, options: list[str], rules: list[str]) -> None:
    result = schedcfg("validate", files, "--output", "json", *options)
    assert set(told(result.report)) == set(rules)
    assert "number-not-allowed" in told(result.report)
    assert result.status == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_other_processes_tell_the_same(schedcfg: Command, files: Path, jobs: str) -> None:
    result = schedcfg("validate", files, "--output", "json", "--ignore", "undeclared-plugin", "--jobs", jobs)
    assert told(result.report) == ["number-not-allowed"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--ignore", "undeclared-plugn"], "there is no rule `undeclared-plugn`. Did you mean `undeclared-plugin`?"),
        (["--select", "warnings"], "there is no rule `warnings`. Did you mean `warning`?"),
        (["--select", "nothing-like-it"], "Name a rule, or a group of them: `refused`, `advised`, `surroundings`"),
        (["--ignore", "refused"], "`refused` cannot be ignored"),
        (["--ignore", "score-overflow"], "`score-overflow` cannot be ignored"),
    ],
)
def test_names_that_mean_nothing_are_wrong_usage(
    schedcfg: Command, files: Path, options: list[str], message: str
) -> None:
    result = schedcfg("validate", files, *options)
    assert (result.status, result.out) == (2, "")
    assert options[0] in result.err
    assert message in result.err


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (HEAD, {"error": 0, "warning": 0, "info": 0, "never": 0}),
        (WARNS, {"error": 0, "warning": 1, "info": 1, "never": 0}),
        (ERRS, {"error": 1, "warning": 1, "info": 1, "never": 0}),
        (REFUSED, {"error": 1, "warning": 1, "info": 1, "never": 0}),
    ],
    ids=["well", "warns", "errs", "refused"],
)
def test_when_the_run_fails(schedcfg: Command, text: str, statuses: dict[str, int]) -> None:
    for least, status in statuses.items():
        assert schedcfg("validate", "-", "--fail-on", least, stdin=text.encode()).status == status
    assert schedcfg("validate", "-", stdin=text.encode()).status == statuses["error"]


def test_an_info_fails_only_where_it_is_asked_for(schedcfg: Command) -> None:
    tied = (
        "apiVersion: v1\nkind: List\nitems:\n"
        "  - apiVersion: v1\n    kind: ConfigMap\n    data: &x\n      resourceName: a\n"
        "  - apiVersion: kubescheduler.config.k8s.io/v1\n    kind: KubeSchedulerConfiguration\n    leaderElection: *x\n"
    )
    assert told(schedcfg("validate", "-", "--output", "json", stdin=tied.encode()).report) == ["shared-text"]
    for least, status in {"error": 0, "warning": 0, "info": 1}.items():
        assert schedcfg("validate", "-", "--fail-on", least, stdin=tied.encode()).status == status


def test_what_cannot_be_read_fails_in_any_case(schedcfg: Command, tmp_path: Path) -> None:
    assert schedcfg("validate", tmp_path / "none.yaml", "--fail-on", "never").status == 3


def test_the_summary_says_how_many_were_silenced(schedcfg: Command) -> None:
    text = WARNS.replace("OurPlugin", "OurPlugin  # schedcfg: ignore[undeclared-plugin] ours")
    result = schedcfg("validate", "-", stdin=text.encode())
    condition = f"1 file accepted by Kubernetes {NEWEST} if `OurPlugin` is compiled in"
    assert (result.status, result.out, result.err) == (0, "", f"{condition}: 1 suppressed\n")
    assert schedcfg("validate", "-", "--output", "json", stdin=text.encode()).report["summary"]["silenced"] == 1


def test_reasons_can_be_required(schedcfg: Command) -> None:
    text = WARNS.replace("OurPlugin", "OurPlugin  # schedcfg: ignore[undeclared-plugin]").encode()
    assert schedcfg("validate", "-", stdin=text).out == ""
    assert "ignore-without-reason" in schedcfg("validate", "-", "--require-reasons", stdin=text).out


def test_a_neighbor_can_make_a_comment_of_use(schedcfg: Command, tmp_path: Path) -> None:
    manifest = (
        "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers: []\n"
        "  schedulerName: batch  # schedcfg: ignore[unserved-scheduler-name] served elsewhere\n"
    )
    (tmp_path / "web.yaml").write_text(manifest, encoding="utf-8")
    alone = schedcfg("validate", tmp_path)
    assert "unused-ignore" in alone.out
    (tmp_path / "scheduler.yaml").write_text(HEAD, encoding="utf-8")
    together = schedcfg("validate", tmp_path)
    assert (together.out, together.err) == ("", f"2 files accepted by Kubernetes {NEWEST}: 1 suppressed\n")
    assert schedcfg("validate", "-", stdin=manifest.encode()).out == ""
