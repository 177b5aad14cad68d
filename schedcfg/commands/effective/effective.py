"""What would the scheduler really run?"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import repeat
from typing import NamedTuple

from schedcfg import releases
from schedcfg.configuration.effective.build_view import build_view
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.provenance import ProvenanceContext
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.view import DocumentView, EffectiveView, FileView
from schedcfg.document import Stream, parse
from schedcfg.errors import WrongFeatureGates
from schedcfg.findings import FileReport, Verdict
from schedcfg.rules.context_cache import ContextCache
from schedcfg.sources import STDIN, expect_text
from schedcfg.sources.configurations import Role
from schedcfg.validation.options import DEFAULT, Options
from schedcfg.validation.selection.suppression import quiet
from schedcfg.validation.text import surroundings, validate_stream
from schedcfg.validation.validated_file import ValidatedFile


class ExplainedFile(NamedTuple):
    """A file explained, with what its views were made from.

    Attributes:
        file: What it means.
        configurations: Each of its configurations, completed; None where it could not be read, or what it runs is in a
            legacy Policy that is not here.
        registries: Which plugins exist for each.
        configured: Where the values of each come from; None where it is refused.
    """

    file: FileView
    configurations: tuple[Configuration | None, ...] = ()
    registries: tuple[PluginRegistry, ...] = ()
    configured: tuple[ProvenanceContext | None, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """What became of the file."""
        return self.file.verdict

    @property
    def reason(self) -> str | None:
        """Why it is skipped or unreadable; None where neither is the case."""
        return self.file.reason

    @property
    def holds_scheduler(self) -> bool:
        """Whether it holds a configuration."""
        return self.file.holds_scheduler


def effective_configuration(
    text: str, kubernetes: str | None = None, *, path: str = STDIN, options: Options = DEFAULT
) -> FileView:
    """Return what kube-scheduler would run with a file: every plugin, order, weight and argument, and why.

    Args:
        text: The file's text.
        kubernetes: The release to validate by (`1.29`, `v1.29.3`); None: the newest that serves the file's API version.
        path: Its name in the result.
        options: How it is validated, as in `validate`.

    Returns:
        The meaning of each scheduler configuration in the text, with what `validate` finds in it.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates or, where each file has its own, none does.
        UnreadableInput: if the text is the name of a file.
    """
    return effective_file(parse(expect_text(text)), options.by(kubernetes), path=path)


def effective_file(stream: Stream, options: Options, *, path: str, contexts: ContextCache | None = None) -> FileView:
    """Explain a file that was read; see `effective_configuration`. What is no text is refused.

    With `contexts`, each configuration is run by the release that a manifest beside the file names, and a manifest's
    scheduler may be started with a configuration beside it. A file that was named for its scheduler, whose
    configuration is not there, cannot be read.
    """
    return effective_of(validate_stream(stream, options, path, contexts), stream, options, contexts)


def effective_of(
    validated: ValidatedFile, stream: Stream, options: Options, contexts: ContextCache | None = None
) -> FileView:
    """Explain a file that was validated; see `effective_file`."""
    path = validated.report.path
    if options.role not in {Role.ANY, Role.NAMED} or validated.validator is None:
        return _explained(validated, stream, options).file
    here = validated.here or surroundings(stream, path, validated.validator, contexts)
    if here is None:
        return _explained(validated, stream, options).file
    from schedcfg.commands.effective.started import (  # noqa: PLC0415 - most files have no manifests around
        unseen,
        with_schedulers,
    )

    if options.role is Role.NAMED:
        reason = unseen(here)
        missing = FileView(path, Verdict.UNREADABLE, reason=reason)
        return _explained(validated, stream, options).file if reason is None else missing
    from schedcfg.validation.manifests import with_manifest_settings  # noqa: PLC0415

    reports = with_manifest_settings(validated, here)
    explained = _explained(validated.with_reports(reports), stream, options)
    return with_schedulers(explained.file, explained.configured, here, validated.validator)


def effective_in_releases(
    stream: Stream, options: Options, *, path: str, contexts: ContextCache | None = None
) -> FileView:
    """Explain a file that was read; see `effective_file`; and as each release explains it that accepts it."""
    file = effective_file(stream, options, path=path, contexts=contexts)
    if not file.documents:
        return file
    accepting: dict[tuple[int, tuple[str, str]], list[DocumentView]] = {}
    for name in releases.names():
        with suppress(WrongFeatureGates):
            for document in effective_file(stream, options.by(name), path=path, contexts=contexts).documents:
                if document.view is not None:
                    accepting.setdefault(_place(document), []).append(document)
    documents = (replace(one, in_releases=tuple(accepting.get(_place(one), ()))) for one in file.documents)
    return replace(file, documents=tuple(documents))


def _place(document: DocumentView) -> tuple[int, tuple[str, str]]:
    return document.report.line, document.report.within


def explain(
    stream: Stream, options: Options, *, path: str = STDIN, contexts: ContextCache | None = None
) -> ExplainedFile:
    """Return what `effective_file` does, with the completed configurations."""
    return _explained(validate_stream(stream, options, path, contexts), stream, options)


def _explained(validated: ValidatedFile, stream: Stream, options: Options) -> ExplainedFile:
    if stream.undecodable is not None:
        return ExplainedFile(_with_views(validated.report, [None] * len(validated.report.documents)))
    report = quiet(validated.report, stream, options.selection).named_in_commands()
    configured = tuple(document.provenance(document.registry) for document in validated.documents)
    views = [None if context is None else build_view(context) for context in configured]
    # What is not known cannot be compared with anything.
    configurations = tuple(
        document.configuration if document.policy is None or document.policy.is_seen else None
        for document in validated.documents
    )
    registries = tuple(document.registry for document in validated.documents)
    policies = (document.policy for document in validated.documents)
    # That one is not seen is a finding.
    notes = [(policy.note,) if policy is not None and policy.is_seen else () for policy in policies]
    return ExplainedFile(_with_views(report, views, notes), configurations, registries, configured)


def _with_views(
    report: FileReport, views: Sequence[EffectiveView | None], notes: Iterable[tuple[str, ...]] = repeat(())
) -> FileView:
    each = zip(report.documents, views, notes, strict=False)
    documents = tuple(DocumentView(one, view, notes=its) for one, view, its in each)
    return FileView(report.path, report.verdict, documents, report.reason, report.text)
