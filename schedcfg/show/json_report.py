"""The effective configuration for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from schedcfg.effective.view import DocumentView, EffectiveView, FileView, Origin, OriginKind
from schedcfg.findings import Verdict
from schedcfg.output.json_report import FindingJson
from schedcfg.output.json_writer import OMITTED, VERSION, Omitted, in_lines
from schedcfg.output.summary import Summary


@dataclass(frozen=True, slots=True)
class WeightedPluginJson:
    """One plugin.

    Attributes:
        name: Its name.
        weight: 0 where weights mean nothing.
    """

    name: str
    weight: int = field(metadata={"minimum": 0})


@dataclass(frozen=True, slots=True)
class OriginJson:
    """Where a value comes from.

    Attributes:
        kind: What it comes from.
        name: The API version, the release, or the field that it is derived from.
        line: The line of the file, from 1.
        path: The user's entry.
    """

    kind: OriginKind
    name: str | None
    line: int | None = field(metadata={"minimum": 1})
    path: str | None

    @classmethod
    def of(cls, origin: Origin | None) -> "OriginJson | None":
        """Return an origin as it is written; None for none."""
        return None if origin is None else cls(origin.kind, origin.name or None, origin.line, origin.path or None)


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectiveFileJson:
    """One configuration, or a file without any.

    Attributes:
        path: The file, as it was named; `-` for standard input.
        verdict: What became of it.
        reason: Why the file holds none, or is unreadable.
        index: Its place among the documents of the file, from 0.
        line: The line where it begins, from 1.
        api_version: As written; empty where none is.
        kubernetes: The release that is meant; null where there is none.
        key: The key of the ConfigMap that it is in, or its path in a document of another kind.
        configuration: What `kube-scheduler --write-config-to` writes; null where it is refused.
        plugins: What each profile really runs, by extension point, in running order.
        findings: What was found, sorted by place.
    """

    path: str
    verdict: Verdict
    reason: str | Omitted | None = OMITTED
    index: int | Omitted = field(default=OMITTED, metadata={"minimum": 0})
    line: int | Omitted = field(default=OMITTED, metadata={"minimum": 1})
    api_version: str | Omitted = OMITTED
    kubernetes: str | Omitted | None = OMITTED
    key: str | Omitted = OMITTED
    configuration: Mapping[str, Any] | None
    plugins: Mapping[str, Mapping[str, tuple[WeightedPluginJson, ...]]] | None
    findings: tuple[FindingJson, ...]

    @classmethod
    def of(cls, path: str, document: DocumentView) -> "EffectiveFileJson":
        """Return a configuration as it is written."""
        report, view = document.report, document.view
        return cls(
            path=path,
            verdict=report.verdict,
            index=report.number,
            line=report.line,
            api_version=report.api_version,
            kubernetes=report.kubernetes,
            key=OMITTED if report.key is None else report.key,
            configuration=None if view is None else view.configuration,
            plugins=None if view is None else _plugins(view),
            findings=tuple(map(FindingJson.of, report.findings)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectiveJson:
    """What kube-scheduler would run with files.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        kubernetes: The release that was requested; null: the newest that serves each file.
        files: One for each configuration.
    """

    version: Literal[1] = VERSION
    kubernetes: str | None
    files: tuple[EffectiveFileJson, ...]


def render(views: Iterable[FileView], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object in pieces, a line per configuration.

    `configuration` is what `kube-scheduler --write-config-to` writes, `plugins` what each profile's framework runs;
    both are null where the file is refused.
    """
    return in_lines(EffectiveJson, kubernetes=summary.kubernetes, files=_files(views))


def _files(views: Iterable[FileView]) -> Iterator[EffectiveFileJson]:
    for view in views:
        for document in view.documents:
            yield EffectiveFileJson.of(view.path, document)
        if not view.documents:
            yield EffectiveFileJson(
                path=view.path,
                verdict=view.verdict,
                reason=view.reason,
                configuration=None,
                plugins=None,
                findings=(),
            )


def _plugins(view: EffectiveView) -> dict[str, dict[str, tuple[WeightedPluginJson, ...]]]:
    return {
        profile: {
            point: tuple(WeightedPluginJson(one.name, one.weight) for one in running)
            for point, running in points.items()
        }
        for profile, points in view.plugins.items()
    }
