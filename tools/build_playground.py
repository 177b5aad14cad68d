"""Build the playground as a folder for any static host: `python -m tools.build_playground`.

What it is made of is pinned with hashes: `playground/package-lock.json` (Pyodide, CodeMirror and what bundles it, from
npm) and `playground/requirements.txt` (wheels, from the Python index). Our own wheel is built from this tree. The same
tree gives the same bytes. Downloads need a network and npm; what the folder holds needs none. A kube-scheduler of
WebAssembly can lie beside the page (`--scheduler`), which then places Pods with it.
"""

import argparse
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from schedcfg import __version__, limits, releases
from schedcfg.commands.trial.answer import html_report
from schedcfg.commands.trial.inputs.given_cluster import read_cluster
from schedcfg.commands.trial.results import Trial
from schedcfg.output.html.page import inert

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "playground"
OUTPUT = ROOT / "build" / "playground"

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""What of Pyodide a page loads. Upstream: its documentation, "Using Pyodide in a web worker"."""

_COPIED = ("python.js", "worker.js", "link.js", "commands.js", "scheduler.js", "machine.js", "icon.svg")
_LINUX = "manylinux_2_17_x86_64"
_COMPILED_FOR_LINUX = "x86_64-linux-gnu.so"
_SAMPLE = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
_HASHES = re.compile(r"(style|script)-src (?:&#39;|')(sha256-[\w+/=]+)(?:&#39;|')")

_PAGES = {
    "effective": ("effective", "scheduler.yaml"),
    "diff": ("diff", "scheduler.yaml", "scheduler.yaml"),
}
"""Command that the playground shows as a page → a call of it."""
_SKETCHES = ("1:cpu=1",), ("1:cpu=1",)
"""Nodes and Pods of a trial that is shown as a page."""


class NotDownloaded(Exception):  # noqa: N818 - what happened
    """A package that the playground is made of cannot be had: mostly, there is no network."""


@dataclass(frozen=True, slots=True)
class PageHashes:
    """What the policy lets pages within the playground run: their own script, and their own style."""

    style: tuple[str, ...]
    script: tuple[str, ...]


def main() -> int:
    """Build, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.build_playground", description=__doc__)
    parser.add_argument("--output", type=Path, default=OUTPUT, help="folder to replace")
    parser.add_argument("--scheduler", type=Path, help="of `tools.build_scheduler`: kube-scheduler-1.37.2.wasm")
    options = parser.parse_args()
    folder = options.output.resolve()
    try:
        build(folder, options.scheduler)
    except NotDownloaded as error:
        sys.stderr.write(f"error: {error}\n")
        return 1
    sys.stdout.writelines(f"{line}\n" for line in weights(folder))
    return 0


def build(folder: Path, scheduler: Path | None = None) -> None:
    """Build the playground.

    Args:
        folder: Where it is written; what is there is replaced.
        scheduler: The kube-scheduler of WebAssembly that it can run; None for none.

    Raises:
        NotDownloaded: if a package cannot be had.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as temporary:
        modules = _install(Path(temporary) / "npm")
        (folder / "pyodide").mkdir()
        for name in PYODIDE:
            shutil.copyfile(modules / "pyodide" / name, folder / "pyodide" / name)
        _bundle(modules, folder / "editor.js")
        wheels = _wheels(
            Path(temporary) / "wheels", json.loads((modules / "pyodide" / "pyodide-lock.json").read_text())
        )
        _pack(wheels, folder / "packages.zip")
    for name in _COPIED:
        shutil.copyfile(SOURCES / name, folder / name)
    shared = ROOT / "schedcfg" / "output" / "html"
    _join([shared / "page.css", SOURCES / "playground.css"], folder / "playground.css")
    _join([shared / "elements.js", SOURCES / "try.js", SOURCES / "playground.js"], folder / "playground.js")
    _write_page(folder, None if scheduler is None else _add_scheduler(scheduler, folder))
    there = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    _fill_in("offline.js", {"files": json.dumps(["./", *(name for name in there if not name.endswith(".gz"))])}, folder)


def weights(folder: Path) -> Iterator[str]:
    """Yield what a visitor loads, file by file, as it is and compressed as hosts send it."""
    total = [0, 0]
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            sizes = len(data), min(len(data), len(gzip.compress(data, 6)))
            total = [one + other for one, other in zip(total, sizes, strict=True)]
            yield f"{path.relative_to(folder)}: {sizes[0]:,} bytes, {sizes[1]:,} compressed"
    yield f"all: {total[0]:,} bytes, {total[1]:,} compressed"


def _install(folder: Path) -> Path:
    """Install what comes from npm, by its lock; no script of a package is run."""
    folder.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(SOURCES / name, folder / name)
    _download(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"], folder)
    return folder / "node_modules"


def _bundle(modules: Path, target: Path) -> None:
    """Write the editor with CodeMirror in one file."""
    source = modules.parent / "editor.js"
    shutil.copyfile(SOURCES / "editor.js", source)
    options = ["--bundle", "--format=esm", "--minify", "--target=es2022", "--legal-comments=eof"]
    _run([str(modules / ".bin" / "esbuild"), source.name, *options, f"--outfile={target}"], modules.parent)


def _wheels(folder: Path, lock: dict[str, Any]) -> list[Path]:
    """Download the wheels for Pyodide's Python, and build ours."""
    version = str(lock["info"]["python"]).rpartition(".")[0]
    tag = f"cp{version.replace('.', '')}"
    platforms = f"pyemscripten_{lock['info']['abi_version']}_{lock['info']['arch']}", _LINUX
    options = ["--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:", f"--python-version={version}"]
    options += ["--implementation=cp", f"--abi={tag}", "--abi=none"]
    options += [f"--platform={platform}" for platform in platforms]
    pip = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check"]
    _download([*pip, *options, f"--dest={folder}", f"--requirement={SOURCES / 'requirements.txt'}"], ROOT)
    _run([sys.executable, "-m", "build", "--wheel", "--no-isolation", f"--outdir={folder}", str(ROOT)], ROOT)
    return sorted(folder.iterdir())


