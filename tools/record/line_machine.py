"""A machine of its own, in which the real command is started with one command line after the other, as a user does.

It is run by itself in a new network and with mounts of its own: every port is free, `/files` has what a line names, and
there is a cluster without objects. It reads a line in each line of its input, and writes one about how far that came:

- `ok`: it went on running, until it was ended;
- `ends`: it ended with status 0, as it does after it has shown its version;
- `exits`: it ended with another status, and said why;
- `panic`: it crashed;
- `hangs`: it ran, but asked the cluster for nothing.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from schedcfg.commands.trial.sandboxed import raise_loopback
from tools.record.answers import Row
from tools.record.empty_cluster import EmptyCluster, empty_cluster
from tools.record.recorded_lines import told

FILES = Path("/files")
_COMMAND = Path("/kube-scheduler")
_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "GOTRACEBACK": "all"}
_OF_SYSTEM = ("bin", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "sbin", "sys", "usr")

_QUIET = (1.0, 3.0, 9.0)
"""Seconds without a request after which a command is looked at, and again where that does not show that it runs."""
_START = 3.0
"""Seconds more that it has for its first request."""
_ELECTED = 0.2
_OFTEN = 0.02
_LONGEST_END = 10.0

_RUNS = re.compile(r"\(\*(?:Scheduler|LeaderElector)\)\.Run\b")
_WAITS = re.compile(r"tools/cache\.\(\*Reflector\)\.")
_CRASH = re.compile(r"^(?:panic:|fatal error:).*", re.MULTILINE)

_KUBECONFIG = """apiVersion: v1
kind: Config
current-context: here
contexts: [{{name: here, context: {{cluster: here, user: ""}}}}]
clusters: [{{name: here, cluster: {{server: "http://127.0.0.1:{}"}}}}]
"""


class _Run(NamedTuple):
    """How a command ended, or was ended."""

    status: int | None  # None where it was ended, with what it was doing in `written`
    written: str
    is_elected: bool = False  # Whether it came as far as to ask for the lock of leader election
    is_alone: bool = False  # Whether it asked the cluster for nothing


def main() -> None:
    """Start a program with each line of the input; the arguments are an empty folder and the program."""
    folder, executable = map(Path, sys.argv[1:])
    # Where this was started in the background of a script, the signal is ignored, and all that it starts inherits that.
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    raise_loopback()
    with empty_cluster() as cluster:
        _change_root(folder, executable)
        common = _common_files(cluster)
        for line in sys.stdin:
            row = json.loads(line)
            files = {name: text.encode() for name, text in row.get("files", {}).items()}
            answer = _answer(row["args"], {**common, **files}, cluster)
            sys.stdout.write(f"{json.dumps({'id': row['id'], **answer})}\n")
            sys.stdout.flush()


def _change_root(root: Path, executable: Path) -> None:
    """Have a root of its own, in which nothing of this machine but its system is found, and nothing lasts."""
    _mount("-t", "tmpfs", "none", str(root))
    for name in _OF_SYSTEM:
        original, place = Path("/", name), root / name
        if original.is_symlink():
            place.symlink_to(original.readlink())
        elif original.is_dir():
            place.mkdir()
            _mount("--rbind", str(original), str(place))
    shutil.copy(executable, root / _COMMAND.name)
    (root / "tmp").mkdir(mode=0o1777)
    os.chroot(root)
    os.chdir("/")


def _mount(*arguments: str) -> None:
    subprocess.run(["mount", *arguments], check=True)  # noqa: S603, S607 - that of this machine


def _common_files(cluster: EmptyCluster) -> dict[str, bytes]:
    """Return what each line has in `/files`; the command itself makes a certificate and its key."""
    kubeconfig = _KUBECONFIG.format(cluster.server_port).encode()
    _provide({"kubeconfig": kubeconfig})
    # It ends when it has written its configuration.
    making = {"kubeconfig": FILES / "kubeconfig", "cert-dir": FILES, "write-config-to": FILES / "written.yaml"}
    _run([f"--{flag}={path}" for flag, path in making.items()], cluster, _QUIET[-1])
    certificate, key = ((FILES / f"kube-scheduler.{ending}").read_bytes() for ending in ("crt", "key"))
    cluster.certificate = certificate.decode()
    return {"kubeconfig": kubeconfig, "tls.crt": certificate, "ca.crt": certificate, "tls.key": key}


def _provide(files: Mapping[str, bytes]) -> None:
    shutil.rmtree(FILES, ignore_errors=True)
    FILES.mkdir()
    for name, content in files.items():
        (FILES / name).write_bytes(content)


def _answer(arguments: Sequence[str], files: Mapping[str, bytes], cluster: EmptyCluster) -> Row:
    """Return how far a line comes; a command that was looked at is started again where it was too early to say."""
    done = _Run(None, "")
    for quiet in _QUIET:
        _provide(files)
        done = _run(arguments, cluster, quiet)
        if done.status is not None:
            return _ended(done)
        if done.is_elected or _RUNS.search(done.written) or (done.is_alone and _WAITS.search(done.written)):
            return {"outcome": "ok"}
    return {"outcome": "ok" if _WAITS.search(done.written) else "hangs"}


def _ended(done: _Run) -> Row:
    crash = _CRASH.search(done.written)
    if done.status == 0:
        return {"outcome": "ends"}
    return {"outcome": "panic", "message": crash[0]} if crash else {"outcome": "exits", "message": told(done.written)}


def _run(arguments: Sequence[str], cluster: EmptyCluster, quiet: float) -> _Run:
    """Start the command, and end it when it has asked to be elected, or for nothing in a while."""
    cluster.forget()
    with (
        tempfile.TemporaryFile() as errors,
        subprocess.Popen(  # noqa: S603 - the program that was built
            [_COMMAND, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, env=_ENVIRONMENT
        ) as process,
    ):
        is_elected, asked, until = False, 0.0, time.monotonic() + _START + quiet
        while process.poll() is None and not is_elected and time.monotonic() < until:
            time.sleep(_OFTEN)
            asked, is_elected = cluster.last_request, cluster.is_locked
            until = asked + quiet if asked else until
        if is_elected:
            time.sleep(_ELECTED)  # what else it does at the same time may end it
        status = process.poll()
        if status is None:
            _end(process)
        errors.seek(0)
        return _Run(status, errors.read().decode(errors="replace"), is_elected, not asked)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program of Go, which writes what it was doing."""
    process.send_signal(signal.SIGQUIT)
    try:
        process.wait(_LONGEST_END)
    except subprocess.TimeoutExpired:
        process.kill()


if __name__ == "__main__":
    main()
