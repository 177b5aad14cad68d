"""Writes that are cut off, race with others, or meet full disks and missing permissions."""

import errno
import os
import resource
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg import fix
from schedcfg.errors import UnwritableOutput
from schedcfg.sources import replace as pending
from schedcfg.sources.replace import create, put, replace, sweep
from tests.paths import ROOT

from .cases import FIXED, OLD
from .test_paths import in_a_fork
from .writing_commands import lacking_cases, writing_options

Process = Callable[..., "subprocess.Popen[bytes]"]
Command = Callable[..., "Result"]  # noqa: F821

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="locks, modes and kills are POSIX's"),
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded"),
]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_kills_failures_and_meetings_lose_nothing(process: Process) -> None:
    """Also that the next run cleans up after a kill, and that the reason of a failure is reported."""
    commands = len(writing_options())
    numbers = ("--kills", "16", "--failures", str(commands), "--meetings", "4", "--seed", "7")
    done = process(*numbers, program=("-m", "tests.faults"), cwd=ROOT)
    out, err = done.communicate()
    assert done.returncode == 0, (out + err).decode()
    assert b"16 kills at 16 points; 0 wrong" in out
    assert b"%i calls failed; 0 wrong" % commands in out
    assert b"4 meetings; 0 wrong" in out


def test_every_command_that_writes_is_among_those_whose_calls_fail() -> None:
    found = writing_options()
    assert {"--fix", "--write-baseline", "--output"} <= set(found["validate",])
    assert {"--record", "--update", "--init"} <= set(found["test",])
    assert ("generate", "talos") in found
    assert lacking_cases() == []


def test_what_is_being_written_is_not_swept(folder: Path) -> None:
    path = folder / "a.yaml"
    with pending.pending_file(str(path)) as unfinished:
        sweep("a.yaml")
        with pytest.raises(UnwritableOutput, match="another run is writing"):
            put("a.yaml", [b"x"])
        assert Path(unfinished.path).exists()
        unfinished.finish()
        os.replace(unfinished.path, path)  # noqa: PTH105
    Path(unfinished.path).write_text("left behind", encoding="utf-8")
    sweep("a.yaml")
    assert not Path(unfinished.path).exists()


def test_only_files_of_ours_are_swept(folder: Path) -> None:
    left = folder / ".a.yaml.schedcfg.tmp"
    left.symlink_to("old.yaml")
    others = [folder / ".a.yaml.tmp", folder / ".a.yaml.abcd1234.tmp", folder / ".b.yaml.schedcfg.tmp"]
    for other in others:
        other.touch()
    sweep("a.yaml")
    assert left.is_symlink()
    assert (folder / "old.yaml").read_text(encoding="utf-8") == OLD
    assert all(other.exists() for other in others)
    put("a.yaml", [b"x"])
    assert left.is_symlink()
    assert (folder / "old.yaml").read_text(encoding="utf-8") == OLD
    left.unlink()
    left.mkdir()
    sweep("a.yaml")
    assert left.is_dir()


