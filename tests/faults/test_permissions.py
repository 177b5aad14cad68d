"""Files and folders that a user may not read or write: each is reported, with status 3, and nothing changes."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from schedcfg import cli

from .cases import FIXED, OLD
from .test_paths import unprivileged

Command = Callable[..., "Result"]  # noqa: F821

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's"),
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded"),
]

COMMANDS = {
    "validate --fix .": "a.yaml",
    "validate a.yaml": "a.yaml",
    "effective a.yaml": "a.yaml",
    "why ImageLocality a.yaml": "a.yaml",
    "diff a.yaml old.yaml": "a.yaml",
    "migrate old.yaml --to v1": "old.yaml",
    "upgrade old.yaml --from 1.26 --to 1.27": "old.yaml",
    "generate static-pod --config a.yaml --kubernetes 1.34": "a.yaml",
    "probe extender a.yaml --node n": "a.yaml",
}
"""Command → a file that it reads."""
WRITING = {
    "validate --fix a.yaml": "a.yaml",
    "migrate --to v1 --write old.yaml": "old.yaml",
    "validate a.yaml -o json=r.json": "r.json",
    "validate a.yaml --write-baseline k.json": "k.json",
    "schema v1 --write-to .": "kubeschedulerconfiguration-v1.json",
    "generate config --write-to .": "scheduler-config.yaml",
    "init --yes --no-pre-commit .": "scheduler-config.yaml",
}
"""Command → the file that it writes."""


@pytest.fixture
def open_to_all(folder: Path) -> Iterator[Path]:
    """Return the folder, which another user may enter and write to, as far as its files allow it."""
    for path in (folder, *folder.parents):
        if path == folder or path.name.startswith(("pytest-", "popen-")):
            path.chmod(0o777 if path == folder else 0o755)
    give_away(folder)
    yield folder
    folder.chmod(0o755)


def give_away(folder: Path) -> None:
    """Make the other user the owner of what is in a folder."""
    for path in folder.iterdir() if os.geteuid() == 0 else ():
        os.chown(path, 65534, 65534)


def as_another_user(arguments: str) -> tuple[int, str]:
    """Run a command in a fork of this process, as a user to whom modes mean something.

    Returns:
        Its status, and what it writes to both streams.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        status = 70
        try:
            os.dup2(writing, 1)
            os.dup2(writing, 2)
            sys.stdout, sys.stderr = (os.fdopen(number, "w", closefd=False) for number in (1, 2))
            unprivileged()
            sys.argv = ["schedcfg", *arguments.split()]
            cli.main()
        except SystemExit as end:
            status = int(end.code or 0)
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading) as output:
        shown = output.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown


@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_file_that_may_not_be_read(schedcfg: Command, open_to_all: Path, arguments: str) -> None:
    schedcfg(*arguments.split())  # What it imports, the other user may not be able to read either
    file = open_to_all / COMMANDS[arguments]
    file.write_text(FIXED if file.name == "a.yaml" else OLD, encoding="utf-8")
    file.chmod(0)
    status, shown = as_another_user(arguments)
    assert (status, "no permission to read it" in shown, file.name in shown) == (3, True, True), shown


@pytest.mark.parametrize("arguments", WRITING)
def test_a_folder_that_may_not_be_written_to(schedcfg: Command, open_to_all: Path, arguments: str) -> None:
    before = {path.name: path.read_bytes() for path in open_to_all.iterdir() if path.is_file()}
    schedcfg(*arguments.split())
    for path in open_to_all.iterdir():
        if path.is_file():
            path.unlink()
    for name, content in before.items():
        (open_to_all / name).write_bytes(content)
    give_away(open_to_all)
    open_to_all.chmod(0o555)
    status, shown = as_another_user(arguments)
    assert (status, "no permission" in shown, WRITING[arguments] in shown) == (3, True, True), shown
    assert {path.name: path.read_bytes() for path in open_to_all.iterdir() if path.is_file()} == before


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root has files beside others'")
def test_a_file_of_another_user_in_a_sticky_folder(schedcfg: Command, open_to_all: Path) -> None:
    arguments = "validate --fix a.yaml"
    schedcfg(*arguments.split())
    (open_to_all / "a.yaml").write_text(FIXED, encoding="utf-8")
    os.chown(open_to_all / "a.yaml", 0, 0)
    (open_to_all / "a.yaml").chmod(0o666)
    open_to_all.chmod(0o1777)
    status, shown = as_another_user(arguments)
    assert (status, "no permission to replace it" in shown) == (3, True), shown
    assert sorted(path.name for path in open_to_all.iterdir()) == ["a.yaml", "old.yaml", "tree"]
    assert (open_to_all / "a.yaml").read_text(encoding="utf-8") == FIXED


def test_a_folder_that_is_named_and_may_not_be_listed(schedcfg: Command, open_to_all: Path) -> None:
    schedcfg("validate", "tree")
    (open_to_all / "tree").chmod(0)
    try:
        status, shown = as_another_user("validate tree")
    finally:
        (open_to_all / "tree").chmod(0o755)
    assert (status, "tree cannot be read: the folder cannot be listed" in shown) == (3, True), shown


@pytest.mark.usefixtures("folder")
def test_a_folder_that_goes_while_it_is_searched(schedcfg: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.scandir

    def goes(path: str) -> object:
        if Path(path).name == "tree":
            for file in Path(path).iterdir():
                file.unlink()
            Path(path).rmdir()
        return real(path)

    monkeypatch.setattr(os, "scandir", goes)
    result = schedcfg("validate", ".")
    assert (result.status, "tree cannot be read: the folder cannot be listed" in result.err) == (3, True), result.err
    assert "a.yaml:9" in result.out
