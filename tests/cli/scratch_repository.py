"""A git repository of its own, with the real `pre-commit`, away from the user's settings and caches."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.paths import ROOT

Done = subprocess.CompletedProcess[str]


def environment(home: Path) -> dict[str, str]:
    """The environment of programs that are to leave nothing outside `home`, and to take nothing from this checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT", "PYTHON"))}
    identity = {f"GIT_{who}_{what}": "a@b.example" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    return (
        kept
        | identity
        | {
            "HOME": str(home),
            "XDG_CACHE_HOME": str(home / "cache"),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_DATA_HOME": str(home / "data"),
            "PRE_COMMIT_HOME": str(home / "pre-commit"),
            "PRE_COMMIT_COLOR": "never",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "NO_COLOR": "1",
            "VIRTUALENV_NO_PERIODIC_UPDATE": "1",  # else it looks for newer versions of pip, at the end of each test
            "PIP_COMPILE": "0",  # what pip installs is compiled at its first use, as far as it is used
        }
    )


@dataclass
class Repository:
    """A git repository.

    Attributes:
        folder: Where it is.
        environment: What git and pre-commit are run with.
    """

    folder: Path
    environment: Mapping[str, str]

    @classmethod
    def made(cls, folder: Path, environment: Mapping[str, str], *options: str) -> "Repository":
        """Make an empty one, with options of `git init`."""
        folder.mkdir(parents=True)
        repository = cls(folder, environment)
        assert repository.git("init", "--quiet", *options).returncode == 0
        return repository

    def git(self, *arguments: str) -> Done:
        """Run git in it; output and errors together, as a user sees them."""
        return self._run("git", *arguments)

    def pre_commit(self, *arguments: str) -> Done:
        """Run pre-commit in it."""
        return self._run(sys.executable, "-m", "pre_commit", *arguments)

    def _run(self, *command: str) -> Done:
        return subprocess.run(
            command,
            cwd=self.folder,
            env=dict(self.environment),
            check=False,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def write(self, files: Mapping[str, str]) -> None:
        """Write files and stage them."""
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        self.git("add", "--all")

    def commit(self) -> Done:
        """Commit what is staged."""
        return self.git("commit", "--message", "a change")

    def configure(self, source: Mapping[str, object]) -> None:
        """Have each commit checked by the hooks of one source, once pre-commit is installed."""
        self.write({".pre-commit-config.yaml": json.dumps({"repos": [source]})})


def template(folder: Path, environment: Mapping[str, str]) -> str:
    """Return the option of `git init` for repositories in which pre-commit is installed, as it installs itself."""
    repository = Repository.made(folder, environment)
    assert repository.pre_commit("install").returncode == 0
    return f"--template={folder / '.git'}"


def copy_of_checkout(folder: Path, environment: Mapping[str, str]) -> Repository | None:
    """Commit this checkout's own files, without its tests, into a new repository; None where it is no checkout."""
    listed = Repository(ROOT, environment).git(
        "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ".", ":!tests"
    )
    if listed.returncode:
        return None
    repository = Repository.made(folder, environment)
    for name in filter(None, listed.stdout.split("\0")):
        source, target = ROOT / name, folder / name
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
    repository.git("add", "--all")
    assert repository.commit().returncode == 0
    return repository
