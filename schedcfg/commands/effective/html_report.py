"""The effective configuration as a page: the pipeline explained, through all releases that read the file."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from schedcfg import plugins, releases
from schedcfg.commands.effective import json_report
from schedcfg.commands.effective.json_report import EffectiveFileJson
from schedcfg.commands.effective.pictures import STAGES
from schedcfg.configuration.effective.view import (
    DocumentView,
    EffectiveView,
    ExtenderView,
    FileView,
    ProfileView,
    Setting,
)
from schedcfg.document.secrets import safe
from schedcfg.output.guard import each
from schedcfg.output.html.page import Page, packed, packed_if_long, render_page, titled
from schedcfg.output.json_writer import to_json
from schedcfg.output.summary import Summary


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedJson:
    """A configuration as one release runs it, explained.

    Attributes:
        report: What `--output json` writes of it.
        settings: All values above the profiles, each with its origin.
        profiles: What runs at each point, why, and with which Args.
        extenders: The services that are asked, in their order.
    """

    report: EffectiveFileJson
    settings: tuple[Setting, ...] = ()
    profiles: tuple[ProfileView, ...] = ()
    extenders: tuple[ExtenderView, ...] = ()

    @classmethod
    def of(cls, path: str, document: DocumentView) -> "ExplainedJson":
        """Return a configuration as the page reads it."""
        report = EffectiveFileJson.of(path, document)
        return cls(report=report) if document.view is None else cls._of_view(report, document.view)

    @classmethod
    def _of_view(cls, report: EffectiveFileJson, view: EffectiveView) -> "ExplainedJson":
        return cls(
            report=report,
            settings=_safe(view.settings),
            profiles=tuple(map(_safe_profile, view.profiles)),
            extenders=tuple(replace(one, settings=_safe(one.settings)) for one in view.extenders),
        )


@dataclass(frozen=True, slots=True)
class DescribedPlugin:
    """What is known of a plugin.

    Attributes:
        summary: What it does, in a sentence.
        since: The first release that has it; null for one that is not compiled into kube-scheduler.
    """

    summary: str
    since: str | None


def render(views: Iterable[FileView], summary: Summary, *, coloured: bool) -> Iterator[str]:
    """Yield a page."""
    explained: list[list[ExplainedJson]] = []

    def explain(file: FileView) -> Iterator[FileView]:
        explained.extend(
            [[ExplainedJson.of(file.path, one) for one in _in_order(document)] for document in file.documents]
        )
        yield file

    files = list(each(views, explain, summary))
    written = "".join(json_report.render(files, summary, coloured=coloured))
    names = {name for each in explained for one in each for name in _plugins(one)}
    embedded = {
        "report": packed_if_long(written),
        "explained": packed(to_json(explained)),
        "plugins": to_json(_described(names)),
        "stages": to_json(STAGES),
    }
    title = titled("What kube-scheduler runs", [file.path for file in files])
    yield from render_page(Page(title, "schedcfg effective", "effective", embedded))


def _in_order(document: DocumentView) -> list[DocumentView]:
    """Return a document as its own release reads it, and as the others do that accept it, by release."""
    own = document.report.kubernetes
    others = [one for one in document.in_releases if one.report.kubernetes != own]
    return sorted([document, *others], key=lambda one: releases.names().index(one.report.kubernetes or releases.OLDEST))


def _plugins(explained: ExplainedJson) -> Iterator[str]:
    for profile in explained.profiles:
        for point in profile.points:
            yield from (running.name for running in point.running)
            yield from (removed.name for removed in point.removed)


def _described(names: Iterable[str]) -> dict[str, DescribedPlugin]:
    known = {name: plugin for name in sorted(names) if (plugin := plugins.find(name)) is not None}
    return {
        name: DescribedPlugin(plugin.summary, next(iter(releases.having(name)), None)) for name, plugin in known.items()
    }


def _safe(settings: Iterable[Setting]) -> tuple[Setting, ...]:
    """Return settings as they may be shown: a name says that a value is secret, which the value alone does not."""
    return tuple(replace(one, value=safe(one.path, one.value), written=safe(one.path, one.written)) for one in settings)


def _safe_profile(profile: ProfileView) -> ProfileView:
    args = tuple(replace(one, settings=_safe(one.settings)) for one in profile.args)
    return replace(profile, args=args, settings=_safe(profile.settings))
