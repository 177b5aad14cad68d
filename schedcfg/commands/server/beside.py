"""A text and the files beside it, as what leads from one to the other looks at them: each value with its place."""

import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from schedcfg.commands.server.analysis import Analysis
from schedcfg.configuration.effective.model import Configuration
from schedcfg.document import Document, Path, Span
from schedcfg.document.span import follow
from schedcfg.errors import UnreadableInput
from schedcfg.rules.context_cache import related_folders
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.sources import Text
from schedcfg.sources.configurations import FoundConfiguration, Role, find_configurations
from schedcfg.sources.embedded import manifests, owner_of
from schedcfg.sources.manifests.pod import fields
from schedcfg.sources.manifests.reading import LocatedManifest, numbered_documents
from schedcfg.validation.document import DocumentValidator


class Location(NamedTuple):
    """A stretch of a text.

    Attributes:
        path: The path of its file.
        start: Offset of its first character in that file, in code points.
        end: Offset behind its last one.
    """

    path: str
    start: int
    end: int


class LocatedValue(NamedTuple):
    """A value of a document, or what has no value of its own there.

    Attributes:
        text: The text that it is in.
        document: The document, with the places of that text.
        path: Where the value is; where it is not written, that of what it belongs to.
        is_written: Whether it is written.
        part: The part of the value that counts, as in `--config=/etc/config.yaml`; empty for all of it.
    """

    text: Text
    document: Document
    path: Path
    is_written: bool = True
    part: str = ""

    @property
    def span(self) -> tuple[int, int]:
        """Where it is: of a text what is between its quotes, of what is not written the head of its owner."""
        if not self.is_written:
            return head(self.document, self.path)
        span = self.document.locate(self.path).value
        return _inside(self.text.stream.text, span, self.part or follow(self.document.data, self.path))


class LocatedConfiguration(NamedTuple):
    """A configuration of a text.

    Attributes:
        text: The text.
        found: The configuration, as it was found there.
        configuration: What it means, completed; None where it cannot be read.
    """

    text: Text
    found: FoundConfiguration
    configuration: Configuration | None

    @property
    def has_places(self) -> bool:
        """Whether the places of its values are those of the text."""
        return self.found.span is None

    @property
    def span(self) -> tuple[int, int]:
        """Where it begins: on the key of its ConfigMap or, in a file of its own, on its `apiVersion`."""
        key = config_map_key(self.text, self.found.within)
        if key is not None:
            return key.start.offset, key.end.offset
        if self.found.span is not None:
            return self.found.span.start.offset, self.found.span.end.offset
        return (0, 0) if self.found.document is None else head(self.found.document, ())

    @property
    def profiles(self) -> Iterator[tuple[str, LocatedValue]]:
        """Yield the names of its profiles, each with its place; none where places are not known."""
        document = self.found.document
        for profile in self.configuration.profiles if self.configuration is not None else ():
            if document is not None and profile.scheduler_name:
                path = (*profile.path, "schedulerName")
                is_written = isinstance(follow(document.data, path), str)
                place = LocatedValue(self.text, document, path if is_written else profile.path, is_written)
                yield profile.scheduler_name, place


@dataclass
class SchedulerName:
    """A name that Pods choose a scheduler by, and where it is.

    Attributes:
        profiles: The profiles that have it.
        flags: The flags that give it to a scheduler without a file, up to 1.22.
        workloads: The Pods, and what makes Pods, that choose it.
        unplaced: The texts in which a profile has it at a place that is not known.
    """

    profiles: list[LocatedValue] = field(default_factory=list)
    flags: list[LocatedValue] = field(default_factory=list)
    workloads: list[LocatedValue] = field(default_factory=list)
    unplaced: list[Text] = field(default_factory=list)


