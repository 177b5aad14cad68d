"""The files of an upgrade: those that have to do with schedulers."""

from collections.abc import Iterable
from dataclasses import dataclass

from schedcfg.configuration.decode.scheduler_test import is_scheduler_test
from schedcfg.document import Stream
from schedcfg.errors import UnreadableInput
from schedcfg.findings import Verdict
from schedcfg.sources import SearchTally, may_hold_manifests
from schedcfg.sources.configurations import Role, find_configurations
from schedcfg.sources.manifests.reading import has_manifests
from schedcfg.validation.each_file import Verb, each_file
from schedcfg.validation.options import Options


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file of an upgrade."""

    path: str
    verdict: Verdict  # `ACCEPTED` where it has to do with schedulers, or holds tests of one
    reason: str | None = None  # Why it is unreadable; None otherwise
    text: str | None = None  # Its text; None where it is none
    encoding: str = "utf-8"  # How its bytes become text
    has_tests: bool = False  # Whether it holds tests that say where Pods go

    @property
    def holds_scheduler(self) -> bool:
        """Whether it has to do with schedulers."""
        return self.verdict is Verdict.ACCEPTED and not self.has_tests


def read_files(paths: Iterable[str], options: Options, tally: SearchTally | None = None) -> list[ReadFile]:
    """Read files and folders; see `each_file`."""
    return list(each_file(Verb(_read, ReadFile, may_hold_manifests), paths, options, 1, tally))


def _read(stream: Stream, options: Options, *, path: str) -> ReadFile:
    if stream.undecodable is not None:
        raise stream.undecodable
    if stream.blocks is not None:
        raise UnreadableInput(
            "it is Markdown or a script, and no cluster runs it", "Name the files that a cluster runs."
        )
    has_tests = any(is_scheduler_test(document.data) for document in stream.documents)
    is_wanted = has_tests or is_planned(stream) or options.role is Role.NAMED
    verdict = Verdict.ACCEPTED if is_wanted else Verdict.SKIPPED
    return ReadFile(path, verdict, text=stream.text, encoding=stream.encoding, has_tests=has_tests)


def is_planned(stream: Stream) -> bool:
    """Return whether a text has to do with schedulers."""
    return bool(find_configurations(stream, Role.ANY)) or has_manifests(stream)
