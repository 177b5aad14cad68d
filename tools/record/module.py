"""The Go program, built with the modules of one patch release."""

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

KUBERNETES = "k8s.io/kubernetes"
API_SERVER = "kube-apiserver"
_DEFINITIONS = "pkg/generated/openapi/zz_generated.openapi.go"
_DEFINED_IN = "v1.24.17"
"""The first minor release whose module has the definitions that the API server is linked with."""

SOURCES = Path(__file__).parent / "program"
OLDEST = 22
"""The first minor release that the program can be linked with."""

_OLDEST_GO = (1, 24)
"""The language that the program itself is written in."""


class BuildError(Exception):
    """A command of Go that failed, with what it wrote."""


@dataclass(frozen=True)
class Build:
    """A program that is linked with one patch release.

    Attributes:
        version: The patch release, `v1.37.1`.
        executable: The program.
        source: The folder of the module cache with the source of `k8s.io/kubernetes`, or of the catalog.
    """

    version: str
    executable: Path
    source: Path


@dataclass(frozen=True)
class Module:
    """One version of a module that is linked beside Kubernetes.

    Attributes:
        path: Its path: `sigs.k8s.io/scheduler-plugins`.
        version: Its version: `v0.31.8`.
        source: Its folder of the module cache.
        requires: The versions of the modules that it was released with.
    """

    path: str
    version: str
    source: Path
    requires: Mapping[str, str]


def cache_folder() -> Path:
    """Return the folder in which programs are built and kept."""
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "schedcfg" / "record"


def newest_patch(release: str, path: str = KUBERNETES) -> str:
    """Return the newest patch of a release that the Go proxy knows: `v1.37.1` for `1.37`."""
    return str(go_json("list", "-m", "-json", f"{path}@v{release}")["Version"])


def download(path: str, version: str) -> Module:
    """Return a module of the Go proxy."""
    found = go_json("mod", "download", "-json", f"{path}@{version}")
    required = go_json("mod", "edit", "-json", found["GoMod"]).get("Require") or ()
    return Module(path, version, Path(found["Dir"]), {one["Path"]: one["Version"] for one in required})


def minor(version: str) -> int:
    """Return 37 for `v1.37.1` and for `1.37`."""
    return int(version.removeprefix("v").split(".")[1])


def build(version: str, beside: Module | None = None, generated: str = "") -> Build:
    """Return the program linked with a patch release; the first time, this takes minutes.

    Args:
        version: The patch release.
        beside: Another module that is linked too.
        generated: A file of Go that registers it with the program.
    """
    folder = cache_folder() / (f"{version}+{Path(beside.path).name}-{beside.version}" if beside else version)
    folder.mkdir(parents=True, exist_ok=True)
    module = go_json("mod", "download", "-json", f"{KUBERNETES}@{version}")
    for old in _sources(folder):
        old.unlink()
    for source in _sources(SOURCES):
        shutil.copy(source, folder)
    described = go_json("mod", "edit", "-json", module["GoMod"])
    (folder / "go.mod").write_text(go_mod(version, described, beside), encoding="utf-8")
    if generated:
        (folder / "registered.go").write_text(generated, encoding="utf-8")
    executable = folder / "record"
    _linked(folder, version, ".", executable)
    return Build(version, executable, beside.source if beside else Path(module["Dir"]))


def build_command(version: str, name: str = "kube-scheduler") -> Path:
    """Return a real command of a patch release, which knows its version.

    Args:
        version: The patch release.
        name: The folder of `cmd/` in the sources of Kubernetes.
    """
    folder = build(version).executable.parent
    if name == API_SERVER and minor(version) < minor(_DEFINED_IN):
        folder = _with_definitions(version, folder)
    # The modules of cloud providers cannot be linked from outside of the repository.
    return _linked(folder, version, f"{KUBERNETES}/cmd/{name}", folder / name, "providerless")


def _with_definitions(version: str, folder: Path) -> Path:
    """Return a folder in which the API server of an old release can be built, whose module lacks what `make` generates.

    The definitions of a later release describe all kinds that it serves; others are not looked at.
    """
    beside, source = folder / "api-server", folder / "api-server" / "kubernetes"
    if not source.is_dir():
        shutil.copytree(download(KUBERNETES, version).source, source)
        (source / _DEFINITIONS).parent.chmod(0o755)  # the module cache is read-only
        shutil.copy(download(KUBERNETES, _DEFINED_IN).source / _DEFINITIONS, source / _DEFINITIONS)
    for file in (*_sources(folder), folder / "go.sum"):
        shutil.copy(file, beside)
    described = (folder / "go.mod").read_text(encoding="utf-8")
    (beside / "go.mod").write_text(f"{described}replace {KUBERNETES} => {source}\n", encoding="utf-8")
    return beside


def build_etcd(package: str) -> Path:
    """Return the newest etcd of a package, which serves the API servers of all releases."""
    folder = cache_folder() / "etcd"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "go.mod").write_text(f"module record\n\ngo {_language('1.24')}\n", encoding="utf-8")
    go("get", f"{package}@latest", folder=folder)
    go("build", "-p", "2", "-ldflags=-s -w", "-o", "etcd", package, folder=folder)
    return folder / "etcd"


