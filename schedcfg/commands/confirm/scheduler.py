"""The user's own kube-scheduler: where it is, which release it is of, and runs of it without a network."""

import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from schedcfg import releases
from schedcfg.cli.streams import waiting
from schedcfg.commands.confirm.go_program import kubernetes_version, modules_of
from schedcfg.document.golang.text import one_line
from schedcfg.document.texts import printable
from schedcfg.errors import SchedcfgError
from schedcfg.integrations import programs, webassembly
from schedcfg.integrations.executables import machine, obstacle
from schedcfg.integrations.programs import Bounds, ProgramEnd, end_of_isolated, isolation
from schedcfg.integrations.working_folders import working_folder, writing_temporary_files
from schedcfg.patterns import pattern
from schedcfg.releases.gate_settings import FeatureGates

SECONDS = 30.0
"""How long one run may take, where nothing else is chosen."""

_OUTPUT = 4 * 1024 * 1024
_FILE = 16 * 1024 * 1024


class NoScheduler(SchedcfgError):  # noqa: N818
    """What was named cannot be run, or is no kube-scheduler."""

    ends_run = True


class Scheduler(Protocol):
    """A kube-scheduler that can be run."""

    @property
    def name(self) -> str:
        """As the user named it."""

    @property
    def seconds(self) -> float:
        """How long one run may take."""

    @property
    def is_isolated(self) -> bool:
        """Whether it runs without any network."""

    def inside(self, folder: str, part: str) -> str:
        """Return the path of a part of the run's folder, as the program sees it."""

    def start(self, folder: str, arguments: Sequence[str], enough: re.Pattern[bytes] | None) -> ProgramEnd:
        """Run it in a folder, and return how it ended.

        Raises:
            OSError: if it cannot be run.
        """

    def module(self) -> str | None:
        """Return the version of Kubernetes' module that is linked into it; None where it does not say."""


@dataclass(frozen=True)
class Binary:
    """A program on this machine."""

    name: str
    path: str
    seconds: float
    compiled: Path | None = None  # Where it is compiled for this machine; None for a program of this system

    @property
    def is_isolated(self) -> bool:
        """Whether it runs without any network."""
        return self.compiled is not None or bool(isolation())

    def inside(self, folder: str, part: str) -> str:
        """Return the path of a part of the run's folder."""
        return f"{folder}/{part}"

    def start(self, folder: str, arguments: Sequence[str], enough: re.Pattern[bytes] | None) -> ProgramEnd:
        """Run it with a small environment and, where the system allows that, without a network."""
        bounds = Bounds(self.seconds, _OUTPUT, _FILE)
        if self.compiled is not None and webassembly.engine is not None:
            return webassembly.engine.run(arguments, bounds, folder, enough)
        environment = {"PATH": os.defpath, "HOME": folder, "TMPDIR": folder, "LC_ALL": "C"}
        within = isolation()
        own = (self.path,) if self.compiled is None else webassembly.command(self.compiled)
        command = [*within, *own, *arguments]
        ended = programs.run(command, bounds, folder=folder, environment=environment, enough=enough)
        return end_of_isolated(self.path, ended) if within else ended

    def module(self) -> str | None:
        """Return the version of Kubernetes' module that is linked into it."""
        return kubernetes_version(modules_of(self.path))


def binary(path: str, seconds: float, name: str = "") -> Binary:
    """Return the program at a path.

    Args:
        path: The path.
        seconds: How long one run may take.
        name: What the user has named, an image that it is from; empty for the path itself.

    Raises:
        NoScheduler: if there is none, or its file shows that the system cannot run it.
        CannotCompile: if it is of WebAssembly, and cannot be compiled.
    """
    whole = os.path.abspath(path)
    if not os.path.isfile(whole):
        raise NoScheduler(f"{printable(path)} is not a file")
    if webassembly.is_webassembly(whole):
        return Binary(name or path, whole, seconds, _compiled(whole))
    if not os.access(whole, os.X_OK):
        raise NoScheduler(f"{printable(path)} is not executable", "`chmod +x` makes it so.")
    reason = obstacle(whole)
    if reason:
        message = f"{printable(name or path)} cannot be run: {reason}"
        raise NoScheduler(message, None if name else _DOWNLOAD.format(machine=machine()))
    return Binary(name or path, whole, seconds)


def _compiled(path: str) -> Path:
    """Return where a program of WebAssembly is compiled; the first time, that takes a minute.

    Raises:
        CannotCompile: if that is not possible.
    """
    target = webassembly.compiled_file(path)
    if target.is_file():
        webassembly.mark_used(target)
    else:
        name = printable(os.path.basename(path))
        with waiting(f"compiling {name} for this machine, once: about a minute and up to 3.5 GiB of memory"):
            webassembly.compile_program(path, target)
    return target


