"""List the pinned requirements that are out of date, or pin them anew: `python -m tools.requirements`.

The packages and programs are built, and the action and the image installed, with the versions and hashes in
`requirements/`. They follow from pyproject.toml: whether they still do is checked without an index; `--write` asks the
index, by uv.
"""

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]

_PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[\w.+!-]+)(?: ; (?P<marker>[^\\]+?))?(?: \\)?")
_HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")


def main() -> int:
    """Check or write, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.requirements", description=__doc__)
    parser.add_argument("--write", action="store_true", help="pin the newest versions; needs `pip install uv`")
    if parser.parse_args().write:
        for path, wanted in files(ROOT).items():
            path.write_text(_header(wanted) + _pinned(wanted, _python(ROOT)), encoding="utf-8")
    found = list(problems(ROOT))
    sys.stderr.writelines(f"{one}\n" for one in found)
    return 1 if found else 0


def files(root: Path) -> dict[Path, list[str]]:
    """Return the files, and what pyproject.toml requires for each."""
    project = _project(root)
    return {
        root / "requirements" / "build.txt": project["build-system"]["requires"],
        root / "requirements" / "runtime.txt": project["project"]["dependencies"],
        root / "requirements" / "try.txt": project["project"]["optional-dependencies"]["try"],
        root / "requirements" / "program.txt": project["project"]["optional-dependencies"]["program"],
    }


def problems(root: Path) -> Iterator[str]:
    """Yield what is out of date, or could be replaced unnoticed."""
    for path, wanted in files(root).items():
        name = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        header = _header(wanted)
        if not text.startswith(header):
            yield f"{name} is not of what pyproject.toml requires now: run `python -m tools.requirements --write`"
            continue
        yield from (f"{name}: {problem}" for problem in _problems(text.removeprefix(header), wanted))


def _problems(pins: str, wanted: list[str]) -> Iterator[str]:
    """Yield lines that are neither a pin nor its hash, pins without hashes, and requirements that no pin meets."""
    versions: dict[str, str] = {}
    unhashed: str | None = None
    for line in pins.splitlines():
        pin = _PIN.fullmatch(line)
        if pin is not None:
            if unhashed is not None:
                yield f"{unhashed} has no hash"
            unhashed = pin["name"]
            versions[unhashed] = pin["version"]
        elif _HASH.fullmatch(line):
            unhashed = None
        else:
            yield f"{line!r} is neither a version nor a hash"
    if unhashed is not None:
        yield f"{unhashed} has no hash"
    for requirement in map(Requirement, wanted):
        version = versions.get(canonicalize_name(requirement.name))
        if version is None or not requirement.specifier.contains(version, prereleases=True):
            yield f"{requirement} is not met by {version or 'any version'}"


def _header(wanted: list[str]) -> str:
    """Return the comment that a file begins with: from what it was made."""
    lines = ["# Made by `python -m tools.requirements --write` of these requirements in pyproject.toml:", *wanted]
    return "\n#   ".join(lines) + "\n"


def _pinned(wanted: list[str], python: str) -> str:
    """Return the newest versions, for all systems, of what only needs unpacking: no code runs that has no hash.

    Raises:
        CalledProcessError: if uv is not installed or fails.
    """
    options = ("--universal", "--python-version", python, "--only-binary", ":all:", "--generate-hashes")
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", *options, "--no-annotate", "--no-header", "-"]
    requirements = "".join(f"{one}\n" for one in wanted)
    # S603: words of ours and of pyproject.toml, without a shell.
    return subprocess.run(command, input=requirements, capture_output=True, check=True, text=True).stdout  # noqa: S603


def _python(root: Path) -> str:
    """Return the lowest version of Python: `3.11`."""
    requires: str = _project(root)["project"]["requires-python"]
    return requires.removeprefix(">=")


def _project(root: Path) -> dict[str, Any]:
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


if __name__ == "__main__":
    sys.exit(main())
