"""The scheduler in an existing manifest."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document import Document, Stream
from schedcfg.document.path import Path
from schedcfg.findings import FindingClass, Problem
from schedcfg.manifests.fields import fields, text
from schedcfg.manifests.running import Running, running_in


class Existing(NamedTuple):
    """A manifest with one static Pod that runs kube-scheduler.

    Attributes:
        name: The name of its file.
        document: The Pod.
        running: How it runs the scheduler.
    """

    name: str
    document: Document
    running: Running


class Found(NamedTuple):
    """What was found in a text.

    Attributes:
        document: What to look at.
        existing: The manifest; None where there is no such thing.
        problem: What is wrong then; None otherwise.
    """

    document: Document
    existing: Existing | None
    problem: Problem | None = None


class _Candidate(NamedTuple):
    document: Document
    running: Running


def find(stream: Stream, name: str) -> Found:
    """Find the one Pod that runs kube-scheduler; a program that only may be one counts where no other is.

    Args:
        stream: The manifest.
        name: The name of its file.
    """
    candidates = list(_candidates(stream))
    candidates = [one for one in candidates if one.running.certain] or candidates
    if not candidates:
        first = stream.documents[0] if stream.documents else Document.empty(stream.text)
        return _wrong(first, (), "no container here runs kube-scheduler", "Name the manifest of a kube-scheduler Pod.")
    document, running = candidates[0]
    if len(candidates) > 1:
        message = f"{len(candidates)} containers here run a scheduler, and nothing tells which one is meant"
        return _wrong(document, candidates[1].running.container, message, "Leave one of them in the file.")
    if running.kind != "Pod":
        return _wrong(
            document,
            ("kind",),
            f"this is a {running.kind}; the kubelet runs nothing but Pods from its folder",
            "Name the manifest of a static Pod, or leave --from out: then a new one is written.",
        )
    return Found(document, Existing(name, document, running))


def _candidates(stream: Stream) -> Iterator[_Candidate]:
    for document in stream.documents:
        manifest = fields(document.data)
        for running in running_in(text(manifest.get("kind")), manifest, ()):
            yield _Candidate(document, running)


def _wrong(document: Document, path: Path, message: str, help_: str) -> Found:
    return Found(
        document, None, Problem("not-a-scheduler-pod", path, message, help_, finding_class=FindingClass.ADVISED)
    )
