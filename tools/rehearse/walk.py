"""The first minutes of somebody who has just installed schedcfg, and how long the program needs to start."""

import os
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_EXAMPLE = Path("examples") / "broken" / "scheduler.yaml"
_FOUND = ("refused[unknown-field]", "refused[wrong-type]", "error[undeclared-plugin]")
_REMOVED = "healthzBindAddress"
"""The field that the first finding says to remove; the fixes write the rest."""

_STARTS = 10

WALK = "README's first command; `explain` of a finding; its fixes; the rest by hand; then, in two processes, no finding"
"""What a walk does, in words."""


class Stumbled(Exception):  # noqa: N818 - what happened
    """A step of the walk did not come to what README says."""


@dataclass(frozen=True, slots=True)
class Program:
    """An installed program.

    Attributes:
        command: How it is called.
        variables: What else is in its environment, beside a home and the system's programs.
    """

    command: Sequence[str | Path]
    variables: Mapping[str, str]

    def run(self, *words: str, folder: Path) -> subprocess.CompletedProcess[str]:
        """Run it in a folder, with nothing of our own environment."""
        clean = {"PATH": os.defpath, "HOME": str(folder), "LANG": "C.UTF-8", **self.variables}
        return subprocess.run(  # noqa: S603 - words of ours
            [*self.command, *words], cwd=folder, env=clean, capture_output=True, text=True, check=False
        )


def walk(program: Program, checkout: Path, version: str, folder: Path) -> None:
    """Do what a newcomer does.

    Args:
        program: What was installed.
        checkout: Where the examples are.
        version: What it must say of itself.
        folder: A new folder.

    Raises:
        Stumbled: if something else comes of it than README says.
    """
    file = folder / "scheduler.yaml"
    file.parent.mkdir(parents=True)
    shutil.copy(checkout / _EXAMPLE, file)

    def expect(status: int, *words: str, shows: Sequence[str] = ()) -> str:
        done = program.run(*words, folder=folder)
        missing = [text for text in shows if text not in done.stdout]
        if done.returncode != status or missing:
            raise Stumbled(f"{' '.join(words)}: status {done.returncode}, without {missing}: {done.stderr[-500:]}")
        return done.stdout

    expect(0, "--version", shows=[version])
    expect(1, "validate", file.name, shows=_FOUND)
    expect(0, "explain", "wrong-type", shows=["wrong-type"])
    expect(1, "validate", file.name, "--fix", "--unsafe-fixes", shows=_FOUND[:1])
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(line for line in lines if _REMOVED not in line), encoding="utf-8")
    shutil.copy(file, folder / "copy.yaml")
    if printed := expect(0, "validate", ".", "--jobs", "2"):
        raise Stumbled(f"a file without findings is reported: {printed[:200]}")


def start_time(program: Program, folder: Path) -> float:
    """Return how long `--version` takes, in seconds: the fastest of some runs, as machines do other things, too."""
    measured = []
    for _ in range(_STARTS):
        begun = time.perf_counter()
        program.run("--version", folder=folder)
        measured.append(time.perf_counter() - begun)
    return min(measured)
