"""One run of a scheduler: a temporary folder, flags that need no cluster, and what it wrote."""

import os
import re
import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from schedcfg import releases
from schedcfg.document.golang.text import one_line
from schedcfg.document.texts import printable
from schedcfg.external.confirm.scheduler import NoScheduler, Scheduler
from schedcfg.external.programs import ProgramEnd
from schedcfg.patterns import pattern

MASTER = "http://127.0.0.1:1"
"""An address at which nobody listens: the program has no server to talk to."""

_CONFIG, _KUBECONFIG, _WRITTEN = "config.yaml", "kubeconfig.yaml", "written.yaml"
_STUB = f"""\
apiVersion: v1
kind: Config
current-context: nowhere
contexts: [{{name: nowhere, context: {{cluster: nowhere, user: nobody}}}}]
clusters: [{{name: nowhere, cluster: {{server: "{MASTER}"}}}}]
users: [{{name: nobody, user: {{}}}}]
"""
"""Takes the place of the kubeconfig that a file names: nothing is read of the real one."""

_LARGEST = 16 * 1024 * 1024
_PLUGINS = 2
"""The verbosity at which kube-scheduler lists its plugins, since 1.30."""

_VERSION = pattern(r"^Kubernetes (\S+)", re.MULTILINE)
_RELEASE = pattern(r"v1\.(\d+)(?:\.|$)")


class Request(NamedTuple):
    """What a scheduler is run with."""

    config: Callable[[str], bytes]
    flag: str = "--config"  # The flag that names the file: `--config` or `--policy-config-file`
    more: tuple[str, ...] = ()
    writes: bool = True  # Whether it only writes the completed configuration


class OfflineRun(NamedTuple):
    """How a run ended, and what was written."""

    ended: ProgramEnd
    written: bytes | None  # The completed configuration; None where none was written
    kubeconfig: str

    @property
    def messages(self) -> str:
        """What it wrote to standard error, and to standard output, which old releases use."""
        return (self.ended.messages + self.ended.output).decode("utf-8", "replace")


def run(
    scheduler: Scheduler, request: Request, enough: Callable[[bytes], bool] = lambda _messages: False
) -> OfflineRun:
    """Run a scheduler offline with a configuration.

    Args:
        scheduler: The scheduler.
        request: What it is run with.
        enough: Returns whether what it has written to standard error is all that is wanted.

    Raises:
        NoScheduler: if it cannot be run.
    """
    with tempfile.TemporaryDirectory(prefix="schedcfg-confirm-") as folder:
        given, made = Path(folder, "in"), Path(folder, "out")
        given.mkdir()
        made.mkdir()
        # The user of a container may be another one; nobody else comes through the folder around it.
        made.chmod(stat.S_IRWXU | stat.S_IRWXG | stat.S_IRWXO)
        kubeconfig = f"{scheduler.inside(folder, 'in')}/{_KUBECONFIG}"
        (given / _KUBECONFIG).write_text(_STUB, encoding="utf-8")
        (given / _CONFIG).write_bytes(request.config(kubeconfig))
        ended = _start(scheduler, folder, list(_arguments(scheduler, folder, request)), enough)
        return OfflineRun(ended, _content(made / _WRITTEN), kubeconfig)


def _arguments(scheduler: Scheduler, folder: str, request: Request) -> Iterator[str]:
    yield f"{request.flag}={scheduler.inside(folder, 'in')}/{_CONFIG}"
    if request.writes:
        # Old releases that list more write the configuration to the log as well, and cannot do that for a Policy.
        yield from (f"--write-config-to={scheduler.inside(folder, 'out')}/{_WRITTEN}", f"-v={_PLUGINS}")
    yield from (f"--master={MASTER}", "--secure-port=0", *request.more)


def _start(
    scheduler: Scheduler, folder: str, arguments: list[str], enough: Callable[[bytes], bool] = lambda _messages: False
) -> ProgramEnd:
    try:
        return scheduler.start(folder, arguments, enough)
    except (OSError, ValueError) as error:
        reason = one_line(getattr(error, "strerror", None) or str(error))
        raise NoScheduler(f"{printable(scheduler.name)} cannot be run: {reason}") from None


def _content(path: Path) -> bytes | None:
    """Return what was written; None where that is nothing, too much, or no file."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        content = file.read(_LARGEST + 1)
    return content if 0 < len(content) <= _LARGEST else None


def version(scheduler: Scheduler) -> str:
    """Return what a scheduler writes with `--version`: `v1.29.15`.

    Raises:
        NoScheduler: if it cannot be run, or writes something else: it is no kube-scheduler.
    """
    with tempfile.TemporaryDirectory(prefix="schedcfg-confirm-") as folder:
        Path(folder, "in").mkdir()
        Path(folder, "out").mkdir()
        ended = _start(scheduler, folder, ["--version"])
    match = _VERSION.search(ended.output.decode("utf-8", "replace"))
    if ended.status != 0 or match is None:
        said = one_line((ended.messages or ended.output)[-1000:].decode("utf-8", "replace"))
        behind = f": {said}" if said else ""
        message = f"{printable(scheduler.name)} does not respond to `--version` as kube-scheduler does{behind}"
        raise NoScheduler(message, "Name a kube-scheduler, or a program that was built from it.")
    return match[1]


def release(scheduler: Scheduler) -> str:
    """Return the Kubernetes release that a scheduler is built from: `1.29`.

    The module that is linked into a program counts more than what it says: schedulers with plugins of their own
    often have versions of their own.

    Raises:
        NoScheduler: if it cannot be run, is no kube-scheduler, or does not show its release.
        UnknownTarget: if the release is not known.
    """
    shown = version(scheduler)
    for name in (scheduler.module(), shown):
        match = _RELEASE.match(name or "")
        if match is not None:
            return releases.at(f"1.{match[1]}").name
    message = f"{printable(scheduler.name)} does not show its Kubernetes release: its version is {printable(shown)}"
    raise NoScheduler(message, "Name the release: `--kubernetes 1.29`.")
