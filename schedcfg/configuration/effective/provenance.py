"""Where each value of a completed configuration comes from: file, API version, release, or another value."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from schedcfg import releases
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.resolve import Completion
from schedcfg.configuration.effective.view import Origin, OriginKind
from schedcfg.document import Document
from schedcfg.document.span import Path, follow, render
from schedcfg.releases.release import Release


def leaves(data: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Yield every single value with its path, keys sorted; a list of single values counts as one."""
    if isinstance(data, dict) and data:
        for key in sorted(data):
            yield from leaves(data[key], (*path, key))
    elif isinstance(data, list) and any(isinstance(item, dict | list) for item in data):
        for index, item in enumerate(data):
            yield from leaves(item, (*path, index))
    else:
        yield path, data


@dataclass(frozen=True)
class ProvenanceContext:
    """A configuration, and what it is compared with to find where its values come from."""

    document: Document
    configuration: Configuration
    registry: PluginRegistry
    completion: Completion  # How any release would complete the document, and an empty one
    # The line of the whole document, where its own lines are not those of the file; None otherwise
    line: int | None = None

    @cached_property
    def readers(self) -> tuple[Release, ...]:
        """All releases that read the document, the one in question among them."""
        return tuple(map(releases.at, self.completion.readers))

    @cached_property
    def in_others(self) -> tuple[Configuration, ...]:
        """The document as every release that reads it completes it."""
        return tuple(map(self.completion.by, self.readers))

    def in_file(self, path: Path) -> Origin:
        """Return the origin of a value in the user's entry."""
        place = self.document.locate(path)
        start = (place.value if place.key is None else place.key).start
        return Origin(OriginKind.FILE, line=start.line if self.line is None else self.line, path=render(path))

    def by_default(self, *, everywhere: bool) -> Origin:
        """Return the origin of a default: the API version where all its releases agree, else the release."""
        if everywhere:
            return Origin(OriginKind.API_VERSION, self.completion.written_in)
        return Origin(OriginKind.RELEASE, self.configuration.release.name)

    def default(self, value: object, path: Path, in_others: Iterable[object]) -> Origin:
        """Return the origin of a default value.

        Args:
            value: The value.
            path: Its place in each of `in_others`.
            in_others: The same data as every release that reads the document completes it; some may lack the value.
        """
        known = (found for other in in_others if (found := follow(other, path)) is not None)
        return self.by_default(everywhere=all(found == value for found in known))

    def written(self, path: Path) -> object:
        """Return what the user wrote at a path; None where nothing is, or a null, which counts as nothing."""
        return follow(self.document.data, path)


def derived(field: str) -> Origin:
    """Return the origin of a value that follows from another field."""
    return Origin(OriginKind.DERIVED, field)
