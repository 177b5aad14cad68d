"""The configurations of a cluster, each with its text and the release that reads it.

What runs in a cluster validated together, as a folder of manifests is.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from schedcfg import releases
from schedcfg.configuration.effective.view import FileOfConfigurations
from schedcfg.document import parse, parse_bytes, yaml_writer
from schedcfg.document.span import BREAK, Lines, Position
from schedcfg.errors import FileGuard, UnreadableInput
from schedcfg.findings import DocumentReport, FileReport, Verdict
from schedcfg.integrations.cluster_objects import ClusterObject
from schedcfg.integrations.cluster_reading import ClusterReading
from schedcfg.rules.context_cache import TextsInContext
from schedcfg.sources import SearchTally, Text
from schedcfg.sources.config_map_texts import values
from schedcfg.sources.embedded import manifests
from schedcfg.sources.manifests.pod import at, fields, may_be_same, text
from schedcfg.validation.document import DocumentValidator
from schedcfg.validation.each_file import Verb
from schedcfg.validation.options import Options
from schedcfg.validation.text import full_report, validate_stream

File = TypeVar("File", bound=FileOfConfigurations[Any])

_MOST_NAMED = 5
_KEPT = ("name", "namespace", "labels", "annotations", "ownerReferences")
"""Metadata that rules and readers look at, in the order in which people write it."""


class ClusterConfiguration(NamedTuple):
    """A configuration in a ConfigMap."""

    path: str  # How reports name it: `cluster/kube-system/configmap/my-scheduler[config.yaml]`
    config_map: ClusterObject
    key: str
    text: str


class ClusterContext:
    """The objects of a cluster as texts that belong together.

    Args:
        reading: What was read.
        options: How it is validated.

    Attributes:
        texts: Path → the object as YAML.
        together: All of them.
    """

    def __init__(self, reading: ClusterReading, options: Options) -> None:
        self.texts = {
            cluster_object.path: Text(cluster_object.path, parse(written(cluster_object)))
            for cluster_object in reading.objects
        }
        self.together = TextsInContext(tuple(self.texts.values()), DocumentValidator.of(options))
        self._options = options
        self._release = reading.release if reading.release in releases.names() else None

    def options_for(self, one: ClusterObject) -> Options:
        """Return the options for an object: without a release, that of its scheduler, else of the API server."""
        own = self._options.at(one.path)
        if own.kubernetes is not None or one.kind != "ConfigMap":
            return own
        runners = self.together.folder.runners(self.texts[one.path]).values()
        names = {runner.release.name for runner in runners}
        return own.by(names.pop() if len(names) == 1 else self._release)


def written(one: ClusterObject) -> str:
    """Return an object as YAML."""
    metadata = {key: value for key in _KEPT if (value := at(one.data, "metadata", key)) is not None}
    return yaml_writer.write({**one.data, "metadata": metadata})


def configurations(reading: ClusterReading) -> Iterator[ClusterConfiguration]:
    """Yield the configurations in the ConfigMaps of a cluster."""
    for cluster_object in reading.objects:
        if cluster_object.kind == "ConfigMap":
            for key, value in values(cluster_object.data):
                yield ClusterConfiguration(f"{cluster_object.path}[{key}]", cluster_object, key, value)


def in_cluster(verb: Verb[File], reading: ClusterReading, options: Options, tally: SearchTally) -> Iterator[File]:
    """Yield the result of a verb for each configuration of a cluster, each by the release of its scheduler.

    Args:
        verb: What to do with each.
        reading: What was read.
        options: How they are validated.
        tally: Counts what was seen.
    """
    context = ClusterContext(reading, options)
    for configuration in configurations(reading):
        tally.looked_at += 1
        with FileGuard() as guard:
            content = configuration.text.encode("utf-8", "surrogatepass")
            own = context.options_for(configuration.config_map)
            file = verb.read(parse_bytes(content), own, path=configuration.path)
            file = replace(file, documents=tuple(document.without_fixes() for document in file.documents))
        if guard.reason:
            file = verb.failed(configuration.path, Verdict.UNREADABLE, reason=guard.reason)
        tally.found += file.holds_scheduler
        tally.unreadable += file.verdict is Verdict.UNREADABLE
        yield file
    for unseen in reading.unseen:
        tally.unreadable += 1
        yield verb.failed(unseen.path, Verdict.UNREADABLE, reason=unseen.reason)


def counterpart(
    reading: ClusterReading, file: str, content: str, name: str | None, options: Options
) -> ClusterConfiguration:
    """Return the configuration of a cluster that a file is about.

    That is the one with a name; or in the ConfigMap that the file is; or that serves the same scheduler names.

    Args:
        reading: What was read.
        file: The file, as messages name it.
        content: Its text.
        name: The path of the configuration, as reports show it; None where none was named.
        options: How files are validated.

    Raises:
        UnreadableInput: if there is none, or several.
    """
    there = list(configurations(reading))
    if name is not None:
        found = [
            configuration for configuration in there if name in {configuration.path, configuration.config_map.path}
        ]
    else:
        found = _of_same_config_map(there, content) or _of_same_names(there, content, options)
    if len(found) == 1:
        return found[0]
    what = f"no configuration {name}" if name is not None else f"no configuration for that of {file}"
    if found:
        what = f"{len(found)} configurations for that of {file}"
    listed = ", ".join(configuration.path for configuration in (found or there)[:_MOST_NAMED])
    help_ = f"Name it behind the file: {listed}." if listed else _unseen(reading)
    raise UnreadableInput(f"the cluster has {what}", help_)


def _of_same_config_map(there: list[ClusterConfiguration], content: str) -> list[ClusterConfiguration]:
    own = [
        (text(at(manifest.data, "metadata", "namespace")), text(at(manifest.data, "metadata", "name")), key)
        for document in parse(content).documents
        for manifest in manifests(document.data)
        if manifest.kind == "ConfigMap"
        for key in fields(manifest.data.get("data"))
    ]
    return [
        configuration
        for configuration in there
        for namespace, name, key in own
        if (name, key) == (configuration.config_map.name, configuration.key)
        and may_be_same(namespace, configuration.config_map.namespace)
    ]


def _of_same_names(there: list[ClusterConfiguration], content: str, options: Options) -> list[ClusterConfiguration]:
    wanted = _served(content, options)
    return (
        [configuration for configuration in there if _served(configuration.text, options) == wanted] if wanted else []
    )


def _served(content: str, options: Options) -> frozenset[str]:
    """Return the scheduler names of the first configuration of a text, whatever is wrong with it."""
    validator = DocumentValidator.of(options)
    configuration = validator.configuration(parse(content), None)
    return frozenset(profile.scheduler_name for profile in configuration.profiles) if configuration else frozenset()


def _unseen(reading: ClusterReading) -> str:
    """Return what could not be seen, where nothing was found."""
    if reading.unseen:
        return f"{reading.unseen[0].path} could not be read: {reading.unseen[0].reason}"
    return (
        "The configuration of a static Pod is a file of its node; `schedcfg validate --cluster` shows how to read it."
    )


def validate_cluster(reading: ClusterReading, options: Options, tally: SearchTally) -> Iterator[FileReport]:
    """Yield the reports on the objects of a cluster, and on what could not be read.

    Args:
        reading: What was read.
        options: How it is validated; without a release, schedulers are by that of their image, and configurations
            by that of their scheduler or, where that is not known, of the API server.
        tally: Counts what was seen.
    """
    options = replace(
        options,
        selection=options.selection.ignoring(reading.undecided),
        cluster_release=options.cluster_release or reading.release,
    )
    context = ClusterContext(reading, options)
    for cluster_object in reading.objects:
        tally.looked_at += 1
        with FileGuard() as guard:
            reports = list(_reports(cluster_object, context))
        if guard.reason:
            reports = [FileReport(cluster_object.path, Verdict.UNREADABLE, reason=guard.reason)]
        for report in reports:
            tally.found += report.holds_scheduler
            tally.unreadable += report.verdict is Verdict.UNREADABLE
            yield report
    for unseen in reading.unseen:
        tally.unreadable += 1
        yield FileReport(unseen.path, Verdict.UNREADABLE, reason=unseen.reason)


def _reports(one: ClusterObject, context: ClusterContext) -> Iterator[FileReport]:
    written, own = context.texts[one.path], context.options_for(one)
    report = full_report(validate_stream(written.stream, own, one.path), written.stream, own, context.together)
    data = fields(one.data.get("data"))
    for key in dict.fromkeys(document.key for document in report.documents):
        documents = tuple(document for document in report.documents if document.key == key)
        if key is None or not isinstance(data.get(key), str):
            yield _report(report.path, tuple(one.without_fixes() for one in documents), written.stream.text)
        else:
            moved = OfValue(written, key, text(data[key]))
            yield _report(f"{one.path}[{key}]", tuple(map(moved.document, documents)), moved.value)


def _report(path: str, documents: tuple[DocumentReport, ...], written: str) -> FileReport:
    refused = any(document.verdict is Verdict.REFUSED for document in documents)
    return FileReport(path, Verdict.REFUSED if refused else Verdict.ACCEPTED, documents, text=written)


class OfValue:
    """Positions in the text of a ConfigMap's key, rather than in the ConfigMap as it is written here.

    Args:
        written: The ConfigMap.
        key: The key.
        value: Its text.
    """

    def __init__(self, written: Text, key: str, value: str) -> None:
        self.value = value
        self._lines = Lines(value)
        place = written.stream.documents[0].locate(("data", key)).value
        rows = BREAK.split(written.stream.text)[place.start.line :]
        pairs = list(zip(BREAK.split(value.rstrip("\r\n")), rows, strict=False))
        # A block begins in the line behind its key; what is no block has no lines of its own.
        self._is_block = bool(pairs) and all(row.strip() == line.strip() for line, row in pairs)
        self._above = place.start.line
        self._before = next((len(row) - len(line) for line, row in pairs if line), 0)

    def document(self, document: DocumentReport) -> DocumentReport:
        """Return the report on a configuration with its places in the value."""
        findings = tuple(
            replace(finding, start=self._moved(finding.start), end=self._moved(finding.end))
            for finding in document.without_fixes().findings
        )
        return replace(document, findings=findings, line=self._moved(Position(document.line, 1, 0)).line, number=0)

    def line(self, line: int) -> int:
        """Return the line in the value of a line here; in an edited value, it may be behind its end."""
        return max(line - self._above, 1) if self._is_block else 1

    def _moved(self, position: Position) -> Position:
        if not self._is_block:
            return Position(1, 1, 0)
        line = min(max(position.line - self._above, 1), len(self._lines.starts))
        column = max(position.column - self._before, 1)
        return self._lines.position(self._lines.starts[line - 1] + column - 1)
