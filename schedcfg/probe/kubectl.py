"""The names of a cluster's nodes, asked through the user's own kubectl, which can log in wherever the user can.

It reads the kubeconfig, runs credential plugins, follows proxies and trusts certificates as the user is used to. What
it may take of time and memory is bounded here, and what it writes is made harmless before it is in a message.
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
from collections.abc import Mapping, Sequence
from typing import IO

from schedcfg.document.texts import SENSITIVE, without_login
from schedcfg.errors import ServerUnavailable
from schedcfg.golang.text import harmless
from schedcfg.manifests.fields import at, fields
from schedcfg.patterns import pattern
from schedcfg.plugins.label_syntax import is_dns_name

_LARGEST = 256 * 1024 * 1024
"""Bytes of each stream: Kubernetes has 5,000 nodes at most, each with 10 to 20 KB, and JSON is indented."""

_LONGEST_MESSAGE = 300
"""Characters; nothing of note needs more."""


_SECRET = pattern(rf"((?:{SENSITIVE})[\w-]*+[\"']?\s*+[:=]\s*[\"']?|(?:bearer|basic)\s+)[^\s\"']+", re.IGNORECASE)
"""What is called a secret."""

_TOKEN = pattern(r"[A-Za-z0-9_.+=~-]{40,}")
"""What is longer than words and identifiers are; tokens are."""

_INSTEAD = "Or name the nodes with `--node`, or in a file with `--nodes FILE` (`kubectl get nodes -o yaml`)."
_GRANT = (
    "`kubectl create clusterrole node-lister --verb=list --resource=nodes` and a clusterrolebinding to it grant this "
    "(the role `view` does not)."
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
        # As Go, skip what lies in the folder where one happens to be.
        raise ClusterFailed(
            "`--kubeconfig` needs kubectl, which is not installed here",
            f"Install it, or add its folder to PATH. {_INSTEAD}",
        )
    arguments = ["get", "nodes", "--output=json", f"--kubeconfig={kubeconfig}"]
    if context is not None:
        arguments.append(f"--context={context}")
    return _names(_run(program, arguments, seconds))


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
    output, messages = bytearray(), bytearray()
    status = _status(process, {process.stdout: output, process.stderr: messages}, time.monotonic() + seconds)
    errors = messages.decode("utf-8", "replace")
    text = _shown(errors)
    behind = f": {text}" if text else ""
    if max(len(output), len(messages)) > _LARGEST:
        raise ClusterFailed("the output of `kubectl get nodes` is too large", _INSTEAD)
    if status is None:
        message = f"`kubectl get nodes` did not exit within {seconds:g} s{behind}"
        advice = "Raise `--timeout`. Is the VPN or tunnel to the cluster's network up?"
        raise ClusterFailed(message, f"{advice} {_INSTEAD}")
    if status:
        advice = _GRANT if "(Forbidden)" in errors else "Run it manually to see more."
        raise ClusterFailed(f"`kubectl get nodes` exited with status {status}{behind}", f"{advice} {_INSTEAD}")
    return bytes(output)


def _status(
    process: "subprocess.Popen[bytes]", streams: Mapping[IO[bytes] | None, bytearray], deadline: float
) -> int | None:
    """Read a program's streams, which its own children may keep open, and wait for its end.

    Returns:
        Its status; None where it did not end in time, and was killed with all that it had started.
    """
    readers = [threading.Thread(target=_read, args=(*pair, process), daemon=True) for pair in streams.items()]
    for reader in readers:
        reader.start()
    status = None
    try:
        for reader in readers:
            reader.join(max(deadline - time.monotonic(), 0))
        if not any(reader.is_alive() for reader in readers):
            status = process.wait(max(deadline - time.monotonic(), 0))
    except subprocess.TimeoutExpired:
        return None
    finally:
        if status is None:
            _kill(process)
    return status


def _read(stream: IO[bytes], kept: bytearray, process: "subprocess.Popen[bytes]") -> None:
    """Read a stream to its end, or kill who writes too much."""
    with stream, contextlib.suppress(OSError, ValueError):
        while part := os.read(stream.fileno(), 65_536):
            kept += part
            if len(kept) > _LARGEST:
                _kill(process)
                return


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
        raise ClusterFailed("the output of `kubectl get nodes` is not JSON", _INSTEAD) from None
    items = found.get("items")
    if "items" not in found or not isinstance(items, list | None):
        raise ClusterFailed("the output of `kubectl get nodes` is not a list of nodes", _INSTEAD)
    names = [at(item, "metadata", "name") for item in items or ()]
    good = {name for name in names if isinstance(name, str) and is_dns_name(name)}
    if len(good) != len(names):
        raise ClusterFailed("the output of `kubectl get nodes` contains a node without a valid name", _INSTEAD)
    if not good:
        raise ClusterFailed("the cluster has no nodes", "Is it the right context? Check with `kubectl get nodes`.")
    return tuple(sorted(good))


def _shown(text: str) -> str:
    """Return one short line of a program's messages, the end of them, without what looks like a secret."""
    bounded = text[-10 * _LONGEST_MESSAGE :]
    hidden = _TOKEN.sub("***", _SECRET.sub(r"\1***", without_login(bounded)))
    line = harmless(" ".join(hidden.split()), len(hidden))
    return line if len(line) <= _LONGEST_MESSAGE else f"… {line[-_LONGEST_MESSAGE:]}"
