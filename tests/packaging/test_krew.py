"""What krew would install: the manifest by krew's own rules, and an archive that is the same wherever it is made."""

import hashlib
import os
import re
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from schedcfg.output.links import REPOSITORY
from tests import go_programs
from tests.cli.test_called import NAMES
from tools import krew
from tools.rehearse.parts import KREW


@pytest.fixture
def archive(tmp_path: Path) -> krew.Archive:
    """Return an archive of a small folder."""
    folder = tmp_path / "folder"
    (folder / "_internal").mkdir(parents=True)
    program = folder / "schedcfg"
    program.write_text("#!/bin/sh\necho called as ${0##*/}\n")
    program.chmod(0o711)
    (folder / "_internal" / "data").write_text("data")
    (folder / "LICENSE").write_text("license")
    path = tmp_path / "scheduler-config-linux-amd64.tar.gz"
    krew.pack(folder, path)
    return krew.Archive(path, "linux", "amd64")


@pytest.fixture
def manifest(archive: krew.Archive, tmp_path: Path) -> Path:
    """Return a file with the manifest, named as krew wants it."""
    path = tmp_path / f"{krew.NAME}.yaml"
    path.write_text(krew.manifest("1.2.3", [archive]), encoding="utf-8")
    return path


def test_the_manifest_names_the_archive(manifest: Path, archive: krew.Archive) -> None:
    plugin: dict[str, Any] = yaml.safe_load(manifest.read_text(encoding="utf-8"))
    assert plugin["metadata"]["name"].replace("-", "_") == NAMES[0].removeprefix("kubectl-")
    spec = plugin["spec"]
    assert spec["version"] == "v1.2.3"
    assert len(spec["shortDescription"]) <= 50
    [platform] = spec["platforms"]
    assert platform["sha256"] == hashlib.sha256(archive.path.read_bytes()).hexdigest()
    assert platform["uri"] == f"{REPOSITORY}/releases/download/v1.2.3/{archive.path.name}"
    assert platform["selector"] == {"matchLabels": {"os": "linux", "arch": "amd64"}}
    with tarfile.open(archive.path) as packed:
        assert packed.getmember(platform["bin"]).mode == 0o755
        assert "LICENSE" in packed.getnames()


def test_the_link_for_completion_is_the_name_that_kubectl_looks_for(manifest: Path) -> None:
    assert set(re.findall(r"\bkubectl[\w-]*_config\b", manifest.read_text(encoding="utf-8"))) == set(NAMES)


def test_the_archive_does_not_depend_on_when_and_by_whom_it_is_made(archive: krew.Archive, tmp_path: Path) -> None:
    first = archive.path.read_bytes()
    copy = tmp_path / "elsewhere"
    shutil.copytree(tmp_path / "folder", copy)
    for path in copy.rglob("*"):
        os.utime(path, (1, 1))
        path.chmod(path.stat().st_mode | 0o060)
    krew.pack(copy, tmp_path / "again.tar.gz")
    assert (tmp_path / "again.tar.gz").read_bytes() == first
    with tarfile.open(archive.path) as packed:
        assert {(one.uid, one.gid, one.uname, one.gname, one.mtime) for one in packed} == {(0, 0, "", "", 0)}


Krew = Callable[..., "subprocess.CompletedProcess[str]"]


def _links(run: Krew) -> list[Path]:
    """Return what krew puts on PATH."""
    found = re.search(r"BinPath\s+(\S+)", run("krew", "version").stdout)
    assert found is not None
    return sorted(Path(found[1]).iterdir())


@pytest.fixture(scope="module")
def real_krew(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Krew:
    """Return what runs krew's own programs, built once; skip where that is not possible."""
    kept = {
        name: go_programs.installed(request.config, f"sigs.k8s.io/krew/cmd/{name}", KREW)
        for name in ("krew", "validate-krew-manifest")
    }
    home = tmp_path_factory.mktemp("krew")

    def run(name: str, *words: str) -> subprocess.CompletedProcess[str]:
        around = {**os.environ, "KREW_ROOT": str(home), "KREW_OS": "linux", "KREW_ARCH": "amd64"}
        return subprocess.run(
            [kept[name], *words], env=around, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )

    return run


def test_krew_accepts_the_manifest(real_krew: Krew, manifest: Path) -> None:
    done = real_krew("validate-krew-manifest", "-skip-install", "-manifest", str(manifest))
    assert done.returncode == 0, done.stderr
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("v1.2.3\n", "1.2.3\n"), encoding="utf-8")
    assert real_krew("validate-krew-manifest", "-skip-install", "-manifest", str(manifest)).returncode != 0


def test_krew_installs_the_archive(real_krew: Krew, manifest: Path, archive: krew.Archive) -> None:
    done = real_krew("krew", "install", f"--manifest={manifest}", f"--archive={archive.path}")
    assert done.returncode == 0, done.stderr
    assert NAMES[1] in done.stderr
    [link] = _links(real_krew)
    assert subprocess.run([link], capture_output=True, text=True, check=True).stdout == f"called as {NAMES[0]}\n"
