"""Build the real kube-scheduler of a release as WebAssembly: `python -m tools.build_scheduler 1.37 -o FOLDER`.

It is Kubernetes' own module with a `main` of ours (`program/`), in which a few files of Go are replaced that need what
WebAssembly does not have (`replaced/`; each says why). Beside it are a manifest, with versions, its hash, its modules
and their licenses, and the texts of these. It needs Go, some gigabytes of module cache and, the first time, several
minutes.
"""

import argparse
import sys
from pathlib import Path

from tools.build_scheduler.build import RELEASES, build, pack
from tools.record.module import BuildError, newest_patch


def main() -> int:
    """Build, and return the exit status: 3 where nothing can be built."""
    parser = argparse.ArgumentParser(prog="python -m tools.build_scheduler", description=__doc__)
    parser.add_argument("release", help="the release, 1.37, or a patch release, 1.37.2; `all`: each that builds")
    parser.add_argument("-o", "--output", type=Path, help="folder; default: where `schedcfg try` looks for it")
    parser.add_argument("--processes", type=int, default=2, help="how many packages are compiled at a time")
    parser.add_argument(
        "--with",
        dest="plugins",
        metavar="MODULE[@VERSION]|FOLDER",
        help="a module of Go whose `main` links plugins, sigs.k8s.io/scheduler-plugins, or a folder with one",
    )
    parser.add_argument("--packed", action="store_true", help="as a release of schedcfg publishes it")
    options = parser.parse_args()
    try:
        for release in RELEASES if options.release == "all" else (options.release.removeprefix("v"),):
            output = (options.output or _kept()).resolve()
            built = build(newest_patch(release), output, options.processes, options.plugins)
            for path in pack(built) if options.packed else built:
                sys.stdout.write(f"{path.name}: {path.stat().st_size:,} bytes\n")
    except BuildError as error:
        sys.stderr.write(f"{error}\n")
        return 3
    return 0


def _kept() -> Path:
    from schedcfg.integrations.built_schedulers import kept_folder  # noqa: PLC0415 - needs libraries, all else none

    return kept_folder()


if __name__ == "__main__":
    sys.exit(main())
