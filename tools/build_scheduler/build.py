"""A program of WebAssembly, from Kubernetes' module or one with plugins, in which a few files are replaced."""

import gzip
import hashlib
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tools.build_scheduler.licenses import LinkedModule, go_version, linked_modules, notice
from tools.build_scheduler.plugins import PluginsMain, module_with_plugins
from tools.build_scheduler.replacements import replace_in
from tools.record.module import KUBERNETES, cache_folder, go, go_json, go_mod, linker_flags, tags

RELEASES = tuple(f"1.{minor}" for minor in range(22, 38))
"""Those that were built and tried; a release of schedcfg publishes them. Others may need other replacements."""

_PROGRAM = Path(__file__).parent / "program"
_CONNECTIONS = "connections.go"
"""The file that any `main` of a scheduler is linked with."""
_TARGET = {"GOOS": "wasip1", "GOARCH": "wasm"}


class Scheduler(NamedTuple):
    """What was built."""

    program: Path
    manifest: Path
    notice: Path  # The texts of all licenses, which whoever passes the program on has to add


def build(version: str, output: Path, processes: int, plugins: str | None = None) -> Scheduler:
    """Return the kube-scheduler of a patch release as WebAssembly; the same sources and Go give the same bytes.

    Args:
        version: The patch release, `v1.37.2`.
        output: The folder for it and its manifest.
        processes: How many packages are compiled at a time.
        plugins: A module, or a folder, with a `main` that links plugins of its own; None: Kubernetes' own `main`.

    Raises:
        BuildError: if a step fails, or a file that is to be replaced is not there.
    """
    main = _main(version, plugins)
    replaced = replace_in(main.folder, main.kubernetes)
    output.mkdir(parents=True, exist_ok=True)
    name = f"kube-scheduler-{main.kubernetes.removeprefix('v')}{main.name and '+'}{main.name}"
    built = Scheduler(*(output / f"{name}.{ending}" for ending in ("wasm", "json", "NOTICE.txt")))
    all_tags = f"{tags(main.kubernetes)},providerless".lstrip(",")
    flags = ("-trimpath", "-tags", all_tags, linker_flags(main.kubernetes, "-buildid="))
    command = ("build", "-p", str(processes), *flags, "-o", str(built.program), main.package)
    go(*command, folder=main.folder, target=_TARGET)
    modules = linked_modules(main.folder, main.package, all_tags, _TARGET)
    described = _manifest(main, built.program, replaced, modules)
    built.manifest.write_text(json.dumps(described, indent=2) + "\n", encoding="utf-8")
    built.notice.write_text(notice(built.program.name, modules), encoding="utf-8")
    return built


def pack(built: Scheduler) -> tuple[Path, ...]:
    """Replace a program and its manifest by what a release publishes, which `schedcfg try --pull` downloads; return it.

    That is the program in the form of gzip, and the manifest by the name of the minor release.
    """
    packed = built.program.with_name(f"{built.program.name}.gz")
    with packed.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as file, built.program.open("rb") as source:
        shutil.copyfileobj(source, file)
    built.program.unlink()
    return (
        packed,
        built.manifest.replace(built.manifest.with_name(f"{built.manifest.stem.rpartition('.')[0]}.json")),
        built.notice,
    )


def _main(version: str, plugins: str | None) -> PluginsMain:
    """Return what is built: Kubernetes' `main`, or another one."""
    beside = cache_folder().with_name("wasm")
    if plugins is not None:
        main = module_with_plugins(plugins, version, beside)
        shutil.copy(_PROGRAM / _CONNECTIONS, main.folder / main.package)
        return main
    folder = beside / version
    folder.mkdir(parents=True, exist_ok=True)
    for source in _PROGRAM.glob("*.go"):
        shutil.copy(source, folder)
    described = go_json("mod", "edit", "-json", go_json("mod", "download", "-json", f"{KUBERNETES}@{version}")["GoMod"])
    (folder / "go.mod").write_text(go_mod(version, described), encoding="utf-8")
    return PluginsMain("", version, folder, ".")


def _manifest(
    main: PluginsMain, program: Path, replaced: Sequence[str], modules: Sequence[LinkedModule]
) -> dict[str, Any]:
    """Return what the program is made of: for who looks, and for who passes it on."""
    with program.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {
        "version": 1,
        "file": program.name,
        "sha256": digest,
        "kubernetes": main.kubernetes,
        "go": go_version(main.folder),
        "target": _TARGET,
        "replaced": list(replaced),
        "modules": [
            {
                "path": module.path,
                "version": module.version,
                "licenses": [{"file": one.path, "names": one.licenses} for one in module.texts],
            }
            for module in modules
        ],
    }
