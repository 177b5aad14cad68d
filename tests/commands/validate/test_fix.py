"""`schedcfg validate --fix`, `--diff`, `--unsafe-fixes`: streams, exit status, what is written and what is not."""

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg import releases
from tests.paths import ROOT

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
PLUGINS = "profiles:\n- plugins:\n    score:\n      disabled:\n      - name: ImageLocality\n"
SAFE = f"{HEAD}{PLUGINS}      - name: ServiceAffinity  # why\n"
MENDED = f"{HEAD}{PLUGINS}      # why\n"
GUESS = f"{HEAD}{PLUGINS}      - name: NodeResourceFit\n"
GUESSED = GUESS.replace("NodeResourceFit", "NodeResourcesFit")
BAD = f"{SAFE}parallelism: 0\n"

Command = Callable[..., "Result"]  # noqa: F821


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in {"bad": BAD, "guess": GUESS, "pod": "kind: Pod\n", "right": HEAD, "safe": SAFE}.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.usefixtures("folder")
def test_what_can_be_fixed_is_marked_and_counted(schedcfg: Command) -> None:
    result = schedcfg("validate", "safe.yaml", "guess.yaml", "bad.yaml")
    assert f"safe.yaml:8:15: warning[ineffective-disable] [*] ({releases.NEWEST}): " in result.out
    assert f"guess.yaml:8:15: warning[ineffective-disable] [~] ({releases.NEWEST}): " in result.out
    assert f"bad.yaml:8:15: warning[ineffective-disable] [~] ({releases.NEWEST}): " in result.out
    assert f"bad.yaml:9:14: refused[number-not-allowed] ({releases.NEWEST}): " in result.out
    assert result.err.endswith(": 1 refused, 3 warnings ([*] 1 fixable with --fix, [~] 2 more with --unsafe-fixes)\n")
    assert schedcfg("validate", "guess.yaml").err.endswith(": 1 warning ([~] 1 fixable with --unsafe-fixes)\n")


def test_fix(schedcfg: Command, folder: Path) -> None:
    safe, right = folder / "safe.yaml", folder / "right.yaml"
    safe.chmod(0o640)
    os.utime(right, (1, 1))
    before = contents(folder)
    result = schedcfg("validate", "--fix", "safe.yaml", "right.yaml")
    assert (result.status, result.out) == (0, "safe.yaml:8: fixed[ineffective-disable] Remove the entry\n")
    assert result.err == f"2 files accepted by Kubernetes {releases.NEWEST}: 1 fixed in 1 file\n"
    assert contents(folder) == {**before, "safe.yaml": MENDED.encode()}
    assert (stat.S_IMODE(safe.stat().st_mode), right.stat().st_mtime) == (0o640, 1)
    assert ": fixed[" not in schedcfg("validate", "--fix", ".").out


def test_what_remains_decides(schedcfg: Command, folder: Path) -> None:
    result = schedcfg("validate", "--fix", "bad.yaml", "guess.yaml")
    assert result.status == 1
    assert "bad.yaml:8: not fixed[ineffective-disable] Remove the entry: the document is refused" in result.out
    assert "bad.yaml:9:14: refused[number-not-allowed]" in result.out
    assert result.err.endswith(": 1 refused, 2 warnings ([~] 2 fixable with --unsafe-fixes)\n")
    assert (folder / "bad.yaml").read_text(encoding="utf-8") == BAD
    result = schedcfg("validate", "--fix", "--unsafe-fixes", "bad.yaml", "guess.yaml")
    assert result.status == 1
    assert "bad.yaml:8: fixed[ineffective-disable]" in result.out
    assert "guess.yaml:8: fixed[ineffective-disable] Disable `NodeResourcesFit`\n" in result.out
    assert (folder / "bad.yaml").read_text(encoding="utf-8") == f"{MENDED}parallelism: 0\n"
    assert (folder / "guess.yaml").read_text(encoding="utf-8") == GUESSED
    assert schedcfg("validate", "--fix", "guess.yaml").status == 0


def test_diff(schedcfg: Command, folder: Path) -> None:
    before = contents(folder)
    result = schedcfg("validate", "--diff", "safe.yaml", "guess.yaml")
    assert result.status == 1
    assert result.out == (
        "--- a/safe.yaml\n+++ b/safe.yaml\n@@ -5,4 +5,4 @@\n"
        "     score:\n       disabled:\n       - name: ImageLocality\n"
        "-      - name: ServiceAffinity  # why\n+      # why\n"
    )
    assert result.err.startswith("safe.yaml:8: would fix[ineffective-disable] Remove the entry\nguess.yaml:8:15: ")
    assert result.err.endswith(": 1 warning, 1 would be fixed in 1 file ([~] 1 fixable with --unsafe-fixes)\n")
    assert contents(folder) == before
    assert schedcfg("validate", "--diff", "guess.yaml").status == 0
    assert schedcfg("validate", "--diff", "--unsafe-fixes", "guess.yaml").status == 1
    (folder / "p.diff").write_text(schedcfg("validate", "--diff", "safe.yaml").out, encoding="utf-8")
    subprocess.run(["git", "apply", "-p1", "p.diff"], cwd=folder, check=True)
    assert (folder / "safe.yaml").read_text(encoding="utf-8") == MENDED


