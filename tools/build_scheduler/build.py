"""A program of WebAssembly, from Kubernetes' module and files that are replaced in copies of modules."""

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tools.record.module import KUBERNETES, BuildError, cache_folder, download, go, go_json, go_mod, linker_flags

_HERE = Path(__file__).parent
_PROGRAM, _REPLACED = _HERE / "program", _HERE / "replaced"
_TARGET = {"GOOS": "wasip1", "GOARCH": "wasm"}
_LEFT_OUT = shutil.ignore_patterns("*_test.go", "testdata")
"""What no program is built of."""
_LICENSES = ("LICENSE*", "LICENCE*", "COPYING*", "NOTICE*", "COPYRIGHT*")


class Replacement(NamedTuple):
    """A file of Go that takes the place of one in a module."""

    source: str | None  # In `replaced/`; None: an empty file, since another one has what is needed of it
    module: str
    path: str


REPLACEMENTS = (
    Replacement("term_unix.go", "github.com/moby/term", "term_unix.go"),
    Replacement(None, "github.com/moby/term", "termios_unix.go"),
    Replacement(None, "github.com/moby/term", "termios_nonbsd.go"),
    Replacement("journal_unix.go", "github.com/coreos/go-systemd/v22", "journal/journal_unix.go"),
    Replacement("lock_flock.go", "go.etcd.io/etcd/client/pkg/v3", "fileutil/lock_flock.go"),
    Replacement("serving_unix.go", "k8s.io/apiserver", "pkg/server/options/serving_unix.go"),
    Replacement("signal_posix.go", "k8s.io/apiserver", "pkg/server/signal_posix.go"),
    Replacement("signal.go", KUBERNETES, "pkg/scheduler/backend/cache/debugger/signal.go"),
)


class Scheduler(NamedTuple):
    """What was built."""

    program: Path
    manifest: Path


def build(version: str, output: Path, processes: int) -> Scheduler:
    """Return the kube-scheduler of a patch release as WebAssembly; the same sources and Go give the same bytes.

    Args:
        version: The patch release, `v1.37.2`.
        output: The folder for it and its manifest.
        processes: How many packages are compiled at a time.

    Raises:
        BuildError: if a step fails, or a file that is to be replaced is not there.
    """
    folder = _module(version)
    output.mkdir(parents=True, exist_ok=True)
    program = output / f"kube-scheduler-{version.removeprefix('v')}.wasm"
    flags = ("-trimpath", "-tags", "providerless", linker_flags(version, "-buildid="))
    go("build", "-p", str(processes), *flags, "-o", str(program), ".", folder=folder, target=_TARGET)
    manifest = program.with_suffix(".json")
    manifest.write_text(json.dumps(_manifest(version, program, folder), indent=2) + "\n", encoding="utf-8")
    return Scheduler(program, manifest)


def _module(version: str) -> Path:
    """Return the folder of a Go module that is the program, with copies of the modules in which files are replaced."""
    folder = cache_folder().with_name("wasm") / version
    folder.mkdir(parents=True, exist_ok=True)
    for source in _PROGRAM.glob("*.go"):
        shutil.copy(source, folder)
    described = go_json("mod", "edit", "-json", go_json("mod", "download", "-json", f"{KUBERNETES}@{version}")["GoMod"])
    (folder / "go.mod").write_text(go_mod(version, described), encoding="utf-8")
    for name in dict.fromkeys(replacement.module for replacement in REPLACEMENTS):
        found = json.loads(go("list", "-m", "-json", name, folder=folder))
        copy = copy_with_replacements(found, folder / "replaced")
        go("mod", "edit", f"-replace={name}=./{copy.relative_to(folder)}", folder=folder)
    return folder


def copy_with_replacements(module: dict[str, Any], beside: Path) -> Path:
    """Return a copy of a module with our files; a copy that is there already is used again.

    Raises:
        BuildError: if a file that is to be replaced is not there.
    """
    origin = module.get("Replace") or module
    copy = beside / f"{origin['Path']}@{origin['Version']}"
    if not copy.is_dir():
        source = download(origin["Path"], origin["Version"]).source
        shutil.copytree(source, copy, ignore=_LEFT_OUT, copy_function=shutil.copyfile)
        for path in copy.rglob("*"):
            if path.is_dir():
                path.chmod(0o755)  # those of the module cache are read-only
    for replacement in REPLACEMENTS:
        if replacement.module == module["Path"]:
            _replace(copy / replacement.path, replacement)
    return copy


def _replace(path: Path, replacement: Replacement) -> None:
    """Replace a file of a copy.

    Raises:
        BuildError: if it is not there.
    """
    if not path.is_file():
        raise BuildError(f"{path} is to be replaced, and is not there: this release needs other replacements")
    if replacement.source is None:
        path.write_text(f"package {path.parent.name.partition('@')[0]}\n", encoding="utf-8")
    else:
        shutil.copyfile(_REPLACED / replacement.source, path)


def _manifest(version: str, program: Path, folder: Path) -> dict[str, Any]:
    """Return what the program is made of: for who looks, and for who passes it on."""
    with program.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {
        "version": 1,
        "file": program.name,
        "sha256": digest,
        "kubernetes": version,
        "go": go("env", "GOVERSION", folder=folder).strip(),
        "target": _TARGET,
        "replaced": [f"{one.module}/{one.path}" for one in REPLACEMENTS],
        "modules": list(_modules(folder)),
    }


def _modules(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the modules that are linked, each with the files of its license."""
    listed = go("list", "-deps", "-tags", "providerless", "-f", _MODULE_OF_PACKAGE, ".", folder=folder, target=_TARGET)
    for line in sorted(set(listed.splitlines())):
        path, _, rest = line.partition(" ")
        version, _, where = rest.partition(" ")
        licenses = sorted(file.name for pattern in _LICENSES for file in Path(where).glob(pattern) if file.is_file())
        yield {"path": path, "version": version, "licenses": licenses}


_MODULE_OF_PACKAGE = "{{with .Module}}{{if .Version}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}"
