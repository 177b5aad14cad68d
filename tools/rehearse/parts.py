"""The parts of a release: each is built in the clone, installed in a fresh place, and tried."""

import gzip
import json
import platform
import shutil
import sys
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tools.build_scheduler.build import RELEASES
from tools.rehearse.rehearsal import NotPossible, Rehearsal, Tried, size_of
from tools.rehearse.walk import Program, Stumbled

KREW = "v0.4.3"
"""The newest release of krew that the proxy of Go's modules has."""

PYTHONS = ("3.11", "3.12", "3.13")
"""Those of the classifiers in pyproject.toml."""


def packages(rehearsal: Rehearsal) -> Iterator[Tried]:
    """Build both packages as a release does, and install each with pip."""
    dist = rehearsal.folder / "dist"
    rehearsal.run("sh", ".ci/build", str(dist))
    [source], [wheel] = dist.glob("*.tar.gz"), dist.glob("*.whl")
    home = rehearsal.environment("from-source", str(source))
    program = Program([home / "bin" / "schedcfg"], {})
    done = f"`pip install` with Python {platform.python_version()}"
    yield rehearsal.walked("source package", program, done, size=size_of(source), installed=size_of(home))
    for version in PYTHONS:
        part = f"wheel, Python {version}"
        python = _python(version)
        if python is None:
            yield Tried(part, f"not tried: python{version} is not installed")
            continue
        home = rehearsal.environment(f"wheel-{version}", str(wheel), python=python)
        program = Program([home / "bin" / "schedcfg"], {})
        yield rehearsal.walked(part, program, "`pip install`", size=size_of(wheel), installed=size_of(home))


def _python(version: str) -> str | None:
    """Return a Python of a minor version: on PATH, or of pyenv."""
    if platform.python_version().startswith(f"{version}."):
        return sys.executable
    kept = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
    return str(kept[-1]) if kept else shutil.which(f"python{version}")


def programs(rehearsal: Rehearsal) -> Iterator[Tried]:
    """Build what needs no Python, and install it as krew does, by krew itself where that can be had."""
    built = rehearsal.folder / "program"
    rehearsal.tool("tools.build_program", "--output", str(built))
    [alone] = (path for path in built.iterdir() if not path.suffix)
    [archive], [manifest] = built.glob("*.tar.gz"), built.glob("*.yaml")
    yield rehearsal.walked(
        alone.name.replace("schedcfg-", "one-file program, "), Program([alone], {}), "copied", size=size_of(alone)
    )
    part = archive.name.removesuffix(".tar.gz").replace("scheduler-config-", "krew archive, ")
    try:
        links, done = _by_krew(rehearsal, manifest, archive)
    except NotPossible as reason:
        links, done = _by_hand(rehearsal, archive), f"unpacked and linked by hand ({reason})"
    kubectl = shutil.which("kubectl")
    plugin = [kubectl, "scheduler-config"] if kubectl else [links / "kubectl-scheduler_config"]
    program = Program(plugin, {"PATH": f"{links}:/usr/bin:/bin"})
    installed = size_of(links.parent)
    yield rehearsal.walked(
        part, program, f"{done}; `kubectl scheduler-config`", size=size_of(archive), installed=installed
    )


def _by_krew(rehearsal: Rehearsal, manifest: Path, archive: Path) -> tuple[Path, str]:
    """Have krew check the manifest and install the archive; return the folder with its links."""
    tools = rehearsal.place("krew")
    for name in ("krew", "validate-krew-manifest"):
        rehearsal.run("go", "install", f"sigs.k8s.io/krew/cmd/{name}@{KREW}", within=tools, GOBIN=str(tools))
    rehearsal.run(str(tools / "validate-krew-manifest"), "-skip-install", "-manifest", str(manifest))
    home = rehearsal.place("krew-root")
    options = (f"--manifest={manifest}", f"--archive={archive}")
    rehearsal.run(str(tools / "krew"), "install", *options, KREW_ROOT=str(home))
    return home / "bin", f"manifest checked and archive installed by krew {KREW}"