def test_without_locks_only_what_is_old_is_swept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unsupported(*_arguments: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(pending.fcntl, "flock", unsupported)
    left = folder / ".a.yaml.schedcfg.tmp"
    left.touch()
    sweep("a.yaml")
    assert left.exists()
    os.utime(left, (1, 1))
    sweep("a.yaml")
    assert not left.exists()
    put("a.yaml", [b"x"])
    assert names(folder) == ["a.yaml", "old.yaml", "tree"]


@pytest.mark.parametrize("name", ["x" * 255, "好" * 85])
def test_long_names(folder: Path, name: str) -> None:
    put(name, [b"1"])
    put(name, [b"2"])
    assert (folder / name).read_bytes() == b"2"


@pytest.mark.parametrize("step", ["fsync", "chmod"])
def test_an_edit_while_the_new_content_is_written_stays(
    folder: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path, real = folder / "a.yaml", getattr(os, step)

    def edited(*arguments: object) -> object:
        path.write_text("an edit", encoding="utf-8")
        return real(*arguments)

    monkeypatch.setattr(os, step, edited)
    with pytest.raises(UnwritableOutput, match="changed since it was read"):
        replace("a.yaml", FIXED.encode(), b"fixed")
    assert path.read_text(encoding="utf-8") == "an edit"
    with pytest.raises(UnwritableOutput, match="already exists"):
        create("a.yaml", b"new")
    assert path.read_text(encoding="utf-8") == "an edit"
    assert names(folder) == ["a.yaml", "old.yaml", "tree"]


def test_a_file_that_appears_while_a_new_one_is_written_stays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.fsync

    def appears(descriptor: int) -> None:
        (folder / "new.yaml").write_text("of another", encoding="utf-8")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", appears)
    for link in (os.link, None):
        if link is None:
            monkeypatch.setattr(os, "link", lambda *_arguments: (_ for _ in ()).throw(PermissionError(1, "no links")))
        with pytest.raises(UnwritableOutput, match="already exists"):
            create("new.yaml", b"ours")
        assert (folder / "new.yaml").read_text(encoding="utf-8") == "of another"
        assert ".new.yaml.schedcfg.tmp" not in names(folder)
        (folder / "new.yaml").unlink()


LARGE = FIXED + "# " + "x" * 20_000 + "\n"
WRITES = (
    ("validate", "--fix", "a.yaml"),
    ("validate", "a.yaml", "--output", "json=report.json"),
    ("generate", "profile", "bin-packing", "--write-to", "new.yaml"),
)


def test_a_disk_that_is_full(folder: Path, process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # Python would keep modules that it wrote in part.
    (folder / "a.yaml").write_text(LARGE, encoding="utf-8")
    (folder / "report.json").write_text("old", encoding="utf-8")
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    for arguments in WRITES:
        done = process(*arguments, preexec_fn=limit)
        out, err = done.communicate()
        assert done.returncode == 3, out + err
        assert b"File too large" in out + err
        assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


def test_a_disk_that_fills_up(schedcfg: Command, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    for arguments in (("validate", "--fix", "."), ("migrate", "--to", "v1", "--write", "."), WRITES[2]):
        result = schedcfg(*arguments)
        assert result.status == 3
        assert "No space left on device" in result.out + result.err
    assert (folder / "a.yaml").read_text(encoding="utf-8") == FIXED
    assert (folder / "old.yaml").read_text(encoding="utf-8") == OLD
    assert names(folder) == ["a.yaml", "old.yaml", "tree"]


def test_a_folder_that_may_not_be_written(folder: Path) -> None:
    for path in (folder, *folder.parents):
        if path == folder or path.name.startswith(("pytest-", "popen-")):
            path.chmod(0o755)
    (folder / "a.yaml").chmod(0o666)

    def check() -> bool:
        for write in (lambda: replace("a.yaml", FIXED.encode(), b"x"), lambda: put("b.yaml", [b"x"])):
            try:
                write()
            except UnwritableOutput as error:
                if "no permission" not in str(error) and "read-only" not in str(error):
                    return False
            else:
                return False
        return True

    folder.chmod(0o555)
    try:
        assert in_a_fork(check) == 0
    finally:
        folder.chmod(0o755)
    assert (folder / "a.yaml").read_text(encoding="utf-8") == FIXED


def test_what_stays_in_a_file_that_is_fixed(schedcfg: Command, folder: Path) -> None:
    content = b"\xef\xbb\xbf" + FIXED.rstrip("\n").replace("\n", "\r\n").encode()
    real = folder / "tree" / "real.conf"
    real.write_bytes(content)
    real.chmod(0o604)
    (folder / "link.yaml").symlink_to("tree/real.conf")
    assert schedcfg("validate", "--fix", "link.yaml").status == 0
    fixed = real.read_bytes()
    assert fixed != content
    assert fixed.startswith(b"\xef\xbb\xbf")
    assert fixed.count(b"\n") == fixed.count(b"\r\n") == content.count(b"\n")
    assert not fixed.endswith(b"\n")
    assert (folder / "link.yaml").is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o604


HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nparallelism: 3"
IGNORE = "# schedcfg: ignore[few-nodes-scored]"


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\r"], ids=repr)
@pytest.mark.parametrize("ignore", [f"\n{IGNORE}", f" {IGNORE}", f"\n  {IGNORE}"], ids=repr)
def test_a_fix_at_the_end_keeps_the_end(ignore: str, end: str) -> None:
    text = (HEAD + ignore).replace("\n", end or "\n") + end
    report = fix(text)
    assert report.fixing is not None
    assert len(report.fixing.made) == 1
    assert report.text == HEAD.replace("\n", end or "\n") + end