def _pack(wheels: Sequence[Path], target: Path) -> None:
    """Write all packages into one archive, in which nothing depends on when or where it was made."""
    content = {f"playground_{name}": (SOURCES / name).read_bytes() for name in ("command.py", "schedulers.py")}
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            names = [name for name in archive.namelist() if not name.endswith(("/", _COMPILED_FOR_LINUX))]
            content |= {name: archive.read(name) for name in names}
    with zipfile.ZipFile(target, "w") as archive:
        for name in sorted(content):
            archive.writestr(zipfile.ZipInfo(name), content[name], zipfile.ZIP_DEFLATED, 9)


def _join(paths: Sequence[Path], target: Path) -> None:
    target.write_text("\n".join(path.read_text(encoding="utf-8") for path in paths), encoding="utf-8")


@dataclass(frozen=True, slots=True, kw_only=True)
class BesidePage:
    """A kube-scheduler that lies beside the page, compressed.

    Attributes:
        program: Its name: `kube-scheduler-1.37.2.wasm`.
        version: What its name says of the version: `1.37.2`.
        release: Likewise: `1.37`.
        file: Where it is loaded from; another one has another address.
        bytes: How many are loaded.
        notice: The file with the licenses of what is linked; null where none lies beside the program.
    """

    program: str
    version: str
    release: str
    file: str
    bytes: int
    notice: str | None


def _add_scheduler(program: Path, folder: Path) -> BesidePage:
    """Write a scheduler compressed into the folder, and the licenses that belong to it."""
    content = program.read_bytes()
    known, compressed = hashlib.sha256(content).hexdigest(), gzip.compress(content, mtime=0)
    name = f"{program.name}.gz"
    (folder / name).write_bytes(compressed)
    version = program.stem.removeprefix("kube-scheduler-")
    notice = program.with_suffix(".NOTICE.txt")
    if notice.is_file():
        shutil.copyfile(notice, folder / notice.name)
    return BesidePage(
        program=program.name,
        version=version,
        release=".".join(version.split(".")[:2]),
        file=f"{name}?{known[:16]}",
        bytes=len(compressed),
        notice=notice.name if notice.is_file() else None,
    )


def _write_page(folder: Path, scheduler: BesidePage | None) -> None:
    pages = _page_hashes()
    told = {
        "releases": releases.names(),
        "pages": tuple(_PAGES),
        "most": limits.FILE.usual * limits.FILE.unit,
        "scheduler": None if scheduler is None else asdict(scheduler),
    }
    values = {"policy": policy(pages), "version": __version__, "build": inert(json.dumps(told))}
    _fill_in("index.html", values, folder)


def _fill_in(name: str, values: Mapping[str, str], folder: Path) -> None:
    """Write a file of the page into the folder, with values in their places."""
    text = (SOURCES / name).read_text(encoding="utf-8")
    for key, value in values.items():
        text = text.replace(f"{{{{ {key} }}}}", value)
    (folder / name).write_text(text, encoding="utf-8")


def policy(pages: PageHashes) -> str:
    """Return the Content-Security-Policy of the playground: its own folder, WebAssembly, and the pages it shows.

    Args:
        pages: What is shown within it: a page within a page obeys the policies of both.
    """
    script, style = (" ".join(f"'{one}'" for one in hashes) for hashes in (pages.script, pages.style))
    return (
        f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {script}; style-src 'self' {style}; "
        "worker-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"
    )


def _page_hashes() -> PageHashes:
    """Return what the pages of commands declare of themselves."""
    found = {"style": dict[str, None](), "script": dict[str, None]()}
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "scheduler.yaml").write_text(_SAMPLE, encoding="utf-8")
        for call in _PAGES.values():
            command = [sys.executable, "-P", "-m", "schedcfg", *call, "--no-settings", "--output", "html"]
            ours = {**os.environ, "PYTHONPATH": str(ROOT)}
            done = subprocess.run(  # noqa: S603 - no input from outside
                command, cwd=folder, check=True, capture_output=True, text=True, env=ours
            )
            _note_hashes(done.stdout, found)
    # `try` itself would need a scheduler.
    trial = Trial(cluster=read_cluster(*_SKETCHES, releases.names()[-1]).cluster, variants=(), notes=())
    _note_hashes("".join(html_report.render(trial, colored=False)), found)
    return PageHashes(tuple(found["style"]), tuple(found["script"]))


def _note_hashes(page: str, found: Mapping[str, dict[str, None]]) -> None:
    for kind, value in _HASHES.findall(page):
        found[kind][value] = None


def _download(command: list[str], folder: Path) -> None:
    try:
        _run(command, folder)
    except subprocess.CalledProcessError as error:
        reason = error.stderr.decode(errors="replace").strip()[-300:]
        raise NotDownloaded(f"{' '.join(command[:3])} failed, is there a network? {reason}") from None


def _run(command: list[str], folder: Path) -> None:
    subprocess.run(command, cwd=folder, check=True, capture_output=True)  # noqa: S603 - no input from outside


if __name__ == "__main__":
    sys.exit(main())