_DOWNLOAD = (
    "`curl --fail --location --remote-name https://dl.k8s.io/release/v1.33.3/bin/linux/{machine}/kube-scheduler` "
    "downloads one."
)


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

_SHOWN = 100
"""Characters of a version; no real one has as many."""

_VERSION = pattern(r"^Kubernetes (\S+)", re.MULTILINE)
_RELEASE = pattern(r"v1\.([0-9]{1,3})(?:\.|$)")


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


def run(scheduler: Scheduler, request: Request, enough: re.Pattern[bytes] | None = None) -> OfflineRun:
    """Run a scheduler offline with a configuration.

    Args:
        scheduler: The scheduler.
        request: What it is run with.
        enough: What, once it is on standard error, is all that is wanted.

    Raises:
        NoScheduler: if it cannot be run.
        UnwritableOutput: if there is no room for its files.
    """
    with working_folder("schedcfg-confirm-") as folder:
        given, made = Path(folder, "in"), Path(folder, "out")
        kubeconfig = f"{scheduler.inside(folder, 'in')}/{_KUBECONFIG}"
        config = request.config(kubeconfig)
        with writing_temporary_files():
            given.mkdir()
            made.mkdir()
            # The user of a container may be another one; nobody else comes through the folder around it.
            made.chmod(stat.S_IRWXU | stat.S_IRWXG | stat.S_IRWXO)
            (given / _KUBECONFIG).write_text(_STUB, encoding="utf-8")
            (given / _CONFIG).write_bytes(config)
        ended = _start(scheduler, folder, list(_arguments(scheduler, folder, request)), enough)
        return OfflineRun(ended, _content(made / _WRITTEN), kubeconfig)


def _arguments(scheduler: Scheduler, folder: str, request: Request) -> Iterator[str]:
    yield f"{request.flag}={scheduler.inside(folder, 'in')}/{_CONFIG}"
    if request.writes:
        # Old releases that list more write the configuration to the log as well, and cannot do that for a Policy.
        yield from (f"--write-config-to={scheduler.inside(folder, 'out')}/{_WRITTEN}", f"-v={_PLUGINS}")
    yield from (f"--master={MASTER}", "--secure-port=0", *request.more)


def _start(
    scheduler: Scheduler, folder: str, arguments: list[str], enough: re.Pattern[bytes] | None = None
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


def gate_flags(gates: FeatureGates) -> tuple[str, ...]:
    """Return the flags that switch feature gates."""
    if not gates:
        return ()
    if isinstance(gates, Mapping):
        gates = (",".join(f"{name}={'true' if on else 'false'}" for name, on in gates.items()),)
    return tuple(f"--feature-gates={value}" for value in gates)


def version(scheduler: Scheduler) -> str:
    """Return what a scheduler writes with `--version`: `v1.29.15`; one of WebAssembly is asked once.

    Raises:
        NoScheduler: if it cannot be run, or writes something else: it is no kube-scheduler.
    """
    return _answered_once(scheduler, "version", lambda: _written_version(scheduler))


def _answered_once(scheduler: Scheduler, question: str, answer: Callable[[], str]) -> str:
    """Return an answer that a scheduler gives each time: of one of WebAssembly, it is kept beside what is compiled."""
    compiled = scheduler.compiled if isinstance(scheduler, Binary) else None
    if compiled is None:
        return answer()
    kept = webassembly.kept_answer(compiled, question)
    if kept is None:
        kept = answer()
        webassembly.keep_answer(compiled, question, kept)
    return kept


def _written_version(scheduler: Scheduler) -> str:
    """Return what a scheduler writes with `--version`: `v1.29.15`.

    Raises:
        NoScheduler: if it cannot be run, or writes something else: it is no kube-scheduler.
    """
    with working_folder("schedcfg-confirm-") as folder:
        with writing_temporary_files():
            Path(folder, "in").mkdir()
            Path(folder, "out").mkdir()
        ended = _start(scheduler, folder, ["--version"])
    match = _VERSION.search(ended.output.decode("utf-8", "replace"))
    if ended.status != 0 or match is None:
        said = one_line((ended.messages or ended.output)[-1000:].decode("utf-8", "replace"))
        behind = f": {said}" if said else ""
        if ended.status is not None and ended.status < 0:
            behind = f": it {ended.how}{behind}"
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
    # To look for a module, all of a program is read.
    for name in (_answered_once(scheduler, "module", lambda: scheduler.module() or ""), shown):
        match = _RELEASE.match(name)
        if match is not None:
            return releases.at(f"1.{match[1]}").name
    message = (
        f"{printable(scheduler.name)} does not show its Kubernetes release: its version is {printable(shown[:_SHOWN])}"
    )
    raise NoScheduler(message, "Name the release: `--kubernetes 1.29`.")
