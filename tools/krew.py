"""What krew installs for `kubectl scheduler-config`: an archive for each platform, and the manifest that names them.

Upstream: sigs.k8s.io/krew, pkg/index/types.go and internal/index/validation/validate.go; its rules for names and texts
are on its site, under "Developer Guide".
"""

import gzip
import hashlib
import io
import tarfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.scalarstring import walk_tree

from schedcfg.output.links import REPOSITORY, SITE

NAME = "scheduler-config"
"""The plugin's name: kubectl runs `kubectl-scheduler_config`, a link that krew makes."""

_DESCRIPTION = """\
Reports offline whether kube-scheduler would start with a KubeSchedulerConfiguration,
for each Kubernetes release since 1.18, with the line, the reason and the fix.
It also shows what the scheduler would run, compares releases, and migrates
files to another API version.
"""

_CAVEATS = """\
To complete words after "kubectl scheduler-config" as well, link it once more:
  cd "${KREW_ROOT:-$HOME/.krew}/bin"
  ln -s kubectl-scheduler_config kubectl_complete-scheduler_config
"""
# krew links one name only: https://github.com/kubernetes-sigs/krew/issues/812


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive, and where its program runs.

    Attributes:
        path: The file.
        system: The system, as Go calls it: `linux`.
        processor: The processor, as Go calls it: `amd64`.
    """

    path: Path
    system: str
    processor: str


def manifest(version: str, archives: Iterable[Archive]) -> str:
    """Return the manifest of a release.

    Args:
        version: Without a `v`.
        archives: One for each platform; where there is none, krew says that the plugin is not available.
    """
    plugin = {
        "apiVersion": "krew.googlecontainertools.github.com/v1alpha2",
        "kind": "Plugin",
        "metadata": {"name": NAME},
        "spec": {
            "version": f"v{version}",
            "homepage": SITE,
            "shortDescription": "Check kube-scheduler configurations offline",
            "description": _DESCRIPTION,
            "caveats": _CAVEATS,
            "platforms": [_platform(version, archive) for archive in archives],
        },
    }
    walk_tree(plugin)  # lines of texts stay lines
    writer, text = YAML(), io.StringIO()
    writer.width = 200  # addresses stay in one line
    writer.dump(plugin, text)
    return text.getvalue()


def _platform(version: str, archive: Archive) -> dict[str, object]:
    return {
        "selector": {"matchLabels": {"os": archive.system, "arch": archive.processor}},
        "uri": f"{REPOSITORY}/releases/download/v{version}/{archive.path.name}",
        "sha256": hashlib.sha256(archive.path.read_bytes()).hexdigest(),
        "bin": "schedcfg",
    }


def pack(folder: Path, target: Path) -> None:
    """Write a folder as an archive in which nothing depends on when, where or by whom it was made."""
    with (
        target.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, 0) as compressed,
        tarfile.open(fileobj=compressed, mode="w", format=tarfile.USTAR_FORMAT) as archive,
    ):
        for path in sorted(folder.rglob("*")):
            archive.add(path, path.relative_to(folder).as_posix(), recursive=False, filter=_anonymous)


def _anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    is_executable = member.isdir() or bool(member.mode & 0o100)
    member.mode = 0o755 if is_executable else 0o644
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = ""
    return member
