"""`schedcfg validate --output`: several reports in one run, each where it belongs, whole or not at all."""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from schedcfg.cli.outputs import Output, write
from schedcfg.findings import FileReport, Verdict
from schedcfg.output import FORMATS
from schedcfg.releases import NEWEST
from tests.output.given_reports import report_of

GOOD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
BAD = GOOD + "parallelism: 0\n"

Command = Callable[..., "Result"]  # noqa: F821


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    (tmp_path / "good.yaml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.yaml").write_text(BAD, encoding="utf-8")
    return tmp_path


def outputs(*given: str) -> list[str]:
    return [argument for one in given for argument in ("--output", one)]


def test_several_reports_in_one_run(schedcfg: Command, folder: Path) -> None:
    result = schedcfg(
        "validate", "good.yaml", "bad.yaml", *outputs("sarif=report.sarif", "text", "junit=deep/er.xml", "json=r.json")
    )
    alone = schedcfg("validate", "good.yaml", "bad.yaml")
    assert (result.status, result.out, result.err) == (1, alone.out, alone.err)
    for name, file in (("sarif", "report.sarif"), ("junit", "deep/er.xml"), ("json", "r.json")):
        assert (folder / file).read_text() == schedcfg("validate", "good.yaml", "bad.yaml", *outputs(name)).out
    assert len(ET.fromstring((folder / "deep/er.xml").read_text())) == 2


@pytest.mark.parametrize("output", sorted(FORMATS))
def test_every_format_alone(schedcfg: Command, folder: Path, output: str) -> None:
    result = schedcfg("validate", "bad.yaml", *outputs(output))
    assert result.status == 1
    assert (result.err != "") is (output in {"text", "concise"}), "the sum is for people"
    to_file = schedcfg("validate", "bad.yaml", *outputs(f"{output}=out=1.txt"))
    assert (to_file.status, to_file.out) == (1, "")
    assert to_file.err == f"1 file refused by Kubernetes {NEWEST}: 1 refused\n", "else nothing would say why"
    ending = to_file.err if output == "text" else ""
    assert (folder / "out=1.txt").read_text() == result.out + ending


@pytest.mark.parametrize("output", sorted(FORMATS))
def test_an_empty_run(schedcfg: Command, folder: Path, output: str) -> None:
    (folder / "empty").mkdir()
    result = schedcfg("validate", "empty", *outputs(output))
    assert result.status == 0
    if output in {"json", "sarif", "gitlab", "rdjson"}:
        json.loads(result.out)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (
            ["yaml"],
            "'yaml' is not a format; choose from text, concise, json, sarif, github, gitlab, junit, rdjson, html",
        ),
        (["=x"], "'' is not a format"),
        (["new.yaml"], "junit, rdjson, html. To write to that file: > new.yaml"),
        (["ci/report.json"], "junit, rdjson, html. To write to that file: -o json=ci/report.json"),
        (["sarif="], "names no file"),
        (["sarif", "text"], "only one report can go to standard output"),
        (["sarif=-", "text"], "only one report can go to standard output"),
        (["sarif=a", "json=./a"], "two reports cannot go to the same file"),
    ],
)
def test_wrong_usage(schedcfg: Command, folder: Path, given: list[str], words: str) -> None:
    result = schedcfg("validate", "bad.yaml", *outputs(*given))
    assert (result.status, result.out) == (2, "")
    assert words in " ".join(result.err.split())
    assert sorted(path.name for path in folder.iterdir()) == ["bad.yaml", "good.yaml"]


def test_a_dash_is_standard_output(schedcfg: Command) -> None:
    assert json.loads(schedcfg("validate", "bad.yaml", *outputs("sarif=-")).out)["version"] == "2.1.0"


def test_a_report_that_cannot_be_written_fails_the_run_but_not_the_other_reports(
    schedcfg: Command, folder: Path
) -> None:
    (folder / "taken").mkdir()
    result = schedcfg("validate", "bad.yaml", *outputs("sarif=taken", "json=ok.json", "concise"))
    assert result.status == 3
    assert result.out.startswith("bad.yaml:3:14: ")
    assert "schedcfg: taken cannot be written: " in result.err
    assert json.loads((folder / "ok.json").read_text())["version"] == 1


