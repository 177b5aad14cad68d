"""The effective configuration for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

from schedcfg.configuration.effective.view import (
    AppliedFlag,
    DocumentView,
    EffectiveView,
    Explained,
    ExtenderView,
    FileOfConfigurations,
    FileView,
    Plugins,
    ProfileView,
    Setting,
)
from schedcfg.document.secrets import safe
from schedcfg.findings import Finding
from schedcfg.output.cluster import ClusterSummary
from schedcfg.output.json_report import ConfigurationJson, place_of
from schedcfg.output.json_writer import OMITTED, VERSION, LinesOfFiles, Omitted, in_lines
from schedcfg.output.summary import Summary

Written = TypeVar("Written", bound=ConfigurationJson)


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectiveFileJson(ConfigurationJson):
    """One configuration, or a file without any.

    Attributes:
        configuration: What `kube-scheduler --write-config-to` writes, secrets hidden; null where it is refused.
        plugins: What each profile really runs, by extension point, in running order.
        settings: All values above the profiles, each with its origin; null where it is refused.
        profiles: What runs at each point of a profile, why, and with which Args; null likewise.
        extenders: The services that are asked, in their order; null likewise.
        findings: What was found, sorted by place.
        source: The file of the configuration that a manifest's scheduler is started with, where that is another file.
        flags: The flags of the manifest that set fields of it.
        notes: What else is to be known, as which flags have values that are not known.
    """

    # `safe` has hidden what is secret
    configuration: Mapping[str, Any] | None = field(default=None, metadata={"content": True})
    plugins: Plugins | None = None
    settings: tuple[Setting, ...] | None = None
    profiles: tuple[ProfileView, ...] | None = None
    extenders: tuple[ExtenderView, ...] | None = None
    findings: tuple[Finding, ...] = ()
    source: str | Omitted = OMITTED
    flags: tuple[AppliedFlag, ...] | Omitted = OMITTED
    notes: tuple[str, ...] | Omitted = OMITTED

    @classmethod
    def of(cls, path: str, document: DocumentView) -> "EffectiveFileJson":
        """Return a configuration as it is written."""
        return cls(
            path=path,
            **place_of(document.report),
            **({} if document.view is None else _run(document.view)),
            findings=document.report.findings,
            source=document.source or OMITTED,
            flags=document.flags or OMITTED,
            notes=document.notes or OMITTED,
        )


def _run(view: EffectiveView) -> dict[str, Any]:
    """Return the fields that are null where a configuration is refused."""
    return {
        "configuration": safe("", view.configuration),
        "plugins": view.plugins,
        "settings": _safe(view.settings),
        "profiles": tuple(map(_safe_profile, view.profiles)),
        "extenders": tuple(replace(one, settings=_safe(one.settings)) for one in view.extenders),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectiveJson:
    """What kube-scheduler would run with files.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        kubernetes: The release that was requested; null: the newest that serves each file.
        cluster: With `--cluster`: what was seen of it.
        files: One for each configuration.
    """

    version: Literal[1] = VERSION
    kubernetes: str | None
    cluster: ClusterSummary | Omitted = OMITTED
    files: tuple[EffectiveFileJson, ...]


def render(views: Iterable[FileView], summary: Summary, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object in pieces, a line per configuration.

    `configuration` is what `kube-scheduler --write-config-to` writes, `plugins` what each profile's framework runs,
    and the other keys explain both; all are null where the file is refused.
    """
    files = each_configuration(views, EffectiveFileJson.of, EffectiveFileJson, summary)
    return in_lines(EffectiveJson, kubernetes=summary.kubernetes, cluster=summary.cluster or OMITTED, files=files)


def each_configuration(
    files: Iterable[FileOfConfigurations[Explained]],
    of: Callable[[str, Explained], Written],
    without: Callable[..., Written],
    summary: Summary,
) -> LinesOfFiles:
    """Return what is written of each configuration, and of each file without any.

    Args:
        files: The files.
        of: Returns it for a path and a configuration.
        without: Returns it for the path, the verdict and the reason of a file without any.
        summary: Counts the files about which nothing can be written.
    """

    def of_file(file: FileOfConfigurations[Explained]) -> Iterator[Written]:
        yield from (of(file.path, document) for document in file.documents)
        if not file.documents:
            yield without(path=file.path, verdict=file.verdict, reason=file.reason)

    return LinesOfFiles(files, of_file, summary)


def _safe(settings: Iterable[Setting]) -> tuple[Setting, ...]:
    """Return settings as they may be shown: a name says that a value is secret, which the value alone does not."""
    return tuple(replace(one, value=safe(one.path, one.value), written=safe(one.path, one.written)) for one in settings)


def _safe_profile(profile: ProfileView) -> ProfileView:
    args = tuple(replace(one, settings=_safe(one.settings)) for one in profile.args)
    return replace(profile, args=args, settings=_safe(profile.settings))