def build_with_plugins(version: str, sources: Path) -> Path:
    """Return a scheduler whose main package is in a folder, linked with a patch release."""
    folder = cache_folder() / f"{version}+{sources.parent.name}"
    folder.mkdir(parents=True, exist_ok=True)
    for source in _sources(sources):
        shutil.copy(source, folder)
    described = go_json("mod", "edit", "-json", go_json("mod", "download", "-json", f"{KUBERNETES}@{version}")["GoMod"])
    (folder / "go.mod").write_text(go_mod(version, described), encoding="utf-8")
    return _linked(folder, version, ".", folder / "scheduler")


def build_beside(module: Module, sources: Path, tags: str) -> Path:
    """Return a program that is linked with a module, and with what that module replaces.

    Args:
        module: The module.
        sources: The folder of the program's main package.
        tags: The build tags by which its files know the module's version.
    """
    folder = cache_folder() / f"{Path(module.path).name}-{module.version}"
    folder.mkdir(parents=True, exist_ok=True)
    for source in _sources(sources):
        shutil.copy(source, folder)
    described = go_json("mod", "edit", "-json", str(module.source / "go.mod"))
    lines = ["module record", "", f"go {_language(described['Go'])}", "", f"require {module.path} {module.version}"]
    for replaced in described.get("Replace") or ():
        old, new = replaced["Old"], replaced["New"]
        lines.append(f"replace {old['Path']} => {new['Path']} {new['Version']}")
    (folder / "go.mod").write_text("\n".join(lines) + "\n", encoding="utf-8")
    executable = folder / "record"
    go("build", "-p", "2", "-tags", tags, "-ldflags=-s -w", "-o", str(executable), ".", folder=folder)
    return executable


def _linked(folder: Path, version: str, package: str, executable: Path, more_tags: str = "") -> Path:
    """Build a package into an executable that knows its version, as official ones do: some flags depend on it."""
    go(
        "build",
        "-p",
        "2",
        "-tags",
        f"{tags(version)},{more_tags}".strip(","),
        linker_flags(version),
        "-o",
        str(executable),
        package,
        folder=folder,
    )
    return executable


def linker_flags(version: str, more: str = "") -> str:
    """Return the flag of `go build` by which an executable knows its version.

    Args:
        version: The patch release.
        more: Other flags of the linker.
    """
    parts = {"gitVersion": version, "gitMajor": "1", "gitMinor": minor(version)}
    named = " ".join(f"-X k8s.io/component-base/version.{name}={part}" for name, part in parts.items())
    # Old third-party modules reach into the runtime, which the linker has refused since Go 1.23.
    return f"-ldflags=-s -w -checklinkname=0 {named} {more}".strip()


def _sources(folder: Path) -> list[Path]:
    return [*folder.glob("*.go"), *folder.glob("*.s")]


def tags(version: str) -> str:
    """Return the build tags by which the program's files know the release: `since1.23` for 1.23 and newer."""
    return ",".join(f"since1.{number}" for number in range(OLDEST + 1, minor(version) + 1))


def go_mod(version: str, kubernetes: dict[str, Any], beside: Module | None = None) -> str:
    """Return the go.mod of a program linked with a patch release of Kubernetes.

    Kubernetes replaces its staging modules by folders of its own repository, and up to 1.25 each third-party module by
    the version that it was tested with. Outside of the repository, staging modules have the versions v0.Y.Z.

    Args:
        version: The patch release.
        kubernetes: The go.mod of `k8s.io/kubernetes`, as `go mod edit -json` describes it.
        beside: Another module, which may ask for a later patch release of Kubernetes, and does not get it.
    """
    staging = version.replace("v1.", "v0.", 1)
    lines = ["module record", "", f"go {_language(kubernetes['Go'])}", "", f"require {KUBERNETES} {version}", ""]
    if beside:
        lines += [f"require {beside.path} {beside.version}", "", f"replace {KUBERNETES} => {KUBERNETES} {version}"]
    for replaced in kubernetes.get("Replace") or ():
        old, new = replaced["Old"]["Path"], replaced["New"]
        is_staging = new["Path"].startswith("./staging/")
        target = f"{old} {staging}" if is_staging else f"{new['Path']} {new['Version']}"
        lines.append(f"replace {old} => {target}")
    return "\n".join(lines) + "\n"


def _language(wanted: str) -> str:
    parts = tuple(map(int, wanted.split(".")))
    return wanted if parts > _OLDEST_GO else ".".join(map(str, _OLDEST_GO))


def go_json(*arguments: str) -> dict[str, Any]:
    """Return what a command of Go writes as one JSON document, outside of any module.

    Raises:
        BuildError: if it fails.
    """
    found: dict[str, Any] = json.loads(go(*arguments, folder=cache_folder()))
    return found


def go(*arguments: str, folder: Path, target: Mapping[str, str] | None = None) -> str:
    """Run a command of Go outside of any module but the folder's, and return what it wrote.

    Args:
        arguments: The command.
        folder: Where; it is created.
        target: Variables that name what is built for, as GOOS; None: this machine.

    Raises:
        BuildError: if it fails, or Go is not installed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "GOFLAGS": "-mod=mod -buildvcs=false", "GOWORK": "off", **(target or {})}
    try:
        done = subprocess.run(  # noqa: S603 - arguments of ours
            ["go", *arguments],  # noqa: S607 - the Go that the contributor has
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        raise BuildError("`go` is not installed: what is linked with a release needs Go") from None
    if done.returncode:
        raise BuildError(f"go {' '.join(arguments)}\n{done.stderr.strip()}")
    return done.stdout