def _by_hand(rehearsal: Rehearsal, archive: Path) -> Path:
    home = rehearsal.folder / "krew-root"
    rehearsal.run("tar", "-xzf", str(archive), "-C", str(rehearsal.place("krew-root/store")))
    (home / "bin").mkdir()
    (home / "bin" / "kubectl-scheduler_config").symlink_to(home / "store" / "schedcfg")
    return home / "bin"


def image(rehearsal: Rehearsal) -> Iterator[Tried]:
    """Install what the image contains, and build the image where there is Docker."""
    root = rehearsal.folder / "image-root"
    rehearsal.run("sh", ".ci/install", str(root))
    variables = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONSAFEPATH": "1"}
    size = size_of(root)
    done = "`.ci/install`, as in Dockerfile"
    yield rehearsal.walked("root of the image", Program([root / "bin" / "schedcfg"], variables), done, size=size)
    try:
        rehearsal.run("docker", "info")
    except (NotPossible, OSError) as reason:
        yield Tried("image", f"not tried: {reason}")
    except Exception:  # noqa: BLE001 - whatever it says, there is no server
        yield Tried("image", "not tried: no Docker server runs here")
    else:
        rehearsal.run("docker", "build", "--quiet", "--tag", "schedcfg-rehearsal", ".")
        rehearsal.run("bash", ".ci/try-image", "docker", "schedcfg-rehearsal")
        yield Tried("image", "built, and run without privileges, network and a place to write to: `.ci/try-image`")


def site(rehearsal: Rehearsal) -> Iterator[Tried]:
    """Build the site with the playground, check its links, and use the playground in Chromium."""
    needed = (f"{rehearsal.clone}[docs]", "build", "hatchling", "hatch-fancy-pypi-readme")  # as .readthedocs.yaml does
    python = str(rehearsal.environment("site-tools", *needed) / "bin" / "python")
    rehearsal.tool("tools.site", python=python)
    rehearsal.tool("tools.check_site", python=python)
    playground = rehearsal.clone / "build" / "site" / "playground" / "app"
    rehearsal.tool("tools.build_playground", "--output", str(playground), python=python)
    whole = size_of(rehearsal.clone / "build" / "site")
    yield Tried("site", "built; `python -m tools.check_site`", whole - size_of(playground))
    printed = rehearsal.tool("pytest", "-q", "-p", "no:cacheprovider", "tests/playground")
    last = printed.strip().splitlines()[-1]
    if "passed" not in last:
        yield Tried("playground", f"built; not tried: {last}", size_of(playground))
        return
    yield Tried("playground", f"built; used in Chromium by `tests/playground`: {last}", size_of(playground))


def extension(rehearsal: Rehearsal) -> Iterator[Tried]:
    """Build the extension for VS Code, and open a file with what is packed in it."""
    source = rehearsal.clone / "editors" / "vscode"
    rehearsal.run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", within=source)
    rehearsal.run("npm", "run", "package", within=source)
    [package] = (source / "out").glob("*.vsix")
    unpacked = rehearsal.place("extension")
    with zipfile.ZipFile(package) as archive:
        archive.extractall(unpacked)
    [wheel] = (rehearsal.folder / "dist").glob("*.whl")
    home = rehearsal.environment("server", f"{wheel}[server]")
    scenario = {
        "steps": [["open", {"file": str(_broken(rehearsal)), "language": "yaml"}], ["diagnostics", {}]],
        "settings": {"schedcfg.path": str(home / "bin" / "schedcfg")},
    }
    asked = rehearsal.folder / "scenario.json"
    asked.write_text(json.dumps(scenario), encoding="utf-8")
    driver, bundle = "tests/editors/run_extension.cjs", unpacked / "extension" / "out" / "extension.js"
    shown = json.loads(rehearsal.run("sh", "-c", f"node {driver} {bundle} < {asked}"))
    found = [problem for problems in shown["diagnostics"].values() for problem in problems]
    if len(found) != _BROKEN_FINDINGS:
        raise Stumbled(f"the editor shows {len(found)} findings: {shown['log'][-3:]}")
    done = "built; run by node with a window that is a fake: README's file shows its three findings"
    yield Tried("extension for VS Code", done, size_of(package), size_of(unpacked))
    yield Tried("extension in VS Code itself", "not tried: VS Code cannot be had here")