class FilesBeside:
    """A text with the files beside it, and what is in them.

    Args:
        analysis: The text, analyzed.

    Raises:
        UnreadableInput: if there is more in the files than is looked at.
    """

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self.own, self.folder, _ = analysis.here

    @cached_property
    def texts(self) -> Mapping[str, Text]:
        """The texts by name; without those of two files of one name, in folders that belong together."""
        counts = Counter(text.name for text in self.folder.texts)
        return {text.name: text for text in self.folder.texts if counts[text.name] == 1}

    @property
    def manifests(self) -> Iterator[tuple[Text, LocatedManifest, DeploymentContext]]:
        """Yield the manifests that have to do with a scheduler, where their places are those of their text."""
        for one, context in self.folder.contexts:
            if one.span is None and one.file in self.texts:
                yield self.texts[one.file], one, context

    @cached_property
    def configurations(self) -> tuple[LocatedConfiguration, ...]:
        """The configurations of all texts, those without places too."""
        return tuple(one for text in self.texts.values() for one in self._configurations(text))

    @cached_property
    def scheduler_names(self) -> Mapping[str, SchedulerName]:
        """The names of schedulers that are in the texts."""
        names: defaultdict[str, SchedulerName] = defaultdict(SchedulerName)
        for configuration in self.configurations:
            for name, place in configuration.profiles:
                if configuration.has_places:
                    names[name].profiles.append(place)
                else:
                    names[name].unplaced.append(configuration.text)
        for text, one, context in self.manifests:
            running, workload = context.running, context.workload
            flag = None if running is None or running.flag("config") else running.flag("scheduler-name")
            if flag is not None and flag.value and flag.is_known:
                names[flag.value].flags.append(LocatedValue(text, one.document, flag.value_path, part=flag.value))
            if workload is not None:
                value = LocatedValue(text, one.document, workload.path, part=workload.part)
                names[workload.scheduler_name].workloads.append(value)
        return names

    def _configurations(self, text: Text) -> Iterator[LocatedConfiguration]:
        validator = DocumentValidator.of(self._analysis.options)
        # What is wrong with a neighbor is reported where the neighbor itself is validated.
        with suppress(UnreadableInput):
            for found in find_configurations(text.stream, Role.ANY):
                if found.role is Role.CONFIG:
                    configuration = None if found.document is None else validator.resolved(found.document)
                    yield LocatedConfiguration(text, found, configuration)

    def path_of(self, text: Text) -> str:
        """Return the path of a text, beside that of the text in question."""
        own = self._analysis.path
        if text is self.own:
            return own
        first, *others = (os.path.join(folder, text.name) for folder in related_folders(os.path.dirname(own)))
        return next((path for path in others if not os.path.isfile(first)), first)

    def location(self, value: LocatedValue) -> Location:
        """Return where a value is."""
        return Location(self.path_of(value.text), *value.span)


@lru_cache(maxsize=4)
def files_beside(analysis: Analysis) -> FilesBeside:
    """Return a text with the files beside it, which are looked at once for all that is asked.

    Raises:
        UnreadableInput: if there is more in the files than is looked at.
    """
    return FilesBeside(analysis)


def config_map_key(text: Text, within: tuple[str, str]) -> Span | None:
    """Return where the key of a configuration in a ConfigMap is; None where it is in none.

    Args:
        text: The text.
        within: The ConfigMap, `ConfigMap kube-system/scheduler`, and the key.
    """
    owner, key = within
    for _, document in numbered_documents(text.stream) if owner.startswith("ConfigMap ") else ():
        for manifest in manifests(document.data):
            if owner_of(manifest) == owner and key in fields(manifest.data.get("data")):
                return document.locate((*manifest.path, "data", key)).key
    return None


def head(document: Document, path: Path) -> tuple[int, int]:
    """Return the first line of what a path leads to; of a whole configuration its `apiVersion`."""
    place = document.locate(path or ("apiVersion",))
    if not path and place.path and place.key is not None:
        return place.key.start.offset, place.value.end.offset
    span = document.first_line_of(document.locate(path).value)
    return span.start.offset, span.end.offset


def _inside(text: str, span: Span, value: object) -> tuple[int, int]:
    """Return where a value is written in a span, without quotes, anchors and what else is around it.

    Args:
        text: The text.
        span: Where it is.
        value: The value; the whole span is returned for one that is not written as it is.
    """
    start, end = span.start.offset, span.end.offset
    if not isinstance(value, str) or not value or (found := text.rfind(value, start, end)) < 0:
        return start, end
    return found, found + len(value)
