"""The names of a cluster's nodes, asked through the user's own kubectl, which can log in wherever the user can.

It reads the kubeconfig, runs credential plugins, follows proxies and trusts certificates as the user is used to. What
it may take of time and memory is bounded here, and what it writes is made harmless before it stands in a message.
"""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO

from schedcfg.document.texts import SENSITIVE, without_login
from schedcfg.errors import ServerUnavailable
from schedcfg.golang.text import harmless
from schedcfg.manifests.fields import at, fields

_LARGEST = 256 * 1024 * 1024
"""Bytes of each stream: Kubernetes has 5,000 nodes at most, each with 10 to 20 KB, and JSON is indented."""

_LONGEST_MESSAGE = 300
"""Characters; nothing of note needs more."""

_NAME = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_LONGEST_NAME = 253

_SECRET = re.compile(rf"((?:{SENSITIVE})[\w-]*[\"']?\s*[:=]\s*[\"']?|(?:bearer|basic)\s+)[^\s\"']+", re.IGNORECASE)
"""What is called a secret."""

_TOKEN = re.compile(r"[A-Za-z0-9_.+=~-]{40,}")
"""What is longer than words and identifiers are; tokens are."""

_INSTEAD = "Or name the nodes with `--node`, or give them with `--nodes FILE` (`kubectl get nodes -o yaml`)."
_GRANT = (
    "`kubectl create clusterrole node-lister --verb=list --resource=nodes` and a clusterrolebinding to it grant that"
    " (the role `view` does not)."
)


class ClusterFailed(ServerUnavailable):
    """kubectl is not there, fails, takes too long, or writes no list of nodes."""


def node_names(kubeconfig: str, context: str | None, seconds: float) -> tuple[str, ...]:
    """Return the names of a cluster's nodes, sorted.

    Args:
        kubeconfig: The file that names the cluster.
        context: The context to follow; None: the file's `current-context`.
        seconds: How long kubectl may take.

    Raises:
        ClusterFailed: if the names cannot be had, or there are none.
    """
    program = shutil.which("kubectl")
    if program is None or not os.path.isabs(program):  # noqa: PTH117 - strings in, strings out
        # As Go, pass over what lies in the folder where one happens to be.
        raise ClusterFailed(
            "`--kubeconfig` needs kubectl, which is not installed here",
            f"Install it, or add its folder to PATH. {_INSTEAD}",
        )
    arguments = ["get", "nodes", "--output=json", f"--kubeconfig={kubeconfig}"]
    if context is not None:
        arguments.append(f"--context={context}")
    return _names(_run(program, arguments, seconds))


@dataclass(frozen=True, slots=True)
class _Ended:
    """How a program ended; the status is None where it did not end in time, or not by itself."""

    status: int | None
    output: bytes
    errors: str
    is_too_long: bool


def _run(program: str, arguments: Sequence[str], seconds: float) -> bytes:
    """Run kubectl without a shell, a terminal or an input, and return what it wrote.

    Raises:
        ClusterFailed: if it cannot be run, fails, or ends too late or never.
    """
    try:
        process = subprocess.Popen(  # noqa: S603 - the user's own kubectl, without a shell
            [program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        reason = harmless(getattr(error, "strerror", None) or str(error))
        raise ClusterFailed(f"kubectl cannot be run: {reason}", _INSTEAD) from None
    ended = _end_of(process, time.monotonic() + seconds)
    text = _shown(ended.errors)
    behind = f": {text}" if text else ""
    if ended.is_too_long:
        raise ClusterFailed("`kubectl get nodes` writes more than any cluster has nodes", _INSTEAD)
    if ended.status is None:
        message = f"`kubectl get nodes` did not end within {seconds:g} s{behind}"
        advice = "`--timeout` waits longer. Is the VPN or tunnel to the cluster's network up?"
        raise ClusterFailed(message, f"{advice} {_INSTEAD}")
    if ended.status:
        advice = _GRANT if "(Forbidden)" in ended.errors else "Run it by itself to see more."
        raise ClusterFailed(f"`kubectl get nodes` ended with status {ended.status}{behind}", f"{advice} {_INSTEAD}")
    return ended.output


def _end_of(process: "subprocess.Popen[bytes]", deadline: float) -> _Ended:
    """Wait until a program has ended and closed its streams, or kill it with what it has started."""
    assert process.stdout is not None
    assert process.stderr is not None
    output, errors = _StreamReader(process.stdout, process), _StreamReader(process.stderr, process)
    status = None
    try:
        status = _status(process, (output, errors), deadline)
    finally:
        if status is None:
            _kill(process)
    is_too_long = output.is_too_long or errors.is_too_long
    return _Ended(status, bytes(output.kept), bytes(errors.kept).decode("utf-8", "replace"), is_too_long)


class _StreamReader(threading.Thread):
    """Reads a stream to its end, or kills who writes too much."""

    def __init__(self, stream: IO[bytes], process: "subprocess.Popen[bytes]") -> None:
        super().__init__(daemon=True)
        self.kept = bytearray()
        self.is_too_long = False
        self._stream = stream
        self._process = process
        self.start()

    def run(self) -> None:
        with self._stream, contextlib.suppress(OSError, ValueError):
            while part := os.read(self._stream.fileno(), 65_536):
                self.kept += part
                if len(self.kept) > _LARGEST:
                    self.is_too_long = True
                    _kill(self._process)
                    return


def _status(process: "subprocess.Popen[bytes]", readers: Sequence[_StreamReader], deadline: float) -> int | None:
    """Wait for the end of the streams, which a program's own children may keep open, then for its own."""
    for reader in readers:
        reader.join(max(deadline - time.monotonic(), 0))
        if reader.is_alive():
            return None
    try:
        return process.wait(max(deadline - time.monotonic(), 0))
    except subprocess.TimeoutExpired:
        return None


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """End a program and, where the system knows groups, all that it started."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(1)


def _names(output: bytes) -> tuple[str, ...]:
    """Read the list; `items: null` is an empty one, as Go writes it.

    Raises:
        ClusterFailed: if it is none, or it is empty.
    """
    try:
        found = fields(json.loads(output))
    except (ValueError, RecursionError):
        raise ClusterFailed("`kubectl get nodes` wrote something that is no JSON", _INSTEAD) from None
    items = found.get("items")
    if "items" not in found or not isinstance(items, list | None):
        raise ClusterFailed("`kubectl get nodes` wrote something else than a list of nodes", _INSTEAD)
    names = [at(item, "metadata", "name") for item in items or ()]
    good = {name for name in names if isinstance(name, str) and len(name) <= _LONGEST_NAME and _NAME.fullmatch(name)}
    if len(good) != len(names):
        raise ClusterFailed("`kubectl get nodes` wrote a node without a name that a node can have", _INSTEAD)
    if not good:
        raise ClusterFailed("the cluster has no nodes", "Is it the right context? `kubectl get nodes` shows them.")
    return tuple(sorted(good))


def _shown(text: str) -> str:
    """Return one short line of a program's messages, the end of them, without what looks like a secret."""
    bounded = text[-10 * _LONGEST_MESSAGE :]
    hidden = _TOKEN.sub("***", _SECRET.sub(r"\1***", without_login(bounded)))
    line = harmless(" ".join(hidden.split()), len(hidden))
    return line if len(line) <= _LONGEST_MESSAGE else f"… {line[-_LONGEST_MESSAGE:]}"