def test_standard_input(schedcfg: Command) -> None:
    result = schedcfg("validate", "--fix", "-", stdin=SAFE.encode())
    assert (result.status, result.out) == (0, MENDED)
    assert result.err.startswith("-:8: fixed[ineffective-disable] Remove the entry\n1 file accepted by Kubernetes ")
    assert schedcfg("validate", "--fix", "-", stdin=HEAD.encode()).out == HEAD
    result = schedcfg("validate", "--fix", "-", "--output", "json", stdin=BAD.encode())
    assert (result.status, result.out) == (1, BAD)
    assert json.loads(result.err)["files"][0]["verdict"] == "refused"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_bytes_stay_in_their_encoding(folder: Path, encoding: str) -> None:
    text = SAFE.replace("\n", "\r\n")
    (folder / "a.yaml").write_bytes(text.encode(encoding))
    command = [sys.executable, "-m", "schedcfg", "validate", "--fix"]
    around = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([*command, "-"], input=text.encode(encoding), capture_output=True, check=True, env=around)
    subprocess.run([*command, "a.yaml"], capture_output=True, check=True, env=around)
    wanted = MENDED.replace("\n", "\r\n").encode(encoding)
    assert (done.stdout, (folder / "a.yaml").read_bytes()) == (wanted, wanted)


def test_a_link_stays_and_its_file_is_fixed(schedcfg: Command, folder: Path) -> None:
    (folder / "link.yaml").symlink_to("safe.yaml")
    assert schedcfg("validate", "--fix", "link.yaml").status == 0
    assert (folder / "link.yaml").is_symlink()
    assert (folder / "safe.yaml").read_text(encoding="utf-8") == MENDED


def test_a_file_that_cannot_be_written_stops_no_other(schedcfg: Command, folder: Path) -> None:
    for name in ("a", "b"):
        (folder / f"{name}.yaml").write_text(SAFE, encoding="utf-8")
    (folder / "a.yaml").chmod(0o444)
    result = schedcfg("validate", "--fix", "a.yaml", "b.yaml")
    assert result.status == 3
    assert "a.yaml: not written: it is read-only" in result.out
    assert "b.yaml:8: fixed[ineffective-disable]" in result.out
    assert result.err.endswith(f" {releases.NEWEST}, 1 could not be written: 1 fixed in 1 file\n")
    assert (folder / "a.yaml").read_text(encoding="utf-8") == SAFE
    assert (folder / "b.yaml").read_text(encoding="utf-8") == MENDED


@pytest.mark.usefixtures("folder")
def test_json_is_the_contract(schedcfg: Command) -> None:
    result = schedcfg("validate", "--fix", "--kubernetes", "1.30", "safe.yaml", "bad.yaml", "--output", "json")
    safe, bad = result.report["files"]
    assert list(safe) == ["path", "verdict", "documents", "fixed", "unfixed", "written", "unwritten", "text"]
    title = {"rule": "ineffective-disable", "title": "Remove the entry", "line": 8}
    assert safe["fixed"] == [{**title, "safe": True, "provenBy": ["1.30"]}]
    assert (safe["unfixed"], safe["written"], safe["unwritten"], safe["text"]) == ([], True, None, None)
    assert bad["fixed"] == []
    (left,) = bad["unfixed"]
    assert left.pop("reason").startswith("the document is refused")
    assert left == {**title, "why": "unproven"}
    assert "fixed" not in schedcfg("validate", "safe.yaml", "--output", "json").report["files"][0]


@pytest.mark.usefixtures("folder")
def test_json_of_what_is_not_written_has_the_text(schedcfg: Command) -> None:
    result = schedcfg("validate", "--diff", "safe.yaml", "--output", "json")
    (file,) = json.loads(result.err)["files"]
    assert (file["text"], file["written"]) == (MENDED, False)


def test_several_processes_do_the_same(schedcfg: Command, folder: Path) -> None:
    alone = schedcfg("validate", "--diff", ".")
    together = schedcfg("validate", "--diff", ".", "--jobs", "2")
    assert (together.out, together.err) == (alone.out, alone.err)
    schedcfg("validate", "--fix", ".", "--jobs", "2")
    assert (folder / "safe.yaml").read_text(encoding="utf-8") == MENDED


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--fix", "--diff"], "exclude each other"),
        (["--unsafe-fixes"], "needs --fix or --diff"),
    ],
)
def test_wrong_usage(schedcfg: Command, folder: Path, arguments: list[str], says: str) -> None:
    before = contents(folder)
    result = schedcfg("validate", "safe.yaml", *arguments)
    assert (result.status, result.out) == (2, "")
    assert says in result.err
    assert contents(folder) == before
