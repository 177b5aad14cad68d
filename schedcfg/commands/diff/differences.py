"""How the configurations of two files differ in behavior: what `schedcfg diff` shows.

Which configuration of one file is compared with which of another, where a file has several.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Annotated, NamedTuple

from schedcfg.commands.diff.results import AnyChange, ChangeKind
from schedcfg.configuration.effective.view import DocumentView, FileView
from schedcfg.document import parse
from schedcfg.findings import DocumentReport, FileReport, Finding, Verdict
from schedcfg.sources import STDIN
from schedcfg.sources.configurations import FOLLOWING, FoundConfiguration, Role, find_configurations


@dataclass(frozen=True, slots=True)
class Side:
    """What is compared.

    Attributes:
        report: The report of `validate` on the file.
        api_version: Short: `v1beta3`; None where it is refused.
        kubernetes: The release that validated it; None where none could.
        document: The report on the configuration that is compared; None where the file has none.
        profiles: The names of its profiles; none where it is refused.
    """

    __json__ = (
        *("path", "verdict", "reason", "api_version", "kubernetes", "runner", "configurations"),
        "findings",
    )

    report: FileReport
    api_version: str = field(metadata={"null_if_empty": True})
    kubernetes: str | None
    document: DocumentReport | None = None
    profiles: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """The file, as it was named."""
        return self.report.path

    @property
    def verdict(self) -> Verdict:
        """What became of it."""
        return self.report.verdict

    @property
    def reason(self) -> str | None:
        """Why it holds no configuration, or is unreadable."""
        return self.report.reason

    @property
    def runner(self) -> Annotated[str | None, {"omit_none": True}]:
        """The place of the manifest that names that release, where nobody requested one."""
        return None if self.document is None else self.document.runner

    @property
    def configurations(self) -> Annotated[int, {"minimum": 0}]:
        """How many the file holds."""
        return len(self.report.documents)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Why the configuration could not be compared."""
        if self.compared or self.lacks_configuration:
            return ()
        documents = self.report.documents if self.document is None else (self.document,)
        return tuple(finding for document in documents for finding in document.findings)

    @property
    def compared(self) -> bool:
        """Whether there was a meaning to compare."""
        return bool(self.api_version)

    def failed(self, reason: str) -> "Side":
        """Return the side of a file that cannot be read."""
        return Side(self.report.failed(reason), "", None)

    @property
    def lacks_configuration(self) -> bool:
        """Whether the file has others, but not the configuration that is compared."""
        return self.document is None and bool(self.report.documents)

    @property
    def name(self) -> str:
        """What reports for people call it."""
        return "standard input" if self.report.path == STDIN else self.report.path


@dataclass(frozen=True, slots=True)
class EmptiedPoint:
    """A profile that runs plugins at an extension point on the left side, and none there on the right.

    Attributes:
        profile: Its name.
        point: The extension point.
    """

    profile: str
    point: str


@dataclass(frozen=True, slots=True)
class Difference:
    """How two sides differ in behavior.

    Attributes:
        left: The one from which the changes lead.
        right: The one to which they lead.
        changes: Profile by profile, then what is above them; empty where the sides behave alike, or one is refused.
        emptied: What runs nowhere any more, at points where that changes what becomes of every Pod.
        configuration: Which configuration of the files it is about; empty where each file has one.
        others: How their other configurations differ.
    """

    left: Side
    right: Side
    changes: tuple[AnyChange, ...] = ()
    emptied: tuple[EmptiedPoint, ...] = ()
    configuration: str = ""
    others: tuple["Difference", ...] = ()

    @property
    def path(self) -> str:
        """Both files, as the user named them."""
        return " or ".join(dict.fromkeys((self.left.report.path, self.right.report.path)))

    def failed(self, reason: str) -> "Difference":
        """Return the difference of files that cannot be read."""
        return Difference(self.left.failed(reason), self.right.failed(reason))

    @property
    def each(self) -> tuple["Difference", ...]:
        """The difference of each configuration, one by one."""
        return replace(self, others=()), *self.others

    @property
    def presence(self) -> ChangeKind | None:
        """Whether the configuration comes or goes; None where both sides have it."""
        if self.left.lacks_configuration:
            return ChangeKind.ADDED
        return ChangeKind.REMOVED if self.right.lacks_configuration else None

    @property
    def in_both(self) -> "Difference":
        """The difference of the first configuration that both sides have, without those that only one of them has."""
        both = [difference for difference in self.each if difference.presence is None]
        return replace(both[0], others=tuple(both[1:])) if both else self

    @property
    def differs(self) -> bool:
        """Whether some configuration behaves differently, comes or goes."""
        return any(difference.changes or difference.presence is not None for difference in self.each)

    @property
    def is_same(self) -> bool:
        """Whether all configurations are compared, and behave the same."""
        return not self.differs and all(difference.compared for difference in self.each)

    @property
    def compared(self) -> bool:
        """Whether both sides have a meaning; if not, there are no changes."""
        return self.left.compared and self.right.compared


