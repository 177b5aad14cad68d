"""Where a rehearsal takes place, and what came of each part of the release."""

import os
import shutil
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

from tools.rehearse.walk import Program, start_time, walk
from tools.release import current_version


class NotPossible(Exception):  # noqa: N818 - what happened
    """Something cannot be tried on this machine; its message says what is missing."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A row of the table.

    Attributes:
        part: What of the release.
        was_tried: What was done with it; else why not, or what failed.
        size: Bytes of what is downloaded.
        installed: Bytes of what is then on the disk.
        start: Seconds of `--version`.
        failed: Whether it does not work.
    """

    part: str
    was_tried: str
    size: int | None = None
    installed: int | None = None
    start: float | None = None
    failed: bool = False


class Rehearsal:
    """A clean clone, and a folder for what is built and installed.

    Args:
        source: The repository.
        folder: A new folder.
    """

    def __init__(self, source: Path, folder: Path) -> None:
        self.folder, self.clone = folder, folder / "clone"
        self.run("git", "clone", "--quiet", "--no-hardlinks", str(source), str(self.clone), within=folder)
        self.version = current_version(self.clone)

    def run(self, *command: str, within: Path | None = None, **variables: str) -> str:
        """Run a command in the clone, and return what it printed.

        Raises:
            NotPossible: if it is not installed.
            CalledProcessError: if it fails.
        """
        if shutil.which(command[0]) is None:
            raise NotPossible(f"{command[0]} is not installed")
        around = {**os.environ, **variables}
        done = subprocess.run(  # noqa: S603 - words of ours
            command, cwd=within or self.clone, env=around, capture_output=True, text=True, check=True
        )
        return done.stdout

    def tool(self, *words: str, python: str = sys.executable) -> str:
        """Run one of our modules from the clone, with the Python that runs this or another one."""
        return self.run(python, "-m", *words, PYTHONPATH=str(self.clone))

    def place(self, name: str) -> Path:
        """Return a new, empty folder."""
        folder = self.folder / name
        folder.mkdir(parents=True)
        return folder

    def environment(self, name: str, *wanted: str, python: str = sys.executable) -> Path:
        """Return a new virtual environment in which something is installed from an index, as users do."""
        home = self.folder / name
        if python == sys.executable:
            venv.create(home, with_pip=True)
        else:
            self.run(python, "-m", "venv", str(home))
        options = ("--quiet", "--disable-pip-version-check", "--no-cache-dir")
        self.run(str(home / "bin" / "python"), "-m", "pip", "install", *options, *wanted)
        return home

    def walked(self, part: str, program: Program, done: str, *, size: int, installed: int | None = None) -> Tried:
        """Let a newcomer walk with an installed program, and return the row.

        Args:
            part: What of the release.
            program: What was installed.
            done: How it was installed.
            size: Bytes of what is downloaded.
            installed: Bytes of what is then on the disk.

        Raises:
            Stumbled: if a step does not come to what README says.
        """
        folder = self.folder / "walks" / part.replace(" ", "-").replace("/", "-")
        walk(program, self.clone, self.version, folder)
        return Tried(part, f"{done}; the walk", size, installed, start_time(program, folder))


def size_of(path: Path) -> int:
    """Return the bytes of a file, or of all files below a folder."""
    if path.is_file():
        return path.stat().st_size
    return sum(one.stat().st_size for one in path.rglob("*") if one.is_file() and not one.is_symlink())
