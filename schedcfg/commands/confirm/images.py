"""A kube-scheduler in a container image: run there without a network, or copied out of it."""

import contextlib
import os
import re
import secrets
import signal
from collections.abc import Sequence
from dataclasses import dataclass

from schedcfg.commands.confirm.scheduler import Binary, NoScheduler, binary
from schedcfg.document.texts import printable
from schedcfg.integrations import programs
from schedcfg.integrations.programs import Bounds, ProgramEnd, find, one_line
from schedcfg.patterns import pattern

TOOLS = ("docker", "podman", "nerdctl")
"""What runs images, in the order in which they are looked for."""

_OUTPUT = 4 * 1024 * 1024
_LOOK = 10.0
"""Seconds for what is not the scheduler itself."""

_PLACES = ("/usr/local/bin", "/usr/bin", "/bin", "")
"""Where a program is looked for in an image."""

_FOR_TOOLS = pattern(
    r"PATH|HOME|XDG_RUNTIME_DIR|(?:DOCKER|CONTAINERS?|CONTAINERD|NERDCTL|BUILDKIT)_\w+|STORAGE_(?:DRIVER|OPTS)"
)
_FOLLOW = "--follow-link"


@dataclass(frozen=True)
class ContainerImage:
    """A program in a container image."""

    name: str
    tool: str
    program: str
    pull: bool  # Whether an image that is not here may be downloaded
    seconds: float

    @property
    def is_isolated(self) -> bool:
        """Whether it runs without any network."""
        return True

    def inside(self, folder: str, part: str) -> str:  # noqa: ARG002 - where the parts are mounted
        """Return the path of a part of the run's folder, as the container sees it."""
        return f"/schedcfg-{part}"

    def start(self, folder: str, arguments: Sequence[str], enough: re.Pattern[bytes] | None) -> ProgramEnd:
        """Run it in a container without a network, and remove that."""
        container = f"schedcfg-confirm-{secrets.token_hex(8)}"
        command = [*self._command(folder, container), *arguments]
        try:
            ended = programs.run(
                command, Bounds(self.seconds, _OUTPUT), folder=folder, environment=_environment(), enough=enough
            )
        except BaseException:
            self._remove(container)
            raise
        if ended.status is None:
            self._remove(container)
        return ended._replace(status=_of_container(ended.status))

    def _command(self, folder: str, container: str) -> list[str]:
        bounds = ("--memory=2g", "--pids-limit=512", "--cap-drop=ALL", "--security-opt=no-new-privileges")
        return [
            *(self.tool, "run", "--rm", f"--name={container}", "--network=none", "--read-only", *bounds),
            f"--pull={'missing' if self.pull else 'never'}",
            *(f"--volume={folder}/in:/schedcfg-in:ro", f"--volume={folder}/out:/schedcfg-out"),
            *(f"--entrypoint={self.program}", self.name),
        ]

    def copy(self, folder: str) -> Binary:
        """Return the program, copied out of the image into a folder.

        Raises:
            NoScheduler: if it cannot be copied.
        """
        container, target = f"schedcfg-try-{secrets.token_hex(8)}", f"{folder}/kube-scheduler"
        names = [self.program] if "/" in self.program else [f"{place}/{self.program}" for place in _PLACES]
        pull = f"--pull={'missing' if self.pull else 'never'}"
        os.makedirs(folder, exist_ok=True)
        self._call("create", pull, f"--name={container}", "--network=none", self.name, "true")
        try:
            self._copy_first([f"{container}:{name}" for name in names], target)
        finally:
            self._remove(container)
        return binary(target, self.seconds, self.name)

    def _copy_first(self, sources: Sequence[str], target: str) -> None:
        """Copy the first file that is there.

        Raises:
            NoScheduler: if none is, or it cannot be copied.
        """
        follow = self._following_links()
        reason = ""
        for source in sources:
            try:
                self._call("cp", *follow, source, target)
            except NoScheduler as error:
                reason = error.lines[0]
            else:
                return
        names = ", ".join(source.partition(":")[2] for source in sources)
        message = f"{printable(self.name)} has no kube-scheduler that can be copied; tried: {printable(names)}"
        raise NoScheduler(message, "Name its path in the image with `--entrypoint`.", reason)

    def _following_links(self) -> list[str]:
        """Return how to copy what a link leads to: podman always does that, and does not know the option of others."""
        return [_FOLLOW] if _FOLLOW.encode() in self._call("cp", "--help").output else []

    def _call(self, *arguments: str) -> ProgramEnd:
        """Run the tool, and return how it ended: well.

        Raises:
            NoScheduler: if it fails.
        """
        try:
            ended = programs.run([self.tool, *arguments], Bounds(self.seconds, _OUTPUT), environment=_environment())
        except OSError as error:
            raise NoScheduler(f"{self.tool} cannot be run: {one_line(error.strerror or str(error))}") from None
        if ended.status != 0:
            said = one_line(ended.messages[-1000:].decode("utf-8", "replace"))
            raise NoScheduler(
                f"`{arguments[0]}` of {printable(self.name)} fails: {said}", "`--pull` downloads an image."
            )
        return ended

    def _remove(self, container: str) -> None:
        """Remove a container whose client was killed: the container itself is no child of ours."""
        with contextlib.suppress(OSError):
            command = [self.tool, "rm", "--force", container]
            programs.run(command, Bounds(_LOOK, _OUTPUT), environment=_environment())

    def module(self) -> str | None:
        """Return None: what is in the image is not read."""
        return None


def _of_container(status: int | None) -> int | None:
    """Return the status of a program by that of what runs images: of a signal, both add 128 to its number."""
    is_signal = status is not None and 0 < status - _SIGNALED < signal.NSIG
    return _SIGNALED - status if status is not None and is_signal else status


_SIGNALED = 128


def _works(tool: str) -> bool:
    """Return whether what runs images can: the client of docker is often installed where its server does not run."""
    try:
        return programs.run([tool, "ps"], Bounds(_LOOK, _OUTPUT), environment=_environment()).status == 0
    except OSError:
        return False


def _environment() -> dict[str, str]:
    """Return what a tool needs to find its server and its images."""
    return {name: value for name, value in os.environ.items() if _FOR_TOOLS.fullmatch(name)}


def image(name: str, program: str, seconds: float, *, pull: bool) -> ContainerImage:
    """Return the program in an image.

    Raises:
        NoScheduler: if nothing here runs images, or the name cannot be one.
    """
    if not name or name.startswith("-"):
        raise NoScheduler(f"{printable(name)!r} is not the name of an image")
    installed = list(filter(None, map(find, TOOLS)))
    if not installed:
        message = f"`--image` needs {', '.join(TOOLS[:-1])} or {TOOLS[-1]}, and none of them is installed here"
        raise NoScheduler(message, "Install one, or copy the program out of the image and name it with `--binary`.")
    found = next(filter(_works, installed), installed[0])
    return ContainerImage(name, found, program, pull, seconds)
