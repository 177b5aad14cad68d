"""The scheduler in an existing manifest, and that manifest while it is edited."""

from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from schedcfg.commands.generate.static_pod import PROGRAM
from schedcfg.document import Document, Stream
from schedcfg.document.edit import Draft
from schedcfg.document.span import Path
from schedcfg.errors import EditConflict
from schedcfg.findings import FindingClass, Problem
from schedcfg.sources.manifests.pod import Fields, fields, image, text
from schedcfg.sources.manifests.running import RunningScheduler, running_in


class ExistingPod(NamedTuple):
    """A manifest with one static Pod that runs kube-scheduler."""

    name: str
    document: Document
    running: RunningScheduler


class FoundPod(NamedTuple):
    """What was found in a text."""

    document: Document
    existing: ExistingPod | None  # The manifest; None where there is no such thing
    problem: Problem | None = None  # What is wrong then; None otherwise


class _Candidate(NamedTuple):
    document: Document
    running: RunningScheduler


def find_pod(stream: Stream, name: str) -> FoundPod:
    """Find the one Pod that runs kube-scheduler; a program that only may be one counts where no other is.

    Args:
        stream: The manifest.
        name: The name of its file.
    """
    candidates = list(_candidates(stream))
    candidates = [candidate for candidate in candidates if candidate.running.certain] or candidates
    if not candidates:
        first = stream.documents[0] if stream.documents else Document.empty(stream.text)
        return _wrong(first, (), "no container here runs kube-scheduler", "Use the manifest of a kube-scheduler Pod.")
    document, running = candidates[0]
    if len(candidates) > 1:
        message = f"{len(candidates)} containers here run a scheduler, so it is not clear which one is meant"
        return _wrong(document, candidates[1].running.container, message, "Keep one of them in the file.")
    if running.kind != "Pod":
        return _wrong(
            document,
            ("kind",),
            f"this is a {running.kind}; the kubelet only runs Pods from its folder",
            "Use the manifest of a static Pod, or omit --from: then a new one is written.",
        )
    return FoundPod(document, ExistingPod(name, document, running))


def _candidates(stream: Stream) -> Iterator[_Candidate]:
    for document in stream.documents:
        manifest = fields(document.data)
        for running in running_in(text(manifest.get("kind")), manifest, ()):
            yield _Candidate(document, running)


def _wrong(document: Document, path: Path, message: str, help_: str) -> FoundPod:
    return FoundPod(
        document, None, Problem("not-a-scheduler-pod", path, message, help_, finding_class=FindingClass.ADVISED)
    )


class EditedManifest:
    """A manifest that is edited step by step.

    Args:
        existing: How it is at the beginning.
        its_image: The image that it is to have.

    Raises:
        EditConflict: where its text cannot be read.

    Attributes:
        draft: Its text.
        image: The image that it is to have: it determines the known flags, and the ports.
    """

    def __init__(self, existing: ExistingPod, its_image: str) -> None:
        self.draft = Draft(existing.document.text, existing.document.index)
        self.image = image(its_image)
        self._container = existing.running.container

    @property
    def running(self) -> RunningScheduler:
        """How it runs the scheduler now: each edit may move what comes after it."""
        scheduler = self._found()
        assert scheduler is not None
        return scheduler

    @property
    def container(self) -> Fields:
        """The scheduler's container, as it is now."""
        return fields(self.draft.get(self._container))

    def put(self, path: Path, value: object) -> None:
        """Write a value, unless it is there.

        Raises:
            EditConflict: where that is not safe.
        """
        if not self.draft.has(path) or self.draft.get(path) != value:
            self.draft.set(path, value)

    def append(self, path: Path, value: object) -> None:
        """Put an item at the end of a list, which is made where it is missing.

        Raises:
            EditConflict: where that is not safe.
        """
        current = self.draft.get(path) if self.draft.has(path) else None
        self.draft.insert((*path, len(current) if isinstance(current, list) else 0), value)

    def put_image(self) -> None:
        """Write its image.

        Raises:
            EditConflict: where that is not safe, or nothing but the old image showed that it is a scheduler.
        """
        self.put((*self._container, "image"), self.image.name)
        if self._found() is None:
            self.refuse(
                self._container,
                f"the container with image `{self.image.name}` has no `command`, and the image name does not identify "
                "the program",
                f"Write `command: [{PROGRAM}]`, or the name of the program, and run this command again.",
            )

    def refuse(self, path: Path, message: str, help_: str) -> NoReturn:
        """Raise an error: someone has to do it by hand.

        Raises:
            EditConflict: always.
        """
        raise EditConflict(message, help_, path, 0, 0)

    def _found(self) -> RunningScheduler | None:
        schedulers = running_in("Pod", fields(self.draft.data), ())
        return next((running for running in schedulers if running.container == self._container), None)