def test_what_is_no_ordinary_file_is_written_to() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "schedcfg", "validate", "bad.yaml", *outputs("gitlab=/dev/stdout")],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert done.returncode == 1
    assert len(json.loads(done.stdout)) == 1


def test_colors_are_for_the_terminal_only(schedcfg: Command, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schedcfg.cli.reporting.colored", lambda *_: True)
    result = schedcfg("validate", "bad.yaml", *outputs("concise", "text=report.txt"))
    assert "\x1b[" in result.out
    assert "\x1b[" not in (folder / "report.txt").read_text()


def test_text_in_a_file_ends_with_what_standard_error_gets(schedcfg: Command, folder: Path) -> None:
    result = schedcfg("validate", "bad.yaml", *outputs("text=report.txt", "concise=report.log"))
    last = f"1 file refused by Kubernetes {NEWEST}: 1 refused\n"
    assert (folder / "report.txt").read_text().endswith(f"\n\n{last}")
    assert result.err == last
    assert last not in (folder / "report.log").read_text()


def test_an_old_report_stays_until_the_new_one_is_whole(folder: Path) -> None:
    report = folder / "report.sarif"
    report.write_text("old")

    def interrupted() -> Iterator[FileReport]:
        yield FileReport("a.yaml", Verdict.ACCEPTED)
        assert report.read_text() == "old"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(interrupted(), [Output("sarif", str(report))], None, lambda one: (one,))
    assert report.read_text() == "old"
    assert sorted(path.name for path in folder.iterdir()) == ["bad.yaml", "good.yaml", "report.sarif"]


def test_one_report_is_written_as_the_results_come(capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[str] = []

    def results() -> Iterator[FileReport]:
        for number in range(3):
            yield report_of(BAD, f"{number}.yaml")
            seen.append(capsys.readouterr().out)

    write(results(), [Output("concise", None)], None, lambda one: (one,))
    assert [text.partition(" ")[0] for text in seen] == [f"{number}.yaml:3:14:" for number in range(3)]


def test_files_are_written_though_nobody_reads_the_rest_of_standard_output(folder: Path) -> None:
    for number in range(300):
        (folder / f"{number}.yaml").write_text(BAD, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "schedcfg", "validate", str(folder), *outputs("concise", "gitlab=all.json")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    _, err = process.communicate()
    assert (process.returncode, err) == (141, b"")
    assert len(json.loads((folder / "all.json").read_text())) == 301


def test_the_step_summary_is_added_to_what_is_there(
    schedcfg: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = folder / "summary.md"
    page.write_text("# before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(page))
    result = schedcfg("validate", "bad.yaml", *outputs("github"))
    assert result.out.startswith("::error file=bad.yaml,")
    assert page.read_text().startswith("# before\n### schedcfg\n\n1 file refused by Kubernetes ")
    schedcfg("validate", "bad.yaml", *outputs("text"))
    assert page.read_text().count("### schedcfg") == 1, "only the format `github` writes it"


def test_a_page_that_cannot_be_written_is_reported(
    schedcfg: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(folder))
    result = schedcfg("validate", "bad.yaml", *outputs("github"))
    assert result.status == 3
    assert "(GITHUB_STEP_SUMMARY) cannot be written" in result.err


def test_release_and_standard_input(schedcfg: Command) -> None:
    result = schedcfg("validate", "-", "-k", "1.29", *outputs("sarif"), stdin=BAD.encode())
    (run,) = json.loads(result.out)["runs"]
    assert run["automationDetails"]["id"] == "schedcfg/1.29/"
    assert run["tool"]["driver"]["rules"][0]["id"] == "number-not-allowed"


def test_what_is_validated_is_not_written_over(schedcfg: Command, folder: Path) -> None:
    (folder / "link.yaml").symlink_to("good.yaml")
    for file in ("good.yaml", "./good.yaml", "link.yaml"):
        result = schedcfg("validate", "good.yaml", "bad.yaml", *outputs(f"sarif={file}"))
        assert result.status == 2
        assert "would overwrite an input file" in result.err
    assert (folder / "good.yaml").read_text(encoding="utf-8") == GOOD