class MatchedConfiguration(NamedTuple):
    """A configuration as it is in two files.

    Attributes:
        left: Its place among those of the left file; None where it is only in the right one.
        right: Its place among those of the right file; None where it is only in the left one.
        name: What reports call it; empty where each file has one.
    """

    left: int | None
    right: int | None
    name: str = ""


class _NamedConfiguration(NamedTuple):
    """A configuration with what it can be recognized by."""

    position: int
    found: FoundConfiguration | None
    view: DocumentView

    @property
    def name(self) -> str:
        found = self.found
        in_object = (found.owner, f"key {found.key}" if found.key else "") if found is not None else ()
        named = ", ".join(filter(None, in_object)) or f"line {self.view.report.line}"
        is_read = found is None or FOLLOWING not in found.notes
        return named if is_read else f"{named}, which kube-scheduler does not read"

    @property
    def scheduler_names(self) -> frozenset[str]:
        """The names of its schedulers; none where it is refused."""
        view = self.view.view
        return frozenset() if view is None else frozenset(profile.name for profile in view.profiles)


def matched(left: FileView, right: FileView, role: Role) -> list[MatchedConfiguration]:
    """Match the configurations of two files, in the order of the right one; then those that only the left one has.

    A configuration is the one in the object of the same name, under the same key; of documents, the first, which
    kube-scheduler reads; else the one with the same content, with the same scheduler names, or in the same place; else
    the only one that is left.

    Args:
        left: One file, with a configuration.
        right: The other, likewise.
        role: What both are read as.
    """
    if len(left.documents) == len(right.documents) == 1:
        return [MatchedConfiguration(0, 0)]
    there, here = (dict(enumerate(_named(file, role))) for file in (left, right))
    found = {}
    for recognize in _WAYS:
        for before, after in _equal(there.values(), here.values(), recognize):
            found[after.position] = MatchedConfiguration(before.position, after.position, _both(before, after))
            del there[before.position], here[after.position]
    found |= {
        configuration.position: MatchedConfiguration(None, configuration.position, configuration.name)
        for configuration in here.values()
    }
    gone = (MatchedConfiguration(configuration.position, None, configuration.name) for configuration in there.values())
    return [*(found[index] for index in sorted(found)), *gone]


def _named(file: FileView, role: Role) -> Iterator[_NamedConfiguration]:
    configurations = find_configurations(parse(file.text or ""), role)
    for index, (view, found) in enumerate(zip_longest(file.documents, configurations)):
        yield _NamedConfiguration(index, found, view)


def _both(before: _NamedConfiguration, after: _NamedConfiguration) -> str:
    is_same = before.found is None or after.found is None or before.found.owner == after.found.owner
    if is_same and before.view.report.key == after.view.report.key:
        return after.name
    return f"{after.name} (was {before.name})"


def _by_object(one: _NamedConfiguration) -> Hashable:
    return (one.found.owner, one.found.key) if one.found is not None and one.found.owner else None


def _as_read(one: _NamedConfiguration) -> Hashable:
    return True if one.found is not None and not one.found.is_embedded and FOLLOWING not in one.found.notes else None


def _by_content(one: _NamedConfiguration) -> Hashable:
    document = None if one.found is None else one.found.document
    return None if document is None else json.dumps(document.data, sort_keys=True, default=str)


def _by_scheduler_names(one: _NamedConfiguration) -> Hashable:
    return one.scheduler_names or None


def _by_place(one: _NamedConfiguration) -> Hashable:
    return (one.view.report.number, one.view.report.key)


def _as_only_one(_one: _NamedConfiguration) -> Hashable:
    return True


_WAYS = (_by_object, _as_read, _by_content, _by_scheduler_names, _by_place, _as_only_one)
"""Ways to recognize a configuration, the surest first."""


def _equal(
    there: Iterable[_NamedConfiguration],
    here: Iterable[_NamedConfiguration],
    recognize: Callable[[_NamedConfiguration], Hashable],
) -> list[tuple[_NamedConfiguration, _NamedConfiguration]]:
    """Pair what is recognized as the same; where several are, in their order if there are as many on both sides."""
    groups: dict[Hashable, tuple[list[_NamedConfiguration], list[_NamedConfiguration]]] = defaultdict(lambda: ([], []))
    for side, configurations in enumerate((there, here)):
        for configuration in configurations:
            groups[recognize(configuration)][side].append(configuration)
    return [
        pair
        for key, (before, after) in groups.items()
        if key is not None and len(before) == len(after)
        for pair in zip(before, after, strict=True)
    ]
