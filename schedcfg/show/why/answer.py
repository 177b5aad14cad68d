"""From a plugin's name and a file to what the plugin has a say in."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from schedcfg import plugins
from schedcfg.configuration.decode.configuration import Decoded
from schedcfg.configuration.effective.build_view import build_view
from schedcfg.configuration.effective.model import Profile
from schedcfg.configuration.effective.provenance import ProvenanceContext
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.view import EffectiveView, ProfileView
from schedcfg.document import Stream
from schedcfg.findings import DocumentReport, FileReport, Finding, Verdict
from schedcfg.rules import names
from schedcfg.rules.registry import Subject
from schedcfg.show.effective.effective import provenance
from schedcfg.show.why import limits
from schedcfg.show.why.results import DocumentInfluence, FileInfluence, Influence, ProfileInfluence
from schedcfg.validation.document import ValidatedDocument
from schedcfg.validation.options import Options
from schedcfg.validation.selection.selection import quiet
from schedcfg.validation.text import validate_stream

_DEFAULT_NAME = "default-scheduler"


def find_influence(stream: Stream, options: Options, *, path: str, plugin: str) -> FileInfluence:
    """Return what a plugin has a say in, by the configurations in a file that was read."""
    validated = validate_stream(stream, options, path)
    if stream.undecodable is not None:
        return _file(plugin, validated.report, tuple(map(_refused, validated.report.documents)))
    report = quiet(validated.report, stream, options.selection)
    pairs = zip(validated.documents, report.documents, strict=True)
    return _file(plugin, report, tuple(_document(plugin, one, shown, options.registry) for one, shown in pairs))


def without_content(path: str, verdict: Verdict, reason: str | None = None, *, plugin: str) -> FileInfluence:
    """Return the answer about a file in which there is nothing to look at."""
    return FileInfluence(path, verdict, reason=reason, plugin=plugin)


def _file(plugin: str, report: FileReport, documents: tuple[DocumentInfluence, ...]) -> FileInfluence:
    return FileInfluence(report.path, report.verdict, documents, report.reason, report.text, plugin=plugin)


def _refused(report: DocumentReport) -> DocumentInfluence:
    return DocumentInfluence(report, "", None, is_known=True, profiles=None)


def _document(
    plugin: str, validated: ValidatedDocument, report: DocumentReport, registry: PluginRegistry
) -> DocumentInfluence:
    context = provenance(validated, registry)
    if context is None:
        return _refused(report)
    question = Question(plugin, context, build_view(context), report, validated.decoded)
    described = registry.known(plugin, context.configuration.release) or plugins.find(plugin)
    published = described is not None or plugin in plugins.CATALOGUED
    is_known = published or question.is_named or plugin in registry.names(context.configuration.release)
    return DocumentInfluence(
        report,
        question.view.api_version,
        None if described is None else described.summary,
        is_known,
        tuple(map(question.answer, context.configuration.profiles, question.view.profiles)),
        None if is_known else names.misspelt(plugin, question.subject),
    )


@dataclass(frozen=True)
class Question:
    """A plugin and a configuration."""

    plugin: str
    context: ProvenanceContext  # The configuration, and where its values come from
    view: EffectiveView
    report: DocumentReport
    decoded: Decoded | None  # As read; None for a Policy

    @cached_property
    def subject(self) -> Subject:
        """What rules look at."""
        config = self.context.configuration
        decoded = self.decoded or Decoded(config.api_version, config.release, None, {}, ())
        return Subject(config, decoded, self.context.registry, self.context.document)

    @property
    def is_named(self) -> bool:
        """Whether a profile of the configuration names the plugin."""
        return any(
            self.plugin in profile.needed
            or any(entry.name == self.plugin for entry in profile.plugin_config)
            or any(ref.name == self.plugin for at in profile.written.values() for ref in at.disabled)
            for profile in self.context.configuration.profiles
        )

    def answer(self, profile: Profile, view: ProfileView) -> ProfileInfluence:
        """Return what the plugin has a say in, for the Pods of one profile."""
        points = tuple(self._influences(view))
        may_run = any(one.name == self.plugin for one in view.unplaced)
        working = any(limits.gate_off(self.subject, self.plugin, one.point) is None for one in points)
        return ProfileInfluence(
            name=profile.scheduler_name,
            pods=_pods(profile.scheduler_name),
            runs=working or (None if may_run else False),
            points=points,
            args=next((args for args in view.args if args.plugin == self.plugin), None),
            limits=tuple(limits.found(self.plugin, self.subject, self.context, view, profile)),
            findings=tuple(one for one in self.report.findings if self._is_about(one, profile)),
            origin=view.origin,
        )

    def _influences(self, view: ProfileView) -> Iterator[Influence]:
        for point in view.points:
            total = sum(one.weight for one in point.running)
            for place, one in enumerate(point.running, 1):
                if one.name == self.plugin:
                    yield Influence(point.name, place, len(point.running), one.weight, total, one.share, one.origin)

    def _is_about(self, finding: Finding, profile: Profile) -> bool:
        """Return whether a finding names the plugin, or is in an entry about it, and not in another profile."""
        path = finding.place or finding.path
        if path.startswith("profiles[") and not path.startswith(f"profiles[{profile.index}]"):
            return False
        entries = (f"profiles[{profile.index}].pluginConfig[{n}]" for n in self._entries(profile))
        return f"`{self.plugin}`" in finding.message or any(path.startswith(entry) for entry in entries)

    def _entries(self, profile: Profile) -> Iterator[object]:
        return (one.path[-1] for one in profile.plugin_config if one.name == self.plugin and one.path)


def _pods(name: str) -> str:
    """Return which Pods choose a profile."""
    if name == _DEFAULT_NAME:
        return f"Pods without `spec.schedulerName`, or with `{name}`"
    return f"Pods with `spec.schedulerName: {name}`"
