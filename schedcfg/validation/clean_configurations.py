"""Configurations in which nothing was found: those that differ from one by names alone are not looked at once more.

The configurations of a fleet are alike. What names a scheduler or its lease differs, and rules do not care what name
that is, but for some, and these declare which names they single out (`Rule.singles_out`). It is only remembered that
nothing was found: where something was, it has a place of its own, and its message perhaps a name.
"""

import marshal
from collections import defaultdict
from typing import Any, NamedTuple

from schedcfg.document import Document, Stream
from schedcfg.findings import DocumentReport, FileReport, Verdict
from schedcfg.sources.configurations import Role
from schedcfg.validation.options import Options

_MOST = 4096
_LONGEST = 16_384
"""Characters of a text; with more of them than `_MOST`, and longer ones, what is remembered would fill the memory."""

_FORMAT = 2
"""Of `marshal`: the same bytes for the same data, wherever else its parts are in use."""

_LEASE = ("resourceName", "resourceNamespace")


class CleanConfiguration(NamedTuple):
    """What decides whether something is found in a text, and where that is remembered."""

    document: Document  # The only document of the text
    content: bytes  # Equal where texts differ by nothing but names that no rule singles out
    known: dict[bytes, str]  # Content in which nothing is found → the release that it was validated against

    def report(self, path: str) -> FileReport | None:
        """Return the report on a file with this text, if it is known that nothing is found in it."""
        release = self.known.get(self.content)
        if release is None:
            return None
        data: Any = self.document.data
        api_version, kind = data.get("apiVersion"), data.get("kind")
        report = DocumentReport(0, self.document.line, api_version, kind, release, Verdict.ACCEPTED)
        return FileReport(path, Verdict.ACCEPTED, (report,), text=self.document.text)

    def remember(self, report: FileReport) -> None:
        """Remember that nothing was found, if so, and if no other text of the same data can change that."""
        from schedcfg.rules.registry import depends_on_text  # noqa: PLC0415 - few runs have anything to remember

        if len(self.known) >= _MOST:
            self.known.clear()
        release = report.documents[0].kubernetes if report.documents else None
        self.known[self.content] = release or ""
        if self.report(report.path) != report or depends_on_text(self.document.data):
            del self.known[self.content]


class CleanConfigurations:
    """What is known of the files of one run."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], dict[bytes, str]] = defaultdict(dict)

    def find(self, stream: Stream, options: Options) -> CleanConfiguration | None:
        """Return what decides about a text of one configuration and nothing else; None where that may be anything."""
        if len(stream.documents) != 1 or stream.error is not None or options.role not in {Role.ANY, Role.CONFIG}:
            return None
        if options.requirements:  # They may be about names.
            return None
        [document], text = stream.documents, stream.text
        data = document.data
        if type(data) is not dict or document.defects or len(text) > _LONGEST or "{{" in text or "{%" in text:
            return None
        # All files of a run have the same registry and the same feature gates.
        return CleanConfiguration(
            document, marshal.dumps(_without_names(data), _FORMAT), self._known[options.release(), options.role]
        )


def _without_names(data: dict[str, Any]) -> dict[str, Any]:
    """Return data with each name replaced by its number among the names of the document."""
    from schedcfg.rules.registry import is_singled_out  # noqa: PLC0415 - imported only where it is needed

    numbers: dict[str, tuple[int]] = {}

    def number(value: Any) -> Any:
        if type(value) is not str or is_singled_out(value):
            return value
        # A tuple, since nothing else in data is one.
        return numbers.setdefault(value, (len(numbers),))

    found = dict(data)
    profiles, election = data.get("profiles"), data.get("leaderElection")
    if type(profiles) is list:
        found["profiles"] = [
            {**profile, "schedulerName": number(profile["schedulerName"])}
            if type(profile) is dict and "schedulerName" in profile
            else profile
            for profile in profiles
        ]
    if type(election) is dict:
        found["leaderElection"] = {key: number(value) if key in _LEASE else value for key, value in election.items()}
    return found
