"""Which configuration of one file is compared with which of another, where a file has several."""

import json
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from schedcfg.configuration.effective.view import DocumentView, FileView
from schedcfg.document import parse
from schedcfg.sources.configurations import FOLLOWING, FoundConfiguration, Role, find_configurations


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
    found |= {one.position: MatchedConfiguration(None, one.position, one.name) for one in here.values()}
    gone = (MatchedConfiguration(one.position, None, one.name) for one in there.values())
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
        for one in configurations:
            groups[recognize(one)][side].append(one)
    return [
        pair
        for key, (before, after) in groups.items()
        if key is not None and len(before) == len(after)
        for pair in zip(before, after, strict=True)
    ]
