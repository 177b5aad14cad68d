"""`schedcfg migrate`: modes, streams, exit status, many files, what is written and what is not touched.

The files here need nothing but another `apiVersion`; what the steps do is tested with them.
"""

import io
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg import releases
from tests.paths import ROOT

TAKEN = f"accepted by Kubernetes 1.25-{releases.NEWEST}"
OLD = "# ours\napiVersion: kubescheduler.config.k8s.io/v1beta3  # old\nkind: KubeSchedulerConfiguration\n"
NEW = OLD.replace("v1beta3", "v1")
BAD = OLD + "parallelism: 0\n"
POD = "apiVersion: v1\nkind: Pod\n"
DIFF = """\
@@ -1,3 +1,3 @@
 # ours
-apiVersion: kubescheduler.config.k8s.io/v1beta3  # old
+apiVersion: kubescheduler.config.k8s.io/v1  # old
 kind: KubeSchedulerConfiguration
"""

RESULT = ["judgedBy", "acceptedBy", "newErrors", "fits"]

Command = Callable[..., "Result"]  # noqa: F821


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with an old file, one that is right, a broken one and one that is none of ours."""
    for name, text in {"bad": BAD, "new": NEW, "old": OLD, "pod": POD}.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def last(text: str) -> str:
    return text.splitlines()[-1]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_new_text(schedcfg: Command, folder: Path) -> None:
    before = contents(folder)
    result = schedcfg("migrate", "old.yaml", "--to", "v1")
    assert (result.status, result.out) == (0, NEW)
    assert result.err.startswith("old.yaml: v1beta3 → v1\n  proven   ")
    assert last(result.err) == f"1 file migrated to v1 on standard output (--write changes the file); {TAKEN}"
    assert contents(folder) == before


@pytest.mark.usefixtures("folder")
def test_a_text_that_stays_as_it_is(schedcfg: Command) -> None:
    result = schedcfg("migrate", "new.yaml", "--kubernetes", "1.29")
    assert (result.status, result.out, result.err) == (0, NEW, f"1 file unchanged; {TAKEN}\n")
    full = f"new.yaml: v1 already\n  {TAKEN}\n1 file unchanged; {TAKEN}\n"
    assert schedcfg("migrate", "new.yaml", "--to", "v1", "-v").err == full


@pytest.mark.usefixtures("folder")
def test_a_refused_file_prints_nothing_but_why(schedcfg: Command) -> None:
    result = schedcfg("migrate", "bad.yaml", "--to", "v1")
    assert (result.status, result.out) == (1, "")
    assert "bad.yaml:4:14: refused[number-not-allowed]" in result.err
    assert "    |              ^\n" in result.err
    assert last(result.err) == "1 file refused"


def test_standard_input(schedcfg: Command) -> None:
    result = schedcfg("migrate", "-", "--to", "v1", stdin=OLD.encode())
    assert (result.status, result.out) == (0, NEW)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_the_new_text_has_the_bytes_of_the_old_one(folder: Path, encoding: str) -> None:
    (folder / "a.yaml").write_bytes(OLD.replace("\n", "\r\n").encode(encoding))
    done = subprocess.run(
        [sys.executable, "-m", "schedcfg", "migrate", "a.yaml", "--to", "v1"],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.stdout == NEW.replace("\n", "\r\n").encode(encoding)


@pytest.mark.usefixtures("folder")
def test_several_texts_have_no_place_on_standard_output(schedcfg: Command) -> None:
    for paths in (["."], ["old.yaml", "new.yaml"], ["old.yaml", "bad.yaml"]):
        result = schedcfg("migrate", *paths, "--to", "v1")
        assert (result.status, result.out) == (2, "")
        assert all(mode in result.err for mode in ("--write", "--diff", "--check"))


def test_others_beside_a_single_configuration_are_no_obstacle(schedcfg: Command, folder: Path) -> None:
    for name in ("bad", "new"):
        (folder / f"{name}.yaml").unlink()
    assert schedcfg("migrate", ".", "--to", "v1").out == NEW
    result = schedcfg("migrate", "old.yaml", "gone.yaml", "--to", "v1")
    assert (result.status, result.out) == (3, NEW)
    assert schedcfg("migrate", "--skip-others", "pod.yaml", "old.yaml", "--to", "v1").out == NEW
    assert schedcfg("migrate", "pod.yaml", "old.yaml", "--to", "v1").status == 2


def test_diff(schedcfg: Command, folder: Path) -> None:
    before = contents(folder)
    result = schedcfg("migrate", ".", "--to", "v1", "--diff")
    assert (result.status, result.out) == (1, f"--- a/old.yaml\n+++ b/old.yaml\n{DIFF}")
    assert last(result.err) == f"1 file to migrate to v1, 1 unchanged, 1 refused; {TAKEN}"
    assert contents(folder) == before
    assert schedcfg("migrate", "new.yaml", "--to", "v1", "--diff").status == 0


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("text", [OLD, OLD.rstrip("\n"), OLD + "# a\u2028# b\x85# c\n", "\ufeff" + OLD])
def test_git_and_patch_take_the_diff(schedcfg: Command, folder: Path, text: str, end: str) -> None:
    path = folder / "sub dir" / 'a "b".yaml'
    path.parent.mkdir()
    path.write_bytes(text.replace("\n", end).encode())
    wanted = schedcfg("migrate", "sub dir", "--to", "v1").status, text.replace("v1beta3", "v1").replace("\n", end)
    for name in ("sub dir", f"{folder}/sub dir/../sub dir"):
        result = schedcfg("migrate", name, "--to", "v1", "--diff")
        assert result.status == 1
    result = schedcfg("migrate", "sub dir", "--to", "v1", "--diff")
    (folder / "p.diff").write_bytes(result.out.encode())
    subprocess.run(["git", "apply", "-p1", "--whitespace=nowarn", "p.diff"], cwd=folder, check=True)
    assert (0, path.read_bytes().decode()) == wanted


def test_the_end_without_a_line_end_is_said(schedcfg: Command, folder: Path) -> None:
    (folder / "a.yaml").write_text(OLD.rstrip("\n"), encoding="utf-8")
    out = schedcfg("migrate", "a.yaml", "--to", "v1", "--diff").out
    assert out.endswith(" kind: KubeSchedulerConfiguration\n\\ No newline at end of file\n")


@pytest.mark.usefixtures("folder")
def test_colors_only_on_a_terminal(schedcfg: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "CI"):
        monkeypatch.delenv(name, raising=False)
    assert "\x1b" not in schedcfg("migrate", "old.yaml", "--to", "v1", "--diff").out
    monkeypatch.setattr("schedcfg.commands.migrate.run.colored", lambda _stream: True)
    lines = schedcfg("migrate", "old.yaml", "--to", "v1", "--diff").out.splitlines()
    assert lines[4] == "\x1b[31m-apiVersion: kubescheduler.config.k8s.io/v1beta3  # old\x1b[0m"
    assert lines[3] == " # ours"


def test_check(schedcfg: Command, folder: Path) -> None:
    before = contents(folder)
    result = schedcfg("migrate", "old.yaml", "new.yaml", "--to", "v1", "--check")
    assert (result.status, result.out) == (1, "old.yaml: v1beta3 → v1 (1 edit)\n")
    assert result.err == f"1 file to migrate to v1, 1 unchanged; {TAKEN}\n"
    assert contents(folder) == before
    assert schedcfg("migrate", "new.yaml", "--to", "v1", "--check").status == 0


def test_write(schedcfg: Command, folder: Path) -> None:
    old, new = folder / "old.yaml", folder / "new.yaml"
    old.chmod(0o640)
    os.utime(new, (1, 1))
    inode, before = new.stat().st_ino, contents(folder)
    result = schedcfg("migrate", "old.yaml", "new.yaml", "--to", "v1", "--write")
    assert (result.status, result.out) == (0, "old.yaml: v1beta3 → v1 (1 edit)\n")
    assert last(result.err) == f"1 file migrated to v1, 1 unchanged; {TAKEN}"
    assert contents(folder) == {**before, "old.yaml": NEW.encode()}
    assert (new.stat().st_ino, new.stat().st_mtime) == (inode, 1)
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    again = schedcfg("migrate", ".", "--to", "v1", "--write")
    assert (again.out, last(again.err)) == ("", f"2 files unchanged, 1 refused; {TAKEN}")


UNFIT = """\
apiVersion: kubescheduler.config.k8s.io/v1beta1
kind: KubeSchedulerConfiguration
metricsBindAddress: 0.0.0.0:10251
"""


def test_a_result_that_does_not_fit_is_only_written_on_request(schedcfg: Command, folder: Path) -> None:
    unfit, old = folder / "unfit.yaml", folder / "old.yaml"
    unfit.write_text(UNFIT, encoding="utf-8")
    result = schedcfg("migrate", "unfit.yaml", "--to", "v1beta2", "--write")
    assert (result.status, result.out) == (1, "")
    assert "unfit.yaml: not written: the result does not fit" in result.err
    assert last(result.err).startswith("1 file not written, of which 1 does not fit")
    assert unfit.read_text(encoding="utf-8") == UNFIT
    both = schedcfg("migrate", "unfit.yaml", "old.yaml", "--to", "v1", "--write")
    assert (both.status, old.read_text(encoding="utf-8")) == (0, NEW)


def test_a_result_that_does_not_fit_is_written_on_request(schedcfg: Command, folder: Path) -> None:
    unfit = folder / "unfit.yaml"
    unfit.write_text(UNFIT, encoding="utf-8")
    result = schedcfg("migrate", "unfit.yaml", "--to", "v1beta2", "--write", "--write-unfit")
    assert result.status == 1
    assert "v1beta2" in unfit.read_text(encoding="utf-8")
    assert schedcfg("migrate", "unfit.yaml", "--to", "v1", "--write-unfit").status == 2


def test_write_and_show(schedcfg: Command, folder: Path) -> None:
    result = schedcfg("migrate", "old.yaml", "--to", "v1", "--write", "--diff")
    assert (result.status, result.out) == (0, f"--- a/old.yaml\n+++ b/old.yaml\n{DIFF}")
    assert (folder / "old.yaml").read_text(encoding="utf-8") == NEW


def test_a_link_is_written_through(schedcfg: Command, folder: Path) -> None:
    (folder / "link.yaml").symlink_to("old.yaml")
    assert schedcfg("migrate", "link.yaml", "--to", "v1", "--write").status == 0
    assert (folder / "link.yaml").is_symlink()
    assert (folder / "old.yaml").read_text(encoding="utf-8") == NEW


def test_one_failure_stops_no_other_file(schedcfg: Command, folder: Path) -> None:
    for name in ("a", "b", "z"):
        (folder / f"{name}.yaml").write_text(OLD, encoding="utf-8")
    (folder / "b.yaml").chmod(0o444)
    (folder / "binary.yaml").write_bytes(b"kubescheduler.config.k8s.io\0")
    result = schedcfg("migrate", "gone.yaml", ".", "--to", "v1", "--write")
    assert result.status == 3
    assert result.out == "".join(f"./{name}.yaml: v1beta3 → v1 (1 edit)\n" for name in ("a", "old", "z"))
    assert "./b.yaml: not written: it is read-only" in result.err
    assert "schedcfg: gone.yaml cannot be read: there is no such file" in result.err
    assert last(result.err) == (
        f"3 files migrated to v1, 1 unchanged, 2 refused, 1 could not be read, 1 could not be written; {TAKEN}"
    )
    after = contents(folder)
    assert [after[f"{name}.yaml"] for name in ("a", "b", "z")] == [NEW.encode(), OLD.encode(), NEW.encode()]
    assert not [name for name in after if name.endswith(".tmp")]


def test_a_file_named_twice_is_written_once(schedcfg: Command, folder: Path) -> None:
    for jobs in ("1", "2"):
        (folder / "old.yaml").write_text(OLD, encoding="utf-8")
        assert schedcfg("migrate", "old.yaml", "./old.yaml", "--to", "v1", "--write", "--jobs", jobs).status == 0
        assert (folder / "old.yaml").read_text(encoding="utf-8") == NEW


@pytest.mark.usefixtures("folder")
def test_several_processes_say_the_same(schedcfg: Command) -> None:
    alone = schedcfg("migrate", ".", "--to", "v1", "--output", "json")
    together = schedcfg("migrate", ".", "--to", "v1", "--output", "json", "--jobs", "2")
    assert alone.report == together.report


@pytest.mark.usefixtures("folder")
def test_json_is_the_contract(schedcfg: Command) -> None:
    result = schedcfg("migrate", ".", "gone.yaml", "--to", "v1", "--output", "json")
    assert result.status == 3
    assert result.err == "schedcfg: gone.yaml cannot be read: there is no such file. Check the spelling.\n"
    report = result.report
    bad, new, old, gone = report.pop("files")
    assert report == {
        "version": 1,
        "to": "v1",
        "kubernetes": None,
        "summary": {
            "files": 4,
            "documents": 3,
            "migrated": 1,
            "unchanged": 1,
            "refused": 1,
            "skipped": 0,
            "unreadable": 1,
            "unwritten": 0,
            "withheld": 0,
            "unfit": 0,
        },
    }
    assert list(old) == ["path", "status", "documents", "edits", "text"]
    assert (old["path"], old["status"], old["text"]) == ("./old.yaml", "migrated", NEW)
    (document,) = old["documents"]
    assert list(document) == ["index", "line", "from", "to", "status", "steps", "notes", "findings", *RESULT]
    assert {key: document[key] for key in RESULT} == {
        "judgedBy": releases.NEWEST,
        "acceptedBy": list(releases.serving("v1")),
        "newErrors": [],
        "fits": True,
    }
    assert (document["index"], document["line"], document["from"], document["to"]) == (0, 2, "v1beta3", "v1")
    (step,) = document["steps"]
    assert list(step) == ["from", "to", "kubernetes", "before", "also", "kept", "differences"]
    assert (step["from"], step["to"], step["kept"]) == ("v1beta3", "v1", True)
    text = OLD
    for edit in reversed(old["edits"]):
        start, end = edit["start"], edit["end"]
        assert (start["line"], start["column"]) == (2, start["offset"] - OLD.index("\n"))
        text = text[: start["offset"]] + edit["replacement"] + text[end["offset"] :]
    assert text == NEW
    assert (new["status"], new["text"], new["edits"]) == ("unchanged", None, [])
    assert (bad["status"], bad["text"]) == ("refused", None)
    rules = [finding["rule"] for finding in bad["documents"][0]["findings"] if finding["class"] == "refused"]
    assert rules == ["number-not-allowed"]
    assert (gone["status"], "no such file" in gone["reason"], gone["documents"]) == ("unreadable", True, [])


def test_json_while_writing_and_checking(schedcfg: Command, folder: Path) -> None:
    assert schedcfg("migrate", "old.yaml", "--to", "v1", "--check", "--output", "json").status == 1
    assert (folder / "old.yaml").read_text(encoding="utf-8") == OLD
    (folder / "old.yaml").chmod(0o444)
    result = schedcfg("migrate", "old.yaml", "--to", "v1", "--write", "--output", "json")
    assert (result.status, result.report["files"][0]["status"]) == (3, "unwritten")
    assert "read-only" in result.report["files"][0]["reason"]
    (folder / "old.yaml").chmod(0o644)
    result = schedcfg("migrate", "old.yaml", "--kubernetes", "v1.29.3", "--write", "--output", "json")
    assert (result.status, result.report["to"], result.report["kubernetes"]) == (0, "v1", "1.29")
    assert (folder / "old.yaml").read_text(encoding="utf-8") == NEW


def test_a_config_map(schedcfg: Command, folder: Path) -> None:
    inner = "".join(f"    {line}\n" for line in OLD.splitlines())
    text = f"{POD}---\napiVersion: v1\nkind: ConfigMap\ndata:\n  scheduler.yaml: |\n{inner}  x: y # z\n"
    path = folder / "map.yaml"
    path.write_text(text, encoding="utf-8")
    result = schedcfg("migrate", "map.yaml", "--to", "v1", "--write")
    assert result.err.startswith("map.yaml, scheduler.yaml: v1beta3 → v1\n")
    assert path.read_text(encoding="utf-8") == text.replace("v1beta3", "v1")
    path.write_text(text, encoding="utf-8")
    (document,) = schedcfg("migrate", "map.yaml", "--to", "v1", "--output", "json").report["files"][0]["documents"]
    assert (document["index"], document["key"], document["line"]) == (1, "scheduler.yaml", 9)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["old.yaml"], "--to v1"),
        (["--to", "v1"], "missing argument: a file"),
        (["old.yaml", "--to", "v2"], "Known versions: v1alpha1"),
        (["old.yaml", "--to", "v1beta2", "-k", "1.29"], "It serves: v1."),
        (["old.yaml", "-k", "1.99"], "newer than the newest"),
        (["old.yaml", "--to", "v1", "--write", "--check"], "exclude each other"),
        (["-", "--to", "v1", "--write"], "standard input"),
        (["old.yaml", "--to", "v1", "--as-config", "--as-policy"], "exclude each other"),
        (["old.yaml", "--to", "v1", "--feature-gates", "Nope=true"], "Nope"),
    ],
)
def test_wrong_usage(schedcfg: Command, folder: Path, arguments: list[str], says: str) -> None:
    before = contents(folder)
    result = schedcfg("migrate", *arguments)
    assert (result.status, result.out) == (2, "")
    assert says in result.err
    assert contents(folder) == before


@pytest.mark.usefixtures("folder")
def test_the_group_may_be_written(schedcfg: Command) -> None:
    assert schedcfg("migrate", "old.yaml", "--to", "kubescheduler.config.k8s.io/v1").out == NEW


@pytest.mark.parametrize("mode", [[], ["--diff"], ["--output", "json"]])
def test_a_reader_that_has_enough_is_no_fault(folder: Path, mode: list[str]) -> None:
    (folder / "long.yaml").write_text(OLD + "# long\n" * 30_000, encoding="utf-8")
    target = "long.yaml" if not mode else "."
    (folder / "many").mkdir()
    for number in range(300 if mode else 0):
        (folder / "many" / f"{number}.yaml").write_text(OLD, encoding="utf-8")
    command = [sys.executable, "-m", "schedcfg", "migrate", target, "--to", "v1", *mode]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, bufsize=0
    ) as process:
        assert isinstance(process.stdout, io.RawIOBase)
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
        assert process.wait() == 141
