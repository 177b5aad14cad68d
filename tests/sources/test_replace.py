"""A file is replaced as a whole, or stays as it was."""

import errno
import io
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from schedcfg.errors import UnwritableOutput
from schedcfg.sources.replace import create, path_of, put, replace, replace_output

POSIX = pytest.mark.skipif(os.name != "posix", reason="modes, owners and links are POSIX's")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"before\r\n")
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_content_is_replaced_and_nothing_left_behind(file: Path) -> None:
    replace(str(file), b"before\r\n", b"after\r\n")
    assert file.read_bytes() == b"after\r\n"
    assert names(file.parent) == ["a.yaml"]


def test_a_file_in_the_working_directory(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    replace("a.yaml", b"before\r\n", b"after")
    assert file.read_bytes() == b"after"


@POSIX
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755])
def test_the_mode_is_kept(file: Path, mode: int) -> None:
    file.chmod(mode)
    replace(str(file), b"before\r\n", b"after")
    assert stat.S_IMODE(file.stat().st_mode) == mode


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_the_owner_is_kept(file: Path) -> None:
    os.chown(file, 1234, 5678)
    file.chmod(0o640)
    replace(str(file), b"before\r\n", b"after")
    status = file.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (1234, 5678, 0o640)


@POSIX
def test_an_owner_that_cannot_be_kept_is_no_obstacle(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chown", refuse)
    replace(str(file), b"before\r\n", b"after")
    assert file.read_bytes() == b"after"


@POSIX
def test_a_link_stays_and_leads_to_the_new_content(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    link, again = folder / "link.yaml", folder / "again.yaml"
    link.symlink_to("../a.yaml")
    again.symlink_to("link.yaml")
    replace(str(again), b"before\r\n", b"after")
    assert [str(one.readlink()) for one in (link, again)] == ["../a.yaml", "link.yaml"]
    assert file.read_bytes() == b"after"
    assert names(folder) == ["again.yaml", "link.yaml"]


@POSIX
def test_another_hard_link_keeps_the_old_content(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.hardlink_to(file)
    replace(str(file), b"before\r\n", b"after")
    assert (file.read_bytes(), other.read_bytes()) == (b"after", b"before\r\n")


@pytest.mark.parametrize("before", [b"before\r\n", b"what was read before that"])
def test_a_file_that_is_right_already_is_not_touched(file: Path, before: bytes) -> None:
    file.write_bytes(b"after, and longer than it was")
    os.utime(file, (1, 1))
    was = file.stat()
    replace(str(file), before, b"after, and longer than it was")
    assert (file.stat().st_ino, file.stat().st_mtime) == (was.st_ino, 1)


@pytest.mark.parametrize("now", [b"", b"befor", b"before\r\nand more", b"something else"])
def test_what_changed_since_it_was_read_is_not_overwritten(file: Path, now: bytes) -> None:
    file.write_bytes(now)
    with pytest.raises(UnwritableOutput, match="changed since"):
        replace(str(file), b"before\r\n", b"after")
    assert file.read_bytes() == now


@POSIX
def test_read_only_means_read_only(file: Path) -> None:
    file.chmod(0o444)
    with pytest.raises(UnwritableOutput, match="read-only") as error:
        replace(str(file), b"before\r\n", b"after")
    assert error.value.help
    assert file.read_bytes() == b"before\r\n"


def test_a_user_without_permission(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_arguments: False)
    with pytest.raises(UnwritableOutput, match="read-only"):
        replace(str(file), b"before\r\n", b"after")
    assert file.read_bytes() == b"before\r\n"


@POSIX
def test_what_is_no_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    with pytest.raises(UnwritableOutput, match="not a regular file"):
        replace(str(pipe), b"before", b"after")


@POSIX
@pytest.mark.parametrize("planted", ["folder", "link", "pipe"])
def test_what_a_stranger_planted_where_new_content_is_written_does_not_block_it(file: Path, planted: str) -> None:
    beside = Path(path_of(str(file)))
    if planted == "folder":
        (beside / "inner").mkdir(parents=True)
    elif planted == "link":
        (file.parent / "other").write_bytes(b"other")
        beside.symlink_to(file.parent / "other")
    else:
        os.mkfifo(beside)
    before = names(file.parent)
    replace(str(file), b"before\r\n", b"after")
    assert file.read_bytes() == b"after"
    assert names(file.parent) == before
    assert planted != "link" or (file.parent / "other").read_bytes() == b"other"


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(UnwritableOutput, match="no longer exists"):
        replace(str(tmp_path / "a.yaml"), b"before", b"after")
    assert names(tmp_path) == []


@pytest.mark.parametrize("step", ["fsync", "chmod", "replace"])
def test_a_failure_in_the_middle_leaves_the_file_and_nothing_else(
    file: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(UnwritableOutput, match="No space left"):
        replace(str(file), b"before\r\n", b"after")
    assert file.read_bytes() == b"before\r\n"
    assert names(file.parent) == ["a.yaml"]


@POSIX
def test_a_folder_that_does_not_come_to_disk_is_reported(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.fsync

    def fail(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(number, os.strerror(number))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fail)
    number = errno.EINVAL  # There are file systems that do not write folders to disk
    replace(str(file), b"before\r\n", b"after")
    number = errno.EIO
    with pytest.raises(UnwritableOutput, match="complete, but its folder is not on disk: Input/output error"):
        replace(str(file), b"after", b"after that")
    assert file.read_bytes() == b"after that"


class _FailsToClose(io.FileIO):
    """A file that takes little, and fails when it is closed."""

    most = 1 << 20

    def write(self, content: Any) -> int:
        if self.tell() + len(content) > self.most:
            raise OSError(28, "No space left on device")
        return super().write(content)

    def close(self) -> None:
        is_open = not self.closed
        super().close()
        if is_open:
            raise OSError(5, "Input/output error")


def test_what_fails_when_a_file_is_closed_is_the_reason_of_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fdopen", lambda number, mode: io.BufferedWriter(_FailsToClose(number, mode)))
    replace(str(file), b"before\r\n", b"after")
    assert file.read_bytes() == b"after"
    monkeypatch.setattr(_FailsToClose, "most", 0)
    with pytest.raises(UnwritableOutput, match="No space left"):
        replace(str(file), b"after", b"after that")

    def interrupted() -> Iterator[bytes]:
        yield b"x"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        put(str(file), interrupted())
    assert file.read_bytes() == b"after"
    assert names(file.parent) == ["a.yaml"]


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="there is no such folder")
def test_shared_memory_has_files_of_users(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        (tmp_path / "real").write_bytes(b"real")
        link = Path(folder) / "link"
        link.symlink_to(tmp_path / "real")
        put(str(link), [b"new"])
        assert (link.is_symlink(), link.read_bytes()) == (False, b"new")
    assert (tmp_path / "real").read_bytes() == b"real"


def test_an_interruption_leaves_nothing_either(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        replace(str(file), b"before\r\n", b"after")
    assert file.read_bytes() == b"before\r\n"
    assert names(file.parent) == ["a.yaml"]


def test_put_writes_a_new_file_and_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b"
    put(str(path), iter([b"one", b"", b"two"]))
    assert path.read_bytes() == b"onetwo"
    assert names(path.parent) == ["b"]


@POSIX
def test_put_keeps_the_mode_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    file.chmod(0o640)
    put(str(file), [b"new"])
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (b"new", 0o640)


@POSIX
@pytest.mark.parametrize("is_dangling", [False, True])
def test_an_output_replaces_a_link_and_not_what_it_leads_to(tmp_path: Path, is_dangling: bool) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    if not is_dangling:
        real.write_bytes(b"old")
    link.symlink_to(real)
    put(str(link), [b"new"])
    assert (link.read_bytes(), link.is_symlink()) == (b"new", False)
    assert real.exists() is not is_dangling
    assert is_dangling or real.read_bytes() == b"old"


@POSIX
def test_what_was_written_before_is_replaced_itself_too(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"old")
    link.symlink_to(real)
    for content in (b"old", b"new"):
        replace_output(str(link), b"old", content)
        assert (link.read_bytes(), link.is_symlink(), real.read_bytes()) == (content, False, b"old")


@POSIX
def test_nothing_is_created_where_a_link_leads_nowhere(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "real")
    with pytest.raises(UnwritableOutput, match="already exists"):
        create(str(link), b"new")
    assert not (tmp_path / "real").exists()


def test_put_leaves_the_old_file_where_the_pieces_end_early(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def pieces() -> Iterator[bytes]:
        yield b"x" * 1_000_000
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        put(str(path), pieces())
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


def test_put_refuses_what_is_read_only_or_a_folder(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(UnwritableOutput, match="read-only"):
        put(str(path), [b"new"])
    with pytest.raises(UnwritableOutput):
        put(str(tmp_path), [b"new"])
    assert path.read_bytes() == b"old"
