"""Folders of runs: gone with them, or with the next one."""

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg.errors import UnwritableOutput
from schedcfg.integrations.working_folders import working_folder
from tests.paths import ROOT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="locks and limits are POSIX's")

KILLED = """\
import os, signal, sys
from schedcfg.integrations.working_folders import working_folder
with working_folder("run-", sys.argv[1]) as folder:
    open(os.path.join(folder, "left"), "w").close()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def age(path: Path) -> None:
    os.utime(path, (0, 0))


def test_it_is_gone_with_its_run(tmp_path: Path) -> None:
    with working_folder("run-", str(tmp_path)) as folder:
        assert Path(folder).parent == tmp_path
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_removed_at_once_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, failed = os.unlink, list[str]()

    def fail_once(path: str, **options: int) -> None:
        if not failed:
            failed.append(path)
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(path, **options)

    with working_folder("run-", str(tmp_path)) as folder:
        Path(folder, "a").touch()
        monkeypatch.setattr(os, "unlink", fail_once)
    assert failed
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("call", ["mkdir", "open"])
def test_where_there_is_no_room_the_reason_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    real = getattr(os, call)

    def full(path: object, *arguments: object, **options: object) -> object:
        if call == "mkdir" or str(path).endswith(".lock"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        return real(path, *arguments, **options)

    monkeypatch.setattr(os, call, full)
    with (
        pytest.raises(UnwritableOutput, match=f"cannot be written to {tmp_path}/run-.*: No space left") as error,
        working_folder("run-", str(tmp_path)),
    ):
        pass
    assert "TMPDIR" in (error.value.help or "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["mkdir", "rmdir"])
def test_it_is_gone_with_its_run_whenever_a_signal_comes(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = getattr(os, name)

    def interrupted(*arguments: Any, **options: Any) -> None:
        monkeypatch.setattr(os, name, real)
        if name == "mkdir":
            real(*arguments, **options)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, name, interrupted)
    with pytest.raises(KeyboardInterrupt), working_folder("run-", str(tmp_path)):
        pass
    assert list(tmp_path.iterdir()) == []


def test_the_next_run_removes_what_a_killed_one_left(tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path)]
    subprocess.run(command, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)})
    (left,) = tmp_path.iterdir()
    with working_folder("run-", str(tmp_path)):
        assert left.exists()  # It is young: its run may not have locked it yet.
    age(left)
    with working_folder("run-", str(tmp_path)):
        assert not left.exists()


def test_what_is_in_use_or_no_runs_stays(tmp_path: Path) -> None:
    (tmp_path / "run-strange").mkdir()
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / ".schedcfg.lock").touch()
    (tmp_path / "run-link").symlink_to("outside")
    with working_folder("run-", str(tmp_path)) as first:
        for path in tmp_path.iterdir():
            age(path)
        with working_folder("run-", str(tmp_path)):
            assert Path(first).is_dir()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["outside", "run-link", "run-strange"]
    assert (tmp_path / "outside" / ".schedcfg.lock").exists()


def _nest(folder: str) -> None:
    """Make folders in each other, deeper than calls can be and than the name of one may be long."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        for _ in range(3000):
            Path("d").mkdir()
            os.chdir("d")
        Path("file").touch()
    finally:
        os.chdir(before)


def _replace(folder: str) -> None:
    """Have a link to somebody else's folder in the place of one."""
    shutil.rmtree(folder)
    Path(folder).symlink_to(Path(folder).parent / "outside")


def _forbid(folder: str) -> None:
    (Path(folder) / "a" / "b").mkdir(parents=True)
    (Path(folder) / "a" / "b").chmod(0)
    (Path(folder) / "a").chmod(0)


@pytest.mark.parametrize("change", [_nest, _replace, _forbid, shutil.rmtree])
def test_whatever_a_program_makes_of_it_it_is_gone(change: Callable[[str], None], tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").touch()
    with working_folder("run-", str(tmp_path)) as folder:
        change(folder)
    assert [path.name for path in tmp_path.iterdir()] == ["outside"]
    assert (outside / "kept").exists()


def test_the_next_run_removes_folders_in_each_other(tmp_path: Path) -> None:
    left = tmp_path / "run-left"
    left.mkdir()
    (left / ".schedcfg.lock").touch()
    _nest(str(left))
    age(left)
    with working_folder("run-", str(tmp_path)):
        assert not left.exists()


@pytest.mark.parametrize("hard", [4096, -1])
def test_limits_are_lowered_and_never_raised(hard: int) -> None:
    script = (
        "import resource\n"
        "from schedcfg.integrations.programs import limit\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({hard}, {hard}))\n"
        f"limit({10**6})\n"
        "print(resource.getrlimit(resource.RLIMIT_FSIZE), resource.getrlimit(resource.RLIMIT_CORE))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, env=environment)
    bound = hard if hard > 0 else 10**6
    assert done.stdout == f"({bound}, {bound}) (0, 0)\n"
