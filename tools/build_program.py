"""Build what needs no Python: `python -m tools.build_program`.

A program of one file, and for krew (https://krew.sigs.k8s.io) an archive with its manifest. Both are of the system and
the processor on which this runs. Only what `requirements/` names by its hash is installed for it, beside our own wheel.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import venv
from dataclasses import dataclass
from pathlib import Path

from tools import krew
from tools.release import current_version

ROOT = Path(__file__).parents[1]
OUTPUT = ROOT / "build" / "program"

_PROCESSORS = {"x86_64": "amd64", "aarch64": "arm64", "arm64": "arm64"}
"""What `uname` says → what Go, and so krew, calls it."""

_ENTRY = """\
import multiprocessing

multiprocessing.freeze_support()  # the processes of --jobs are this program
from schedcfg.__main__ import main

main()
"""

# Some rooms are found by listing their folder: the sources lie beside the bytecode. Upstream: PyInstaller's manual,
# "Using Spec Files". One analysis makes both programs.
_SPEC = """\
from PyInstaller.utils.hooks import collect_data_files, collect_submodules

found = Analysis(
    [{entry!r}],
    datas=collect_data_files("schedcfg", include_py_files=True),
    hiddenimports=collect_submodules("schedcfg"),
    excludes=["pip", "setuptools", "tkinter"],
)
# pip lists scripts there with hashes that depend on where they were installed.
found.datas = [one for one in found.datas if not one[0].endswith("/RECORD")]
bytecode = PYZ(found.pure)
EXE(bytecode, found.scripts, found.binaries, found.datas, name="alone", strip=True, upx=False)
folder = EXE(bytecode, found.scripts, exclude_binaries=True, name="schedcfg", strip=True, upx=False)
COLLECT(folder, found.binaries, found.datas, name="folder", strip=True, upx=False)
"""

_ALWAYS_THE_SAME = {"PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": "1577836800"}
"""So that the same tree gives the same bytes. Upstream: PyInstaller's manual, "Creating a Reproducible Build"."""


@dataclass(frozen=True, slots=True)
class Programs:
    """What was built.

    Attributes:
        alone: The program of one file.
        archive: The archive that krew unpacks.
        manifest: What krew reads first.
    """

    alone: Path
    archive: Path
    manifest: Path


def main() -> int:
    """Build, list sizes, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.build_program", description=__doc__)
    parser.add_argument("--output", type=Path, default=OUTPUT, help="folder to replace")
    programs = build(parser.parse_args().output.resolve())
    for path in (programs.alone, programs.archive, programs.manifest):
        sys.stdout.write(f"{path.name}: {path.stat().st_size:,} bytes\n")
    return 0


def build(output: Path, root: Path = ROOT) -> Programs:
    """Build the programs.

    Args:
        output: Where; what is there is replaced.
        root: The project's folder.

    Raises:
        CalledProcessError: if a step fails; what it wrote is on standard error.
    """
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    system, processor = platform.system().lower(), _PROCESSORS[platform.machine()]
    with tempfile.TemporaryDirectory() as temporary:
        made = _freeze(Path(temporary), root)
        alone = output / f"schedcfg-{system}-{processor}"
        shutil.copy(made / "alone", alone)
        shutil.copy(root / "LICENSE", made / "folder")
        archive = output / f"{krew.NAME}-{system}-{processor}.tar.gz"
        krew.pack(made / "folder", archive)
    manifest = output / f"{krew.NAME}.yaml"
    manifest.write_text(krew.manifest(current_version(root), [krew.Archive(archive, system, processor)]), "utf-8")
    return Programs(alone, archive, manifest)


def _freeze(folder: Path, root: Path) -> Path:
    """Run PyInstaller in an environment of its own, and return the folder with what it made."""
    python = folder / "venv" / "bin" / "python"
    venv.create(python.parents[1], with_pip=True)
    _run(["sh", ".ci/build", str(folder / "dist")], root)
    [wheel] = (folder / "dist").glob("*.whl")
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    for name in ("program", "runtime"):
        pinned = f"--requirement=requirements/{name}.txt"
        _run([*pip, "--require-hashes", "--only-binary=:all:", pinned], root)
    _run([*pip, "--no-index", str(wheel)], root)
    entry, spec = folder / "entry.py", folder / "schedcfg.spec"
    entry.write_text(_ENTRY, encoding="utf-8")
    spec.write_text(_SPEC.format(entry=str(entry)), encoding="utf-8")
    places = [f"--distpath={folder / 'made'}", f"--workpath={folder / 'work'}"]
    _run([str(python), "-m", "PyInstaller", "--log-level=ERROR", *places, str(spec)], folder)
    return folder / "made"


def _run(command: list[str], folder: Path) -> None:
    subprocess.run(command, cwd=folder, check=True, env={**os.environ, **_ALWAYS_THE_SAME})  # noqa: S603 - words of ours


if __name__ == "__main__":
    sys.exit(main())