_BROKEN_FINDINGS = 3


def _broken(rehearsal: Rehearsal) -> Path:
    return rehearsal.clone / "examples" / "broken" / "scheduler.yaml"


def schedulers(rehearsal: Rehearsal) -> Iterator[Tried]:
    """Build the newest kube-scheduler of WebAssembly as a release publishes it, download it, and place Pods with it."""
    if shutil.which("go") is None:
        raise NotPossible("go is not installed")
    built, cache, release = rehearsal.place("schedulers"), rehearsal.place("cache"), RELEASES[-1]
    rehearsal.tool("tools.build_scheduler", release, "--packed", "--output", str(built))
    [packed] = built.glob("*.wasm.gz")
    [wheel] = (rehearsal.folder / "dist").glob("*.whl")
    home = rehearsal.environment("try", f"{wheel}[try]")
    asked = (*_TRIAL, "--release", release, "--pull")
    with _serving(built) as address:
        program = Program([home / "bin" / "python", "-I", "-c", _PULLING, address], {"XDG_CACHE_HOME": str(cache)})
        content = packed.read_bytes()
        packed.write_bytes(_with_another_byte(content))
        refused = program.run(*asked, folder=cache)
        if refused.returncode != _USAGE or "its SHA-256 is another one" not in refused.stderr or any(cache.iterdir()):
            raise Stumbled(f"a program of which a byte is another one is not refused: {refused.stderr[-500:]}")
        packed.write_bytes(content)
        done = program.run(*asked, folder=cache)
    pods = json.loads(done.stdout)["variants"][0]["runs"][0]["pods"] if done.stdout else []
    if sorted(pod["node"] for pod in pods) != _TRIAL_NODES:
        raise Stumbled(f"the Pods are elsewhere: {done.stdout[:200]}{done.stderr[-500:]}")
    how = (
        "built, downloaded by `--pull`, compiled; placed Pods with the wheel's extra `try`; refused with a changed byte"
    )
    yield Tried(f"kube-scheduler {release} of WebAssembly", how, size_of(packed), size_of(cache))


_TRIAL = ("try", "default", "--nodes", "2:cpu=2", "--pods", "2:cpu=1", "--output", "json")
_TRIAL_NODES = ["node-0", "node-1"]
_USAGE = 2
_PULLING = """
import sys
from schedcfg.integrations import built_schedulers

address = sys.argv.pop(1)
built_schedulers.download_address = lambda name: f"{address}/{name}"
from schedcfg.__main__ import main

main()
"""
"""Runs schedcfg with a server of ours in the place of the one that has its releases."""


@contextmanager
def _serving(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine, and yield the address."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def _with_another_byte(packed: bytes) -> bytes:
    """Return a file in the form of gzip with another last byte in what it holds."""
    content = bytearray(gzip.decompress(packed))
    content[-1] ^= 1
    return gzip.compress(content, 1)


def elsewhere(_rehearsal: Rehearsal) -> Iterator[Tried]:
    """List what no single machine can try."""
    here = f"{platform.system()} on {platform.machine()}"
    yield Tried("other systems and processors", f"not tried: this machine is {here}; macOS and Windows never were")
    yield Tried("Python 3.14", "not tried as installed; the playground runs the wheel in Pyodide's CPython 3.14")
    yield Tried("PyPI, registry of images, krew-index, marketplace", "not tried: nothing is published by a rehearsal")


PARTS = {
    "packages": packages,
    "programs": programs,
    "image": image,
    "site": site,
    "extension": extension,
    "schedulers": schedulers,
    "elsewhere": elsewhere,
}
"""Name → what builds and tries a part; the extension and the schedulers need the wheel of the packages."""
